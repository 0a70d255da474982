// What others wrote that the package and the site carry, with its licences: THIRD-PARTY-NOTICES.txt. Packages are those that
// the bundler took something of; their versions are those of the lock file.
import fs from 'node:fs';
import path from 'node:path';
import { inRoot, Stop } from './tools.mjs';

export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

/** @typedef {{name: string, licence: string, text: string}} Notice */

/** The wording of our own licence. @param {string} copyright of somebody else */
const mit = (copyright) =>
  fs.readFileSync(inRoot('LICENSE'), 'utf8').replace(/^Copyright .*$/m, () => copyright);

/** What the engine's WebAssembly and its fallback are compiled of, besides src/. @returns {Notice[]} */
const inEngine = () => [
  {
    name: 'Eigen',
    licence: 'MPL-2.0',
    text: 'Its source, unchanged, is at https://gitlab.com/libeigen/eigen; the licence is at https://mozilla.org/MPL/2.0/.',
  },
  {
    name: 'musl',
    licence: 'MIT',
    text: mit('Copyright (c) 2005-2020 Rich Felker, et al.'),
  },
  {
    name: 'libc++, libc++abi and compiler-rt of LLVM',
    licence: 'Apache-2.0 WITH LLVM-exception',
    text: 'The licence is at https://llvm.org/LICENSE.txt.',
  },
  {
    name: 'Emscripten',
    licence: 'MIT',
    text: mit('Copyright (c) 2010-2014 Emscripten authors, see its AUTHORS file.'),
  },
];

/** What scripts/math-font.mjs makes the font of the formulas of. */
const font = '@fontsource/stix-two-math';

/** What the WebAssembly of the playground's interpreter comes from. */
const interpreter = '@jitl/quickjs-wasmfile-release-sync';

/** What tools put into bundles of their own, without a file of it: \0vite/preload-helper.js, \0rolldown/runtime.js. */
const ofTool = /^\0(vite|rolldown)\//;

/** One package or several, each installed within the one before: a/node_modules/@b/c. */
const installed =
  /[/\\]node_modules[/\\]((?:(?:@[^/\\]+[/\\])?[^/\\]+[/\\]node_modules[/\\])*(?:@[^/\\]+[/\\])?[^/\\]+)/;

/** The packages that modules are of. @param {readonly string[]} modules their files @returns {string[]} below node_modules */
function packagesOf(modules) {
  const names = modules.flatMap((file) => {
    if (/build[/\\]font[/\\]/.test(file)) return [font];
    if (/build[/\\]interpreter[/\\]quickjs/.test(file)) return [interpreter];
    const [, name] = ofTool.exec(file) ?? installed.exec(file) ?? [];
    return name ? [name.replaceAll('\\', '/')] : [];
  });
  return [...new Set(names)].sort();
}

/** Vite's own licence; its file goes on with those of what its program carries, and no bundle of ours. @param {string} text */
const ofVite = (text) => text.split(/^# Licenses of bundled dependencies/m)[0];

/** @param {string} place of a package, below node_modules @returns {Notice} */
function noticeOf(place) {
  const name = place.replace(/.*node_modules\//, '');
  const folder = inRoot('node_modules', place);
  const lock = JSON.parse(fs.readFileSync(inRoot('package-lock.json'), 'utf8'));
  const { version, license } = lock.packages[`node_modules/${place}`];
  const file = fs.readdirSync(folder).find((each) => /^licen[sc]e/i.test(each));
  if (!file) throw new Stop(`notices: ${name} has no licence in ${folder}`);
  const text = fs.readFileSync(path.join(folder, file), 'utf8');
  return {
    name: `${name} ${version}`,
    licence: license,
    text: name === 'vite' ? ofVite(text) : text,
  };
}

/** @param {readonly string[]} modules  that a bundle is made of, and the engine with it */
export function noticesFor(modules) {
  const all = [...packagesOf(modules).map(noticeOf), ...inEngine()];
  const line = '-'.repeat(80);
  const parts = all.map(
    ({ name, licence, text }) => `${line}\n${name}\n${licence}\n\n${text.trim()}\n`,
  );
  return `scaledot contains code of others, under these licences.\n\n${parts.join('\n')}`;
}

/** Writes the notices into a site. */
export const siteNotices = {
  name: 'notices',
  /** @this {{emitFile: (file: object) => void}} @param {unknown} _ @param {Record<string, {modules?: object}>} bundle */
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
    const source = noticesFor(modules);
    this.emitFile({ type: 'asset', fileName: noticesFile, source });
  },
};
