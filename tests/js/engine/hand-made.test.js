// Hand-made weights through the engine: where every head attends in the sentences of the Attention lab.
import { expect, test } from '@jest/globals';
import { sentencePresets } from '../../../web/labs/attention/sentences.js';
import { refusesOnEveryVariant } from './refusals.js';
import { onEveryVariant } from './variants.js';

/** @typedef {import('../../../web/engine/index.js').Engine} Engine */
/** @typedef {import('../../../web/engine/types.js').HandMadeOptions} HandMadeOptions */
/** @typedef {import('../../../web/engine/types.js').Tensor} Tensor */

/** Places the heads [H, in, out] side by side, as multiHeadAttention takes them. @param {Tensor} w @returns {Tensor} */
function sideBySide({ data, shape: [heads, rows, columns] }) {
  const joined = new Float32Array(data.length);
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < rows; i++) {
      const row = data.subarray((h * rows + i) * columns, (h * rows + i + 1) * columns);
      joined.set(row, (i * heads + h) * columns);
    }
  }
  return { data: joined, shape: [rows, heads * columns] };
}

/**
 * Returns the weights [H, L, S] of multi-head attention with hand-made parameters, and its output.
 * @param {Engine} sd
 * @param {HandMadeOptions} options
 * @param {import('../../../web/engine/types.js').ScaleOption} [scale]
 */
function attend(sd, options, scale = 'rsqrt') {
  const { x, context = x, wq, wk, wv, wo, heads } = sd.handMade(options);
  const parameters = { wq: sideBySide(wq), wk: sideBySide(wk), wv: sideBySide(wv), wo };
  const result = sd.multiHeadAttention(x, context, context, parameters, {
    ...{ heads: heads.length, scale },
    returns: ['output', 'weights'],
  });
  const [, keys] = [x.shape[0], context.shape[0]];
  const of = (/** @type {string} */ head, /** @type {number} */ i, /** @type {number} */ j) =>
    result.weights.data[(heads.findIndex((name) => name === head) * x.shape[0] + i) * keys + j];
  return { of, x, context, output: result.output };
}

/** @param {string} name */
function presetOf(name) {
  const found = sentencePresets.find(({ key }) => key === name);
  if (!found) throw new Error(`no sentence ${name}`);
  const { query, context } = found;
  return {
    ...found,
    options: {
      ...{ tokens: query.ids, kinds: query.kinds },
      ...(context && { context: { tokens: context.ids, kinds: context.kinds } }),
    },
  };
}

