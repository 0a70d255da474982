// npm run lint, its part `folders`: includes and imports go one way.
//
// The table of folders in docs/contributing/folders.md says what each folder is for and which others it may use. Here
// the sources are checked against it: every folder stands in the table, uses only what its row names, and its row names only
// folders above it, so that there are no circles.
import fs from 'node:fs';
import path from 'node:path';
import { inRoot } from './tools.mjs';

/** @typedef {{folder: string, uses: string[]}} Row */

const page = 'docs/contributing/folders.md';
const heading = '| folder | what it is for | uses |';

/**
 * The rows of the table, in their order.
 * @param {string} text  of the table's page
 * @returns {Row[]}
 */
export function readTable(text) {
  const [, table = ''] = text.split(`${heading}\n`);
  const codes = (/** @type {string} */ cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code.replace(/\/$/, ''));
  return table
    .split('\n\n')[0]
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const cells = line.split('|');
      return { folder: codes(cells[1])[0], uses: codes(cells[cells.length - 2]) };
    });
}

/** What a source runs on, without what only its comments name. @param {string} code */
const withoutComments = (code) =>
  code.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

/**
 * The files that a source includes or imports, by their paths below the project's root.
 * @param {string} file
 * @param {string} code
 * @returns {string[]}
 */
export function usedBy(file, code) {
  if (/\.(h|cpp)$/.test(file))
    return [...code.matchAll(/^#include "(.+)"/gm)].map(([, name]) => `src/${name}`);
  const imports = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;
  return [...withoutComments(code).matchAll(imports)]
    .map(([, name]) => path.posix.join(path.posix.dirname(file), name))
    .filter((name) => name.startsWith('web/')); // not build/
}

/**
 * The complaints about sources, one sentence each.
 * @param {Row[]} table
 * @param {Readonly<Record<string, string>>} sources  code by path
 */
export function complaintsAbout(table, sources) {
  const rows = new Map(table.map((row) => [row.folder, row]));
  const folderOf = (/** @type {string} */ file) => path.posix.dirname(file);
  const order = table.map(({ folder }) => folder);
  const backwards = table.flatMap(({ folder, uses }, at) =>
    uses
      .filter((used) => !order.slice(0, at).includes(used))
      .map((used) => `${folder} uses ${used}, which does not stand above it in ${page}`),
  );
  const wrong = Object.entries(sources).flatMap(([file, code]) => {
    const row = rows.get(folderOf(file));
    if (!row) return [`${file}: ${page} does not say what ${folderOf(file)} is for`];
    return usedBy(file, code)
      .filter((used) => folderOf(used) !== row.folder && !row.uses.includes(folderOf(used)))
      .map(
        (used) =>
          `${file} uses ${used}; ${page} allows ${row.folder} to use: ${row.uses.join(', ') || 'nothing'}`,
      );
  });
  return [...backwards, ...wrong];
}

/** @param {string} folder @param {RegExp} pattern @returns {string[]} */
const filesIn = (folder, pattern) =>
  fs
    .readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => pattern.test(name));

/** Prints what does not hold; gives 1 then, else 0. */
export function checkFolders() {
  const read = (/** @type {string} */ file) => fs.readFileSync(inRoot(file), 'utf8');
  const files = [...filesIn('src', /\.(h|cpp)$/), ...filesIn('web', /\.js$/)];
  const sources = Object.fromEntries(files.map((file) => [file, read(file)]));
  const complaints = complaintsAbout(readTable(read(page)), sources);
  for (const complaint of complaints) console.error(complaint);
  return complaints.length > 0 ? 1 : 0;
}
