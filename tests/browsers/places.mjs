// What the browsers open: the site and other people's pages, each with watch.js as its first script.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { serve } from '../../scripts/serve.mjs';
import { writeOfflineList } from '../../scripts/site.mjs';
import { inRoot } from '../../scripts/tools.mjs';

const watcher = inRoot('tests', 'browsers', 'watch.js');

/** A folder that is gone after the tests. */
export const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-browsers-')));
export const removeAll = () => fs.rmSync(home, { recursive: true, force: true });

/** A copy of the site, watched. @param {string} name */
export function copySite(name) {
  const folder = path.join(home, name);
  fs.cpSync(inRoot('site'), folder, { recursive: true });
  fs.copyFileSync(watcher, path.join(folder, 'watch.js'));
  for (const page of ['index.html', 'embed.html']) {
    const file = path.join(folder, page);
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replace('<head>', '<head><script src="./watch.js"></script>'));
  }
  writeOfflineList(folder);
  return serve({ folder });
}

/** @param {string} head @param {string} body */
const pageOf = (head, body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>${head}</head><body>${body}</body></html>`;

/** A page on a disk with the classic script beside it; its address. @param {string} body */
export function classicPage(body) {
  const folder = path.join(home, 'classic');
  fs.mkdirSync(folder);
  fs.copyFileSync(watcher, path.join(folder, 'watch.js'));
  fs.copyFileSync(inRoot('dist/scaledot.min.js'), path.join(folder, 'scaledot.min.js'));
  const scripts = '<script src="watch.js"></script><script src="scaledot.min.js"></script>';
  const file = path.join(folder, 'index.html');
  fs.writeFileSync(file, pageOf(scripts, body));
  return pathToFileURL(file).href;
}

/** The package on a page of its own, with program.js. */
export async function programPage() {
  const folder = path.join(home, 'program');
  fs.cpSync(inRoot('dist'), path.join(folder, 'dist'), { recursive: true });
  const bundle = await rolldown({
    input: inRoot('tests/browsers/program.js'),
    external: ['/dist/index.js'],
    logLevel: 'warn',
  });
  await bundle.write({ file: path.join(folder, 'program.js') });
  await bundle.close();
  fs.copyFileSync(watcher, path.join(folder, 'watch.js'));
  fs.writeFileSync(
    path.join(folder, 'index.html'),
    pageOf('<script src="watch.js"></script><script type="module" src="program.js"></script>', ''),
  );
  return serve({ folder });
}
