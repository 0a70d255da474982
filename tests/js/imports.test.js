// Imports in web/ at run time have no cycles. (folders.test.js checks which folder may use which.)
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

const files = fs
  .readdirSync(path.join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js'))
  .map((name) => `web/${name.replaceAll(path.sep, '/')}`);

/** Returns the imports of a file, static and dynamic. Type imports do not count. @param {string} file */
function importsOf(file) {
  const code = fs.readFileSync(path.join(root, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');
  const names = code.matchAll(/(?:\bfrom |\bimport |\bimport\(\s*)'(\.[^']+)'/g);
  return [...names].map(([, name]) => path.posix.join(path.posix.dirname(file), name));
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** Returns the files of an import cycle through a file, if there is one. @param {string} start */
function circleThrough(start) {
  /** @type {Map<string, string>} */
  const from = new Map();
  const next = [start];
  for (const file of next) {
    for (const name of imports.get(file) ?? []) {
      if (from.has(name)) continue;
      from.set(name, file);
      next.push(name);
    }
  }
  const circle = [];
  for (let file = from.get(start); file && file !== start; file = from.get(file)) circle.push(file);
  return from.has(start) ? [start, ...circle.reverse(), start] : [];
}

test('imports are found', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(imports.get('web/cli/heads.js')).toContain('web/cli/heads-picture.js');
  expect(imports.get('web/tables/state.js')).toContain('web/tables/heads.js');
  for (const name of [...imports.values()].flat())
    if (name.startsWith('web/') && name.endsWith('.js')) expect(files).toContain(name);
});

test('no file imports itself, by way of others', () => {
  expect(files.map(circleThrough).filter(({ length }) => length > 0)).toEqual([]);
});
