// The part `folders` of npm run lint: checks includes and imports against the table of folders.
//
// The table in docs/contributing/folders.md lists the purpose of each folder and the folders that it may use. Every folder must
// be in the table and use only the folders that its row names. A row may name only folders above it, so no cycle spans two
// folders. Within a folder, files may import each other in any way.
import fs from 'node:fs';
import path from 'node:path';
import { inRoot } from './tools.mjs';

/** @typedef {{folder: string, uses: string[]}} Row */

const page = 'docs/contributing/folders.md';
const heading = '| folder | what it is for | uses |';

/**
 * Returns the rows of the table, in order.
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

/** Removes comments, which may mention files that the code does not use. @param {string} code */
const withoutComments = (code) =>
  code.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

/**
 * Returns the files that a source includes or imports, as paths from the project's root.
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
 * Returns the violations of the table, one sentence each.
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

/** Prints the violations. Returns 1 if there are any, else 0. */
export function checkFolders() {
  const read = (/** @type {string} */ file) => fs.readFileSync(inRoot(file), 'utf8');
  const files = [...filesIn('src', /\.(h|cpp)$/), ...filesIn('web', /\.js$/)];
  const sources = Object.fromEntries(files.map((file) => [file, read(file)]));
  const complaints = complaintsAbout(readTable(read(page)), sources);
  for (const complaint of complaints) console.error(complaint);
  return complaints.length > 0 ? 1 : 0;
}
