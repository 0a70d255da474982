// The pages that the browsers open: the site and host pages, each with watch.js as its first script.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { serve } from '../../scripts/serve.mjs';
import { writeOfflineList } from '../../scripts/site.mjs';
import { inRoot } from '../../scripts/tools.mjs';

const watcher = inRoot('tests', 'browsers', 'watch.js');

/** A folder that is deleted after the tests. */
export const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-browsers-')));
export const removeAll = () => fs.rmSync(home, { recursive: true, force: true });

/** Serves a copy of the site, watched. @param {string} name @param {[file: string, script: string][]} [more] scripts of every page */
export function copySite(name, more = []) {
  const folder = path.join(home, name);
  fs.cpSync(inRoot('site'), folder, { recursive: true });
  fs.copyFileSync(watcher, path.join(folder, 'watch.js'));
  for (const [file, script] of more) fs.writeFileSync(path.join(folder, file), script);
  const files = ['watch.js', ...more.map(([file]) => file)];
  const scripts = files.map((file) => `<script src="./${file}"></script>`).join('');
  for (const page of ['index.html', 'embed.html']) {
    const file = path.join(folder, page);
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replace('<head>', `<head>${scripts}`));
  }
  writeOfflineList(folder);
  return serve({ folder });
}

/**
 * Serves a copy that visits all addresses by itself, one after the other. It waits until each has settled, and logs it to its
 * console.
 * @param {string[]} hashes
 * @param {'pass' | 'lab'} look  what `watch` does in each
 */
export function tourSite(hashes, look) {
  const tour = `addEventListener('load', async () => {
    const hashes = ${JSON.stringify(hashes)};
    const at = Number(new URLSearchParams(location.search).get('at'));
    await watch.${look}(new URLSearchParams(hashes[at]).get('lab')).catch(console.error);
    console.log('tour: ' + hashes[at]);
    // WebKit logs an error for the offline worker's file when the page that fetches it is left.
    await navigator.serviceWorker.ready;
    if (at + 1 === hashes.length) console.log('tour: ended');
    else location.href = '?at=' + (at + 1) + '#' + hashes[at + 1];
  });`;
  return copySite('tour', [['tour.js', tour]]);
}

/** @param {string} head @param {string} body */
const pageOf = (head, body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>${head}</head><body>${body}</body></html>`;

/** Writes a page to the disk, with the classic script beside it. Returns its address. @param {string} body */
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

/** Serves the package on its own page, with program.js. */
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
