/** Tokens joined by their weights. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { links, linksHeight, linkThreshold } from '../../../web/charts/links.js';
import { markup, numbersIn, readerOf } from './pictures.js';

/** @typedef {import('../../../web/charts/links.js').LinkSpec} LinkSpec */

const words = ['it', 'was', 'tired'];
const weights = [0.9, 0.1, 0, 0.5, 0.25, 0.25, 0, 0, 0];

/** @param {Partial<LinkSpec & {width: number}>} [more] */
const spec = (more = {}) => ({
  width: 640,
  query: { label: 'query', tokens: words },
  key: { label: 'key', tokens: words },
  heads: [{ label: 'one', weights }],
  ...more,
});
/** @param {Partial<LinkSpec & {width: number}>} [more] */
const draw = (more = {}) => links(spec(more));

/** Two columns: the tokens do not fit on one line. */
const narrow = { width: 100 };

/** @param {number} count */
const tokens = (count) => Array.from({ length: count }, (_, i) => `token${i}`);
/** @param {number} queries @param {number} keys @param {number} [heads] @returns {Partial<LinkSpec>} */
const even = (queries, keys, heads = 1) => ({
  query: { label: 'query', tokens: tokens(queries) },
  key: { label: 'key', tokens: tokens(keys) },
  heads: Array.from({ length: heads }, (_, h) => ({
    label: `head ${h}`,
    weights: new Float32Array(queries * keys).fill(1 / keys),
  })),
});

/** Returns the widths of the lines in a drawing. @param {unknown} content */
const lineWidths = (content) => numbersIn(markup(content), /stroke-width=([\d.]+)/g);

describe('lines between tokens', () => {
  test('are as thick as their weights', () => {
    const drawn = lineWidths(draw().content).sort((a, b) => b - a);
    expect(drawn).toHaveLength(4); // two of equal weight share a path
    drawn.forEach((width, i) => expect(width / 10).toBeCloseTo([0.9, 0.5, 0.25, 0.1][i], 1));
  });

  test('run from the query to the key, across the picture', () => {
    for (const width of [640, 100]) {
      const only = new Array(9).fill(0);
      only[2] = 1; // the first query sees the last key
      const picture = draw({ width, heads: [{ label: 'one', weights: only }] });
      const path = markup(picture.content).match(/d=M([\d.,]+)C\S+,([\d.]+,[\d.]+)>/) ?? [];
      const [from, to] = path.slice(1).map((place) => place.split(',').map(Number));
      const reader = readerOf(picture);
      expect(reader.nearest(from[0], from[1]).index).toBe(0);
      expect(reader.nearest(to[0], to[1]).index).toBe(words.length + 2);
    }
  });

  test('that are too light are left out, and that is said with their number', () => {
    const omitted = (/** @type {number} */ threshold, /** @type {number} */ count) =>
      `${count} below ${threshold}`;
    const picture = draw({ threshold: 0.2, omitted });
    expect(lineWidths(picture.content)).toHaveLength(3);
    expect(markup(picture.content)).toContain('1 below 0.2');
    expect(markup(draw({ threshold: 0.05, omitted }).content)).not.toContain('below');
    expect(linksHeight(640, spec({ threshold: 0.2, omitted }))).toBeGreaterThan(
      linksHeight(640, spec({ threshold: 0.05, omitted })),
    );
  });

  test('of even weights are all drawn for one head, and none of them for several', () => {
    expect(lineWidths(draw(even(40, 64)).content)).toHaveLength(40);
    expect(lineWidths(draw(even(40, 64, 4)).content)).toHaveLength(0);
    for (let keys = 1; keys <= 64; keys++) {
      const one = /** @type {LinkSpec} */ (spec(even(1, keys)));
      expect(linkThreshold(one)).toBeLessThan(1 / keys);
    }
  });

  test('of several heads keep their own places and colours, in one order', () => {
    const heads = [0, 1, 2].map((h) => ({ label: `head ${h}`, weights }));
    const text = markup(draw({ heads }).content);
    const pattern = /data-category=(\d)\s+stroke-width=\S+ stroke-opacity=\S+ d=M([\d.]+),/g;
    const begins = [...text.matchAll(pattern)].map((match) => match.slice(1).map(Number));
    // The first query has two lines from each head, which begin at the place of that head.
    expect(begins.slice(0, 6).map(([category]) => category)).toEqual([0, 0, 1, 1, 2, 2]);
    const places = begins.slice(0, 6).map(([, x]) => x);
    expect([places[1], places[3], places[5]]).toEqual([places[0], places[2], places[4]]);
    expect(places[0]).toBeLessThan(places[2]);
    expect(places[2]).toBeLessThan(places[4]);
    for (const { label } of heads) expect(text).toContain(label);
  });

  test('of a query that sees nothing are a cross', () => {
    const text = markup(draw().content);
    expect(text.match(/class="cross"/g)).toHaveLength(1);
    const { rows } = readerOf(draw({ fullyMasked: (query) => `${query} sees no key` })).stop(2);
    expect(rows).toEqual([{ label: '2 sees no key', value: '' }]);
  });
});

