// npm start [-- --open --port N]: from a fresh clone to the page in the browser.
//
// Installs what is missing (npm packages, Emscripten) into the project, builds what changed, and serves the
// page on this machine. Nothing outside the project's folder changes.
import { parseArgs } from 'node:util';
import { buildEngine, buildSite } from './build.mjs';
import { portOf, serve } from './serve.mjs';
import { checkHost, installPackages, run, runMain, say, Stop } from './tools.mjs';

const help = `npm start [-- options]
  --port N   the port to serve on, 8080 if not given; 0 is any free one; the next free one where it is taken
  --open     open the page in the browser`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '8080' },
        open: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return { port: portOf(values.port), open: values.open, help: values.help };
  } catch (error) {
    throw new Stop(`${/** @type {Error} */ (error).message}\n${help}`);
  }
}

/** @param {string} url */
async function openInBrowser(url) {
  const [command, ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start'] }[
    String(process.platform)
  ] ?? ['xdg-open'];
  const code = await run(command, [...args, url], { quiet: true });
  if (code !== 0) say(`could not open a browser; open ${url} yourself`);
}

await runMain(async () => {
  const options = readOptions();
  if (options.help) return console.log(help);
  checkHost();
  await installPackages();
  await buildEngine();
  await buildSite();
  const { url } = await serve({ port: options.port });
  console.log(`scaledot is at ${url}  (Ctrl+C ends it)`);
  if (options.open) await openInBrowser(url);
});
