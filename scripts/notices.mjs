// Makes THIRD-PARTY-NOTICES.txt: the third-party code in the package and the site, with its licences. Lists the packages that
// the bundler included, with the versions of the lock file.
import fs from 'node:fs';
import path from 'node:path';
import { inRoot, Stop } from './tools.mjs';

export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

/** @typedef {{name: string, licence: string, text: string}} Notice */

/** Returns the text of our own licence with another copyright. @param {string} copyright */
const mit = (copyright) =>
  fs.readFileSync(inRoot('LICENSE'), 'utf8').replace(/^Copyright .*$/m, () => copyright);

/** Returns the notices of the code other than src/ that is compiled into the engine. @returns {Notice[]} */
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

/** The package from which scripts/math-font.mjs makes the font of the formulas. */
const font = '@fontsource/stix-two-math';

/** The package with the WebAssembly of the playground's interpreter. */
const interpreter = '@jitl/quickjs-wasmfile-release-sync';

/** Virtual modules that tools add to bundles: \0vite/preload-helper.js, \0rolldown/runtime.js. */
const ofTool = /^\0(vite|rolldown)\//;

/** The path of a package, possibly nested in others: a/node_modules/@b/c. */
const installed =
  /[/\\]node_modules[/\\]((?:(?:@[^/\\]+[/\\])?[^/\\]+[/\\]node_modules[/\\])*(?:@[^/\\]+[/\\])?[^/\\]+)/;

/** Returns the packages of modules. @param {readonly string[]} modules  their files @returns {string[]}  paths below node_modules */
function packagesOf(modules) {
  const names = modules.flatMap((file) => {
    if (/build[/\\]font[/\\]/.test(file)) return [font];
    if (/build[/\\]interpreter[/\\]quickjs/.test(file)) return [interpreter];
    const [, name] = ofTool.exec(file) ?? installed.exec(file) ?? [];
    return name ? [name.replaceAll('\\', '/')] : [];
  });
  return [...new Set(names)].sort();
}

/** Returns Vite's own licence. Its file also has those of packages in its program, which are not in our bundles. @param {string} text */
const ofVite = (text) => text.split(/^# Licenses of bundled dependencies/m)[0];

/** Returns the notice of a package. @param {string} place  its path below node_modules @returns {Notice} */
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

/** Returns the notices for a bundle of these modules and the engine. @param {readonly string[]} modules */
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
