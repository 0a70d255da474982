// The recipes of docs/hosts. Each page is one project: a code block that names a file is that file, so the tests build what a
// reader copies.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The address of the site, as the recipes write it. */
const placeholder = 'https://your.site/scaledot/';

const folder = fileURLToPath(new URL('../../docs/hosts/', import.meta.url));

/** Matches a fence of three or more backticks, with the name of a file in its first line. */
const block = /^(`{3,})\w+ file=(\S+)\n([^]*?)\n\1$/gm;

/**
 * Returns the files of a recipe, by name.
 * @param {string} host
 * @param {string} address  of the site, replaces the placeholder
 */
export function recipe(host, address) {
  const text = fs.readFileSync(path.join(folder, `${host}.md`), 'utf8');
  const files = [...text.matchAll(block)].map(([, , name, code]) => [name, code]);
  if (files.length === 0) throw new Error(`docs/hosts/${host}.md has no files`);
  return new Map(files.map(([name, code]) => [name, code.replaceAll(placeholder, address)]));
}

/**
 * Writes a recipe's files.
 * @param {string} host
 * @param {string} address
 * @param {string} to
 */
export function writeRecipe(host, address, to) {
  fs.rmSync(to, { recursive: true, force: true });
  for (const [name, code] of recipe(host, address)) {
    const file = path.join(to, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `${code}\n`);
  }
}
