// The Chinese documentation (docs/zh-Hans) has the same headings, programs and table rows as the English one. Other
// tests and scripts generate the text between markers in English pages; SCALEDOT_DOCS=update writes it in Chinese, with
// the words of docs-cells.js.
import { describe, expect, test } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import { cells } from './docs-cells.js';

const english = new URL('../../docs/', import.meta.url);
const chinese = new URL('zh-Hans/', english);
const names = /** @type {string[]} */ (fs.readdirSync(chinese, { recursive: true }))
  .map((name) => name.replaceAll(path.sep, '/'))
  .filter((name) => name.endsWith('.md'));
const read = (/** @type {string} */ name, folder = chinese) =>
  fs.readFileSync(new URL(name, folder), 'utf8');

// --- Generated blocks ------------------------------------------------------------------

/** Matches the text between `<!-- NAME -->` and `<!-- / -->`. */
const block = /(<!-- (\S+) -->)((?:(?!<!--)[^])*)(<!-- \/ -->)/g;
/** Matches names in code, lists of them, and numbers: they are the same in every language. */
const fact = /`[^`]*`(?:, `[^`]*`)*|-?\d+(?:\.\d+)*/g;
/** @type {Set<string>} */
const used = new Set();
/** @type {Set<string>} */
const missing = new Set();

/**
 * Translates a table cell, or a line outside of tables.
 * @param {string} text
 * @param {string} mark the name of the block, where the same words may have another meaning
 */
function translated(text, mark) {
  const facts = (text.match(fact) ?? []).map((each) => each.replaceAll('`, `', '`、`'));
  const words = text.replaceAll(fact, '#');
  const own = `${mark}: ${words}`;
  const key = own in cells ? own : words;
  if (!(key in cells) && /\p{L}/u.test(key)) missing.add(key);
  used.add(key);
  return (cells[key] ?? key).replaceAll('#', () => String(facts.shift()));
}

/** @param {string} line @param {string} mark */
function translatedLine(line, mark) {
  if (/^(#|\||-|$)/.test(line) && !line.startsWith('|')) return line;
  if (!line.startsWith('|')) return translated(line, mark);
  if (/^\|[ |:-]*$/.test(line)) return line.replaceAll(/-{4,}/g, '---').replaceAll(/ +/g, ' ');
  // A `|` inside a type is escaped with a backslash.
  const row = line.split(/(?<!\\)\|/).slice(1, -1);
  return `| ${row.map((cell) => translated(cell.trim(), mark)).join(' | ')} |`;
}

/** Translates a block. Programs stay as they are. @param {string} text @param {string} mark */
const translatedBlock = (text, mark) =>
  text.includes('```')
    ? text
    : text
        .split('\n')
        .map((line) => translatedLine(line, mark))
        .join('\n');

/** Returns the generated blocks of the English page, by the names of their markers. @param {string} name */
const blocksOf = (name) =>
  new Map([...read(name, english).matchAll(block)].map(([, , mark, text]) => [mark, text]));

test.each(names)('what is made in %s is that of the English page', (name) => {
  const blocks = blocksOf(name);
  missing.clear();
  const text = read(name);
  const marks = [...text.matchAll(block)].map(([, , mark]) => mark);
  expect(marks).toEqual([...blocks.keys()]);
  const now = text.replaceAll(block, (_, open, mark, __, end) =>
    [open, translatedBlock(String(blocks.get(mark)), mark), end].join(''),
  );
  expect([...missing]).toEqual([]); // must be added to docs-cells.js
  if (process.env.SCALEDOT_DOCS === 'update') fs.writeFileSync(new URL(name, chinese), now);
  else expect(text).toBe(now);
});

test('no word of the dictionary is left over', () => {
  expect(Object.keys(cells).filter((key) => !used.has(key))).toEqual([]);
});

// --- Written text ----------------------------------------------------------------------

describe.each(names)('%s', (name) => {
  const both = [read(name, english), read(name)];

  test('has the headings of the English page', () => {
    const [there, here] = both.map((text) => [...text.matchAll(/^#+ /gm)].map(String));
    expect(here).toEqual(there);
  });

  test('has its programs, but for comments and what HTML says', () => {
    const programs = /^( *)```(\w*).*\n([^]*?)^ *```$/gm;
    const [there, here] = both.map((text) =>
      [...text.matchAll(programs)].map(([, , language, code]) => [
        language,
        language === 'html' ? '' : code.replaceAll(/(^|\s+)(\/\/|#) .*$/gm, ''),
      ]),
    );
    expect(here).toEqual(there);
  });

  // The programs of docs/hosts are files, which `npm test -- hosts` builds.
  if (name.startsWith('hosts/'))
    test('has its files as they are', () => {
      const [there, here] = both.map((text) => text.match(/^(`{3,})\w+.*\n[^]*?\n\1$/gm));
      expect(here).toEqual(there);
    });

  test('has the rows of its tables, with their names and numbers', () => {
    const [there, here] = both.map((text) =>
      [...text.matchAll(/^\|.*\|$/gm)]
        .filter(([row]) => !/^[ |:-]*$/.test(row))
        .map(([row]) => (row.match(/`[^`]*`|\d+(?:[.,]\d+)*/g) ?? []).sort()),
    );
    expect(here).toEqual(there);
  });

  test('says every name in code that the English page says', () => {
    const [there, here] = both.map((text) =>
      [...text.replaceAll(/^ *(`{3,})[^]*?^ *\1$/gm, '').matchAll(/`[^`]+`/g)].map(([code]) =>
        code.replaceAll(/\s+/g, ' '),
      ),
    );
    expect(there.filter((code) => !here.includes(code))).toEqual([]);
  });

  test('leads to pages in Chinese where there are some', () => {
    const folder = path.posix.dirname(`zh-Hans/${name}`);
    const others = [...both[1].matchAll(/\]\(([\w./-]+\.md)/g)].map(([, other]) =>
      path.posix.join(folder, other),
    );
    expect(others.filter((other) => names.includes(other))).toEqual([]);
  });

  // Markdown turns a line break within a paragraph into a blank, which would separate words or precede a full-width
  // stop.
  test('has no blank before a stop or between words', () =>
    expect(
      both[1].match(/ [，。；：！？]|[\p{Script=Han}，。；：！？、](?=\n[\p{Script=Han}“（])/gu),
    ).toBe(null));
});
