// The Playground lab without its interpreter: the program in a link, the text in the element, completion of names.
import { describe, expect, test } from '@jest/globals';
import { deflateSync } from 'fflate';
import { experiments } from '../../web/labs/playground/experiments.js';
import chinese from '../../web/labs/playground/experiments.zh-Hans.js';
import {
  experimentsIn,
  translateExperiments,
  translated,
} from '../../web/labs/playground/translations.js';
import { programIn } from '../../web/labs/playground/text-content.js';
import { readTable } from '../../web/labs/playground/table.js';
import { readValues, writeValues } from '../../web/labs/playground/values.js';
import { notebookOf, pageOf } from '../../web/labs/playground/downloads.js';
import { fits, pack, unpack } from '../../web/labs/parts/packing.js';
import english from '../../web/i18n/playground.en.js';
import chineseWords from '../../web/i18n/playground.zh-Hans.js';
import { experimentNames, longestProgram } from '../../web/tables/playground.js';
import { format, initialParams, parse } from '../../web/tables/state.js';

const linkOf = (/** @type {string} */ program) =>
  format({ ...initialParams('playground'), code: pack(program) }, 'playground');

/** Returns the longest program that compresses worst: random characters. */
const noise = () => {
  let seed = 1;
  return Array.from({ length: longestProgram }, () => {
    seed = (seed * 48271) % 2147483647;
    return String.fromCharCode(33 + (seed % 94));
  }).join('');
};

describe('a program in a link', () => {
  test.each([
    ['nothing', ''],
    ['words of two languages', "print('权重', '√d_k', '\u{1f642}');\n"],
    ['the longest that there can be', noise()],
    ...Object.entries(experiments),
  ])('%s comes back as it was', (_name, program) => {
    const { params, notes } = parse(linkOf(program));
    expect(notes).toEqual([]);
    expect(unpack(String(params.code))).toBe(program);
  });

  test('Chinese takes more room, and what does not fit is told before', () => {
    let seed = 1;
    const chinese = (/** @type {number} */ length) =>
      Array.from({ length }, () => {
        seed = (seed * 48271) % 2147483647;
        return String.fromCharCode(0x4e00 + (seed % 20_000));
      }).join('');
    for (const length of [1000, 3000, 5000, 7000, 8192]) {
      const program = chinese(length);
      expect(parse(linkOf(program)).notes.length).toBe(fits(program) ? 0 : 1);
    }
    expect(fits(chinese(8192))).toBe(false);
  });

  test('beyond the limit it does not fit', () => {
    expect(fits('x'.repeat(longestProgram))).toBe(true);
    expect(fits('x'.repeat(longestProgram + 1))).toBe(false);
  });

  const letters = (/** @type {Uint8Array} */ bytes) =>
    Buffer.from(bytes)
      .toString('base64')
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '');

  test.each([
    ['nothing that base64 knows', 'a'],
    ['half a program', pack('print(1);\n'.repeat(40)).slice(0, 20)],
    ['a bomb', letters(deflateSync(new Uint8Array(2 ** 24), { level: 9 }))],
    ['one character too many', letters(deflateSync(Buffer.from('x'.repeat(longestProgram + 1))))],
    ['bytes that are no text', letters(deflateSync(Uint8Array.of(0xff, 0xfe, 0x80)))],
  ])('%s is no program', (_name, code) => expect(unpack(code)).toBeNull());

  test('letters that no link of ours has are told of', () => {
    const { params, notes } = parse('#lab=playground&code=%3Cb%3E');
    expect(params.code).toBe('');
    expect(notes).toMatchObject([{ reason: 'notPacked', key: 'code' }]);
  });
});

test('every experiment has a program, and no other has', () => {
  expect(Object.keys(experiments)).toEqual([...experimentNames]);
  expect(experimentNames.length).toBeGreaterThanOrEqual(15);
  for (const program of Object.values(experiments)) expect(fits(program)).toBe(true);
});

test('the words of the lab say how many experiments there are', () => {
  expect(experimentNames).toHaveLength(17);
  expect(english['playground.fallback']).toMatch(/one of seventeen experiments/);
  expect(chineseWords['playground.fallback']).toMatch(/有十七个实验/);
});

