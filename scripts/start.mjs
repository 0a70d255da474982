// npm start [-- --open --port N]: from a fresh clone to the page in the browser.
//
// Installs missing packages (npm packages, Emscripten) into the project, builds what has changed, and serves the page on this
// machine. Nothing outside the project's folder changes. If the engine has to be built, the page opens with its first variant,
// and the others are built in the background.
import { parseArgs } from 'node:util';
import { buildFirstSite, buildSite, engineIsCurrent, firstSite } from './build.mjs';
import { portOf, ports, serve } from './serve.mjs';
import { checkHost, inRoot, installPackages, run, runMain, say, Stop } from './tools.mjs';

const help = `npm start [-- options]
  --port N   the port to serve on, ${ports.initial} if not given; 0 is any free one; the next free one where it is taken
  --open     open the page in the browser`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: `${ports.initial}` },
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

/** Builds the remaining variants, in a separate process, because this one serves the page. */
async function buildTheRest() {
  const build = [inRoot('scripts/build.mjs'), 'engine', 'site'];
  return (await run(process.execPath, build, { quiet: true, yielding: true })) === 0;
}

await runMain(async () => {
  const options = readOptions();
  if (options.help) return console.log(help);
  checkHost();
  const complete = engineIsCurrent();
  if (complete) {
    await installPackages();
    await buildSite();
  } else await buildFirstSite();
  const folder = inRoot(complete ? 'site' : firstSite);
  const { url, prefer } = await serve({ folder, port: options.port });
  console.log(`scaledot is at ${url}  (Ctrl+C ends it)`);
  if (options.open) void openInBrowser(url);
  if (complete) return;
  say('the other variants of the engine are built behind it');
  if (await buildTheRest()) {
    prefer(inRoot('site'));
    say('all variants are built; a reload of the page has them');
  } else say('they could not be built; the page works without them');
});
