// Style of the sources: types are declared where they belong, and not in comments between expressions. The limits are
// the numbers reached so far; whoever gets below one lowers it.
import { expect, test } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../../web', import.meta.url));
const files = fs
  .readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(js|d\.ts)$/.test(name))
  .map((name) => ({ name, text: fs.readFileSync(path.join(web, name), 'utf8') }));
const sources = files.filter(({ name }) => name.endsWith('.js'));

/** Returns the JSDoc comments. @param {string} text */
const commentsOf = (text) =>
  [...text.matchAll(/\/\*\*(?:(?!\*\/)[^])*\*\//g)].map(([comment]) => comment);

/** Returns the matches in every file, with the file's name. @param {(text: string) => readonly string[]} look */
const found = (look) =>
  sources.flatMap(({ name, text }) => look(text).map((one) => `${name}: ${one}`));

test('at most this many expressions are given another type than they have', () => {
  // A constant array does not count, because `as const` weakens no check.
  const casts = found((text) =>
    [...text.matchAll(/\/\*\*\s*@type\s*\{((?:(?!\*\/)[^])*)\}\s*\*\/\s*\(/g)]
      .map(([, type]) => type)
      .filter((type) => type !== 'const'),
  );
  expect(casts.length).toBeLessThanOrEqual(149);
});

test('no comment imports in a line of more than 200 characters', () => {
  const long = found((text) =>
    commentsOf(text)
      .flatMap((comment) => comment.split('\n'))
      .filter((line) => line.includes('import') && line.length > 200),
  );
  expect(long.map((one) => one.slice(0, 120))).toEqual([]);
});

test('types are imported at the top of a file', () => {
  // An entry re-exports types with typedefs, and the type of a whole module has no other form.
  const inline = found((text) =>
    commentsOf(text).flatMap((comment) =>
      [...comment.matchAll(/(?<!@typedef \{)\bimport\('[^']+'\)\.\w+/g)].map(([type]) => type),
    ),
  );
  expect(inline.length).toBeLessThanOrEqual(11);
});

test('parameters of an unknown type are those of what anybody may call', () => {
  const unknown = found((text) => [...text.matchAll(/@param \{unknown\}/g)].map(([one]) => one));
  expect(unknown.length).toBeLessThanOrEqual(253);
});

test('at most this many types turn all checks off', () => {
  const any = found((text) =>
    commentsOf(text).flatMap((comment) =>
      [...comment.matchAll(/@\w+ \{[^}]*\bany\b[^}]*\}/g)].map(([type]) => type),
    ),
  );
  expect(any.length).toBeLessThanOrEqual(172);
});

/** Returns the types that a file imports, as `file: Name`. @param {{name: string, text: string}} file */
function importsOf({ name, text }) {
  const imports = /(?:@import|^import type) \{([^}]*)\} from '(\.[^']+)'/gm;
  return [...text.matchAll(imports)].flatMap(([, names, from]) =>
    (names.match(/\w+/g) ?? []).map(
      (type) => `${path.posix.join(path.posix.dirname(name), from)}: ${type}`,
    ),
  );
}

test('an object that more than two modules share is declared in a type file', () => {
  const uses = files.flatMap(importsOf);
  const shapes = found((text) =>
    commentsOf(text).flatMap((comment) =>
      [...comment.matchAll(/@typedef \{(?:object|\{[^@]*?\})\} (\w+)/g)].map(([, type]) => type),
    ),
  ).filter((shape) => !shape.startsWith('engine/records/')); // generated
  expect(shapes.length).toBeGreaterThan(200);
  const shared = shapes.filter((shape) => uses.filter((use) => use === shape).length > 1);
  expect(shared).toEqual([]);
});

test('no type file stands beside a module of its name, which tsc would no longer check', () => {
  const modules = new Set(sources.map(({ name }) => name));
  const beside = files.filter(
    ({ name }) => modules.has(name.replace(/\.d\.ts$/, '.js')) && name.endsWith('.d.ts'),
  );
  expect(beside.map(({ name }) => name)).toEqual([]);
});