describe('the experiments in Chinese', () => {
  test.each(experimentNames)('%s says no sentence in English', async (name) => {
    await translateExperiments('zh-Hans');
    const program = experimentsIn('zh-Hans')[name];
    expect(fits(program)).toBe(true);
    const said = [...program.matchAll(/\/\/ (.*)|'([^'\n]*)'/g)].map(
      (found) => found[1] ?? found[2],
    );
    expect(said.filter((text) => /[a-z]{2,} [a-z]{2,} [a-z]+/i.test(text))).toEqual([]);
    for (const text of said) expect(text).not.toMatch(/ [，。；：？]/);
  });

  test.each(experimentNames)('%s has no words that its program lacks', (name) => {
    for (const [english, words] of Object.entries(chinese[name]))
      expect([english, translated(experiments[name], { [english]: words })]).not.toEqual([
        english,
        experiments[name],
      ]);
  });

  test('nothing but words is another', () => {
    expect(
      translated("// key\nkey('key', { key: 'a key' });\n", { key: '键', 'key:': '键:' }),
    ).toBe("// 键\nkey('键', { 键: 'a key' });\n");
  });
});

test('the text of a <pre> in an element is its program, without the indents of its page', () => {
  const programOf = (/** @type {string | null} */ text) =>
    programIn(
      /** @type {any} */ ({ querySelector: () => (text === null ? null : { textContent: text }) }),
    );
  expect(programOf('\n    const a = 1;\n\n      print(a);\r\n    \n')).toBe(
    'const a = 1;\n\n  print(a);\n',
  );
  expect(programOf(' \n ')).toBe('');
  expect(programOf(null)).toBe('');
});

test('values of controls travel, whatever their names, and what is none is passed over', () => {
  const values = { dk: 64, correlation: -0.25, 'soft cap': 20, 权重: 1e30, 'a.b~c,d': 3, gone: 2 };
  const names = Object.keys(values).filter((name) => name !== 'gone');
  const controls = writeValues(values, names);
  expect(controls).toMatch(/^dk~64,correlation~-0.25,soft.20cap~20,/);
  const { params, notes } = parse(
    format({ ...initialParams('playground'), controls }, 'playground'),
  );
  expect(notes).toEqual([]);
  const { gone: _, ...kept } = values;
  expect(readValues(params)).toEqual(kept);
  expect(readValues({ controls: 'dk~,x~NaN,~3,k~1e3' })).toEqual({ k: 1000 });
});

describe('a table of a program', () => {
  test.each([
    ['rows', [{ a: 1n, b: { c: 2n } }], [{ a: '1', b: '{"c":"2"}' }]],
    [
      'columns',
      { a: [1, 2], b: Float32Array.of(3) },
      [
        { a: 1, b: 3 },
        { a: 2, b: undefined },
      ],
    ],
    ['lists', [[1, 'x']], [{ 1: 1, 2: 'x' }]],
    ['one object', { a: 1 }, [{ a: 1 }]],
    ['nothing', null, [{ value: null }]],
  ])('of %s', (_name, data, rows) => expect(readTable(data).rows).toEqual(rows));

  test('may have very many columns', () => {
    const data = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`c${i}`, [i]]));
    expect(readTable(data).columns).toHaveLength(200_000);
  });
});

describe('files that do the same elsewhere', () => {
  const exported = {
    program: "print('</pre><script>alert(1)</script>' && 1);\n",
    values: { dk: 8 },
    link: 'https://example.org/#lab=playground&code=-->',
    language: 'en',
    home: 'https://example.org/',
  };

  test('a page holds the program as text', () => {
    const page = pageOf(exported);
    expect(page).toContain('&lt;/pre>&lt;script>alert(1)&lt;/script>');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/-->/g)).toHaveLength(1);
    expect(page).toContain('controls="dk~8"');
  });

  test('a notebook is one that Jupyter reads', () => {
    const { cells, nbformat } = JSON.parse(notebookOf(exported));
    expect(nbformat).toBe(4);
    expect(cells[1].source.join('')).toMatch(/^%%html\n<script type="module"/);
  });
});