describe('a token that is read', () => {
  test('shows its lines alone, with their weights', () => {
    const reader = readerOf(draw());
    const query = markup(reader.stop(1).marks);
    expect(query.match(/class="link"/g)).toHaveLength(3);
    for (const shown of ['50\u00a0%', '25\u00a0%']) expect(query).toContain(shown);
    const key = markup(reader.stop(words.length).marks);
    expect(key.match(/class="link"/g)).toHaveLength(2);
    for (const shown of ['90\u00a0%', '50\u00a0%']) expect(key).toContain(shown);
  });

  test('tells its heaviest partners, those of each head where there are several', () => {
    const { title, rows, value } = readerOf(draw()).stop(0);
    expect([title, value]).toEqual(['query 1: it', [0, 0]]);
    expect(rows).toEqual([
      { label: 'it (1)', value: '90\u00a0%' },
      { label: 'was (2)', value: '10\u00a0%' },
    ]);
    const heads = ['a', 'b'].map((label) => ({ label, weights }));
    expect(
      readerOf(draw({ heads }))
        .stop(0)
        .rows.map(({ label }) => label),
    ).toEqual(['a: it (1)', 'b: it (1)']);
  });

  test('is the one under the pointer, and fires its mark', () => {
    for (const more of [{}, narrow]) {
      const reader = readerOf(draw(more));
      for (let index = 0; index < reader.count; index++) {
        const { cell } = reader.stop(index);
        if (!cell) throw new Error('a token has a cell');
        const near = reader.nearest((cell.left + cell.right) / 2, (cell.top + cell.bottom) / 2);
        expect(near).toEqual({ index, key: index < 3 ? `q${index}` : `k${index - 3}` });
      }
    }
  });

  test('is reached by arrow keys along the tokens and across the picture', () => {
    const moves = (
      /** @type {Partial<LinkSpec & {width: number}>} */ more,
      /** @type {string[]} */ keys,
    ) => {
      const reader = readerOf(draw({ ...even(6, 4), ...more }));
      return keys.map((key) => reader.step?.(5, key));
    };
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'x'];
    expect(moves(narrow, keys)).toEqual([4, 5, 5, 9, 0, 5, 0, undefined]);
    expect(moves({}, keys)).toEqual([5, 9, 4, 5, 0, 5, 0, undefined]);
  });
});

describe('the picture of tokens', () => {
  test('has a sentence in a line where it fits, else in a column', () => {
    const lines = (/** @type {number} */ width) =>
      new Set(numbersIn(markup(draw({ width }).content), /class="token" x=\S+ y=([\d.]+)/g)).size;
    expect([lines(640), lines(100)]).toEqual([2, 3]);
  });

  test('in columns a side that is wider than its words is named from the edge', () => {
    const { heads } = spec(even(40, 40));
    const query = { label: 'queries: each token looks', tokens: tokens(40) };
    const key = { label: 'keys: and is looked at', tokens: tokens(40) };
    const names = (/** @type {number} */ width) =>
      [
        ...markup(draw({ width, query, key, heads }).content).matchAll(
          /class="name" x="?([\d.]+)"? y=\S+ text-anchor="?(\w+)/g,
        ),
      ].map(([, x, anchor]) => [Number(x), anchor]);
    expect(names(280)).toEqual([
      [0, 'start'],
      [280, 'end'],
    ]);
    expect(names(640).map(([, anchor]) => anchor)).toEqual(['end', 'start']);
  });

  test('shortens what is too long for its column', () => {
    const long = 'Donaudampfschifffahrtsgesellschaft';
    const query = { label: 'query', tokens: [long, 'b', 'c'] };
    expect(markup(draw({ ...narrow, query }).content)).toContain('\u2026');
    expect(markup(draw({ query }).content)).toContain(long);
  });

  test('of any numbers of tokens and heads stays inside, at any width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 64 }),
        fc.integer({ min: 2, max: 64 }),
        fc.integer({ min: 1, max: 16 }),
        fc.integer({ min: 288, max: 1600 }),
        (queries, keys, heads, width) => {
          const all = /** @type {LinkSpec} */ (spec(even(queries, keys, heads)));
          const picture = links({ ...all, width });
          const text = markup(picture.content);
          expect(text).not.toMatch(/NaN|undefined|Infinity/);
          expect(picture.box.right).toBeLessThanOrEqual(width + 1e-9);
          expect(picture.box.bottom).toBeLessThanOrEqual(linksHeight(width, all));
          const reader = readerOf(picture);
          expect(markup(reader.stop(reader.count - 1).marks)).not.toMatch(/NaN|undefined/);
        },
      ),
      { numRuns: 60 },
    );
  });
});