onEveryVariant('handMade', (engine) => {
  test('has the shapes and names that it promises', () => {
    const one = engine().handMade({ tokens: [0, 1, 2] });
    expect(one.heads).toEqual(['copy', 'previous', 'same', 'coreference']);
    expect([one.x, one.wq, one.wk, one.wv, one.wo].map(({ shape }) => shape)).toEqual([
      [3, 32],
      [4, 32, 16],
      [4, 32, 16],
      [4, 32, 16],
      [64, 32],
    ]);
    expect(one).not.toHaveProperty('context');
    const two = engine().handMade({ tokens: [0], context: { tokens: [1, 0] } });
    expect(two.heads).toEqual(['alignment']);
    expect([two.context?.shape, two.wq.shape, two.wo.shape]).toEqual([
      [2, 32],
      [1, 32, 16],
      [16, 32],
    ]);
    expect(two.x.data.subarray(0, 8)).toEqual(two.context?.data.subarray(32, 40));
  });

  test.each(
    /** @type {[string, string, string, number?][]} */ ([
      ['law', 'its', 'Law'],
      ['tired', 'it', 'animal'],
      ['wide', 'it', 'street'],
      ['repeated', 'him', 'dog', 0.3], // one of three nouns that fit
      ['tired-zh', '\u5b83', '\u52a8\u7269'],
      ['wide-zh', '\u5b83', '\u9a6c\u8def'],
      ['law-zh', '\u5b83', '\u6cd5\u5f8b'],
    ]),
  )('in the sentence "%s", %s looks most at %s', (name, pronoun, noun, least = 0.6) => {
    const { query, options } = presetOf(name);
    const [i, j] = [query.words.indexOf(pronoun), query.words.indexOf(noun)];
    const { of } = attend(engine(), options);
    const row = query.words.map((_, key) => of('coreference', i, key));
    expect(row.indexOf(Math.max(...row))).toBe(j);
    expect(row[j]).toBeGreaterThan(least);
  });

  test('with the factor the pronoun hesitates, without it hardly', () => {
    for (const name of ['tired', 'tired-zh']) {
      const { focus, options } = presetOf(name);
      const weight = (/** @type {'rsqrt' | 'none'} */ scale) =>
        attend(engine(), options, scale).of('coreference', focus, 1);
      expect(weight('rsqrt')).toBeCloseTo(0.697, 3);
      expect(weight('none')).toBeCloseTo(0.982, 3);
    }
  });

  test('every token of the sentences copies itself and finds the one before', () => {
    for (const { query, context, key } of sentencePresets) {
      if (context) continue;
      const { of } = attend(engine(), presetOf(key).options);
      query.words.forEach((_, i) => {
        expect(of('copy', i, i)).toBeGreaterThan(0.8);
        if (i > 0) expect(of('previous', i, i - 1)).toBeGreaterThan(0.8);
      });
    }
  });

  test('a repeated word finds its other places', () => {
    for (const name of ['repeated', 'repeated-zh']) {
      const { query, options, focus } = presetOf(name);
      const { of } = attend(engine(), options);
      const others = query.ids.flatMap((id, j) =>
        id === query.ids[focus] && j !== focus ? [j] : [],
      );
      const all = others.reduce((sum, j) => sum + of('same', focus, j), 0);
      expect(others.length).toBeGreaterThan(0);
      expect(all).toBeGreaterThan(0.8);
    }
  });

  test('words of two languages find each other, whatever their order', () => {
    for (const name of ['pair-zh', 'pair-fr']) {
      const { query, context, options } = presetOf(name);
      const { of } = attend(engine(), options);
      let found = 0;
      query.ids.forEach((id, i) => {
        const places = (context?.ids ?? []).flatMap((other, j) => (other === id ? [j] : []));
        if (places.length !== 1) return;
        found += 1;
        expect(of('alignment', i, places[0])).toBeGreaterThan(0.8);
      });
      expect(found).toBeGreaterThan(6);
    }
  });

  test('what "it" takes from the coreference head is the word it stands for', () => {
    const { query, options } = presetOf('tired');
    const { x, output } = attend(engine(), options, 'none');
    const [it, animal] = ['it', 'animal'].map((word) => query.words.indexOf(word));
    // Without the scale, every head takes almost a single value: "it" twice, the word before it, and "animal". Each is
    // a quarter of the output. "street" and other words reduce "animal" to 98 %.
    const before = it - 1;
    for (let c = 0; c < 8; c++) {
      const of = (/** @type {number} */ i) => x.data[i * 32 + c];
      expect(output.data[it * 32 + c]).toBeCloseTo((2 * of(it) + of(before) + of(animal)) / 4, 1.5);
    }
  });
});

refusesOnEveryVariant('handMade', [
  [(sd) => sd.handMade(), TypeError, 'tokens: got undefined; expected an array of whole numbers'],
  [
    (sd) => sd.handMade({ tokens: [] }),
    RangeError,
    'tokens: got 0 tokens; expected 1 to 64 of them',
  ],
  [
    (sd) => sd.handMade({ tokens: new Array(65).fill(0) }),
    RangeError,
    'tokens: got 65 tokens; expected 1 to 64 of them',
  ],
  [
    (sd) => sd.handMade({ tokens: new Array(2 ** 32 - 1) }),
    RangeError,
    'tokens: got 4294967295 tokens; expected 1 to 64 of them',
  ],
  [
    (sd) => sd.handMade({ tokens: [1], kinds: new Array(1) }),
    TypeError,
    'kinds[0]: got undefined; expected one of "word", "thing", "things", "being", "beings", "of-thing", "of-things", "of-being", "of-beings", "of-one", "of-many"',
  ],
  [
    (sd) => {
      const kinds = Object.assign(['word', 'no'], { *[Symbol.iterator]() {} });
      return sd.handMade({ tokens: [1, 2], kinds });
    },
    RangeError,
    'kinds[1]: got "no"; expected one of "word", "thing", "things", "being", "beings", "of-thing", "of-things", "of-being", "of-beings", "of-one", "of-many"',
  ],
  [
    (sd) => sd.handMade({ tokens: [240] }),
    RangeError,
    'tokens[0]: got 240; expected a whole number from 0 to 239',
  ],
  [
    (sd) => sd.handMade({ tokens: [1, 2], kinds: ['word'] }),
    RangeError,
    'kinds: got 1 kinds; expected 2, one for each token',
  ],
  [
    (sd) => sd.handMade({ tokens: [1], kinds: 'word' }),
    TypeError,
    'kinds: got "word"; expected an array with a kind for each token',
  ],
  [
    (sd) => sd.handMade({ tokens: [1], context: { tokens: [1], kinds: ['verb'] } }),
    RangeError,
    'context.kinds[0]: got "verb"; expected one of "word", "thing", "things", "being", "beings", "of-thing", "of-things", "of-being", "of-beings", "of-one", "of-many"',
  ],
  [
    (sd) => sd.handMade({ tokens: [1], words: [1] }),
    TypeError,
    'handMade: got the unknown name "words"; expected any of tokens, kinds, context',
  ],
]);
