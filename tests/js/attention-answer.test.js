/** The Attention lab's answer about the inspected query, for small, equal and too large numbers. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../web/engine/index.js';
import { formatters, translator } from '../../web/i18n/index.js';
import { words } from '../../web/i18n/words.js';
import { attentionData } from '../../web/files/attention-data.js';
import { readTensors } from '../../web/files/read-tensors.js';
import { answerOf } from '../../web/labs/attention/answer.js';
import { competitors } from '../../web/labs/attention/formula.js';
import {
  bestOf,
  modelInputs,
  modelOf,
  shownHead,
  shownQuery,
  weightRow,
} from '../../web/labs/attention/model.js';
import {
  overflowOf,
  overflownIn,
  overflownRows,
  summaryEnd,
} from '../../web/labs/attention/overflow.js';
import { colorDomain } from '../../web/labs/attention/colours.js';
import { holds, typedNumber } from '../../web/labs/attention/typed-number.js';
import { askedFor, correctedNotes } from '../../web/labs/attention/notes.js';
import { forgetting, keeping, stateFor } from '../../web/labs/attention/own-parts.js';
import { forExample } from '../../web/labs/attention/words.js';
import { exampleNames } from '../../web/tables/attention.js';
import { change, initialParams, parse } from '../../web/tables/state.js';
import { fetchOwnSource } from '../../web/labs/attention/source.js';

await fetchOwnSource();

/** @typedef {import('../../web/labs/attention/own.js').OwnData} OwnData */

const attentionWords = words.attention;

/** @type {import('../../web/engine/index.js').Engine} */
let sd;
beforeAll(async () => {
  await Promise.all([attentionWords.learn('en', true), attentionWords.learn('zh-Hans', true)]);
  sd = await load({ engine: 'simd', workers: 0 });
});

/** @param {Record<string, unknown>} [changes] @param {OwnData | null} [own] */
function shownOf(changes = {}, own = null) {
  const { params } = change(initialParams('attention'), changes, 'attention');
  const model = modelOf(sd, params, own);
  const query = shownQuery(model, params);
  return { params, model, shown: { query, head: shownHead(model, params, query) } };
}

/** @param {Record<string, unknown>} [changes] @param {OwnData | null} [own] */
function told(changes, own) {
  const { params, model, shown } = shownOf(changes, own);
  return answerOf(sd, params, model, shown, formatters('en'));
}

/** Parses Q, K and V as a visitor would paste them. @param {string} text */
function pasted(text) {
  const data = attentionData(readTensors(sd, 'pasted', text));
  if (data.kind === 'matrix') throw new Error('one matrix was read');
  return data;
}

describe('the answer', () => {
  test('opens with an effect that a person understands', () => {
    expect(told()).toEqual({
      key: 'attention.answer',
      values: { query: 'it', key: 'animal', weight: '69.7%', other: '98.2%', dk: '16' },
    });
    const { model, shown } = shownOf();
    const { scores } = model.head(shown.head);
    const row = scores?.data.subarray(shown.query * 12, (shown.query + 1) * 12);
    expect(Array.from(row ?? [], (score) => score + 0)).toEqual([
      0, 20, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0,
    ]);
  });

  test('does not give one number twice', () => {
    const differs = told({ token: 3, head: 1 });
    expect(differs.key).toBe('attention.answer');
    expect(differs.values.weight).not.toBe(differs.values.other);
    const sure = told({ head: 1, scale: 'number', factor: 1e6 });
    expect(sure.key).toBe('attention.answer.same');
    expect(sure.values.weight).toBe('over\u00a099.9%');
    expect(attentionWords.en?.[sure.key]).not.toContain('{other}');
  });

  test('says of a query that looks for nothing that it looks at all alike', () => {
    const { key, values } = told({ token: 3 });
    expect([key, values.query, values.count, values.weight]).toEqual([
      'attention.answer.even',
      "didn't",
      '12',
      '8.3%',
    ]);
    expect(told({ token: 3, mask: 'causal' })).toMatchObject({
      key: 'attention.answer.even',
      values: { count: '3' },
    });
  });

  test('tells equal weights of equal scores from equal weights of scores that differ', () => {
    const none = told({ scale: 'number', factor: 0 });
    expect(none).toEqual({
      key: 'attention.answer.even.factor',
      values: { query: 'it', count: '12', weight: '8.3%', factor: '0' },
      rest: 'attention.rest.even.factor',
    });
    expect(told({ example: 'repeated' }).rest).toBe('attention.rest.even');
    const near = pasted('Q\n1\n\nK\n1\n1.001\n\nV\n1\n2\n');
    const small = { source: 'own', scale: 'number', factor: 1e-5 };
    expect(told(small, near).key).toBe('attention.answer.even.factor');
    expect(told({ ...small, factor: 1 }, near).key).not.toMatch(/even/);
    // A hidden key may have any score.
    const hidden = pasted('Q\n1\n1\n1\n\nK\n1\n1\n7\n\nV\n1\n2\n3\n');
    expect(told({ source: 'own', token: 2, kind: 'causal' }, hidden)).toMatchObject({
      key: 'attention.answer.even',
      values: { count: '2' },
    });
  });

  test('counts in its words only what the query sees', () => {
    for (const language of /** @type {const} */ (['en', 'zh-Hans']))
      for (const key of ['attention.answer.even', 'attention.answer.even.factor'])
        expect(attentionWords[language]?.[key]).toMatch(/ it sees|看得到/);
  });

  test('does not blame the mask for scores that are all minus infinity', () => {
    const large = pasted('Q\n1e20\n1\n\nK\n-1e20\n-1e20\n\nV\n1\n2\n');
    const first = shownOf({ source: 'own', token: 1 }, large);
    expect(first.model.fullyMasked).toEqual(new Set());
    expect(overflowOf(first.model, 0, 0)).toEqual({ name: 'scores', row: 0, column: 0 });
    expect(overflownRows(first.model, 0)).toEqual([0]);
    expect(told({ source: 'own', token: 1 }, large).key).toBe('attention.overflow.scores');
    const scaled = pasted('Q\n1e17\n\nK\n-1e17\n-1e17\n\nV\n1\n2\n');
    const factor = { source: 'own', token: 1, scale: 'number', factor: 1e6 };
    expect(told(factor, scaled).key).toBe('attention.overflow.scaled');
    // The only visible key gets all the weight, whatever the scores of the others.
    const one = pasted('Q\n1e20\n\nK\n-1e20\n1\n\nV\n1\n2\n');
    expect(told({ source: 'own', token: 1 }, one).key).not.toMatch(/overflow|blind/);
  });

  test('of one head says nothing of the others, and what a mask hides stays hidden', () => {
    const two = pasted(
      JSON.stringify({
        q: [
          [[1e20], [1]],
          [[1], [1]],
        ],
        k: [
          [[-1e20], [-1e20]],
          [[1], [2]],
        ],
        v: [
          [[1], [2]],
          [[1], [2]],
        ],
      }),
    );
    const { model } = shownOf({ source: 'own', head: 2, token: 1 }, two);
    expect(overflownRows(model, 0)).toEqual([0]);
    expect(overflownRows(model, 1)).toEqual([]);
    expect(told({ source: 'own', head: 2, token: 1 }, two).key).toBe('attention.answer.same');
    const mask = { kind: 'causal', mask: 'padding', side: 'start', length: 1 };
    const hidden = shownOf({ source: 'own', token: 1, ...mask }, two);
    expect(hidden.model.fullyMasked).toEqual(new Set([0]));
    expect(overflownRows(hidden.model, 0)).toEqual([]);
    expect(told({ source: 'own', token: 1, ...mask }, two).key).toBe('attention.answer.blind');
  });

  test('what is said of the rows of several heads holds for all of them', () => {
    const two = pasted(
      JSON.stringify({
        q: [
          [[1], [1]],
          [[1e20], [1]],
        ],
        k: [
          [[1], [2]],
          [[1e20], [1]],
        ],
        v: [
          [[1], [2]],
          [[1], [2]],
        ],
      }),
    );
    const { model } = shownOf({ source: 'own', head: 0 }, two);
    expect([[0], [1], [0, 1]].map((heads) => overflownIn(model, heads))).toEqual([[], [0], [0]]);
    expect([[0], [1], [0, 1]].map((heads) => summaryEnd(model, heads))).toEqual([
      '',
      '.empty',
      '.empty',
    ]);
    const mask = { kind: 'causal', mask: 'padding', side: 'start', length: 1 };
    const masked = shownOf({ source: 'own', head: 0, ...mask }, two).model;
    expect(summaryEnd(masked, [0])).toBe('.empty');
    const last = { ...mask, side: 'end', length: 0 };
    expect(shownOf({ source: 'own', head: 0, ...last }, two).model.fullyMasked.size).toBe(2);
    for (const language of /** @type {const} */ (['en', 'zh-Hans']))
      expect(attentionWords[language]?.['attention.heat.summary.empty']).toMatch(/unless|除非/);
  });

  test('looks for the surest head among those that have weights', () => {
    const two = pasted(
      JSON.stringify({
        q: [[[1e20]], [[1]]],
        k: [
          [[1e20], [1e20]],
          [[1], [2]],
        ],
        v: [
          [[1], [2]],
          [[1], [2]],
        ],
      }),
    );
    const { model, params } = shownOf({ source: 'own', head: 0, token: 1 }, two);
    expect(shownHead(model, params, 0)).toBe(1);
    expect(bestOf([NaN, 0.2, NaN, 0.5])).toBe(3);
    expect(bestOf([NaN, NaN])).toBe(0);
  });

  test('names a key that the query sees, and one that is to blame', () => {
    const keys = pasted(
      'X\n1e20,0\n1,0\n1e20,1\n\nW_q\n1,0\n0,1\n\nW_k\n1e20,0\n0,1\n\nW_v\n1\n1\n',
    );
    expect(told({ source: 'own', token: 2 }, keys).values.token).toBe('t1');
    const mask = { mask: 'padding', side: 'start', length: 2 };
    expect(told({ source: 'own', token: 2, ...mask }, keys)).toEqual({
      key: 'attention.overflow.k',
      values: { query: 't2', token: 't3' },
    });
    const signs = pasted('Q\n1e20\n\nK\n-1e20\n1e20\n\nV\n1\n2\n');
    expect(told({ source: 'own' }, signs).values.token).toBe('k2');
  });

  test('says what overflowed, and where', () => {
    const own = pasted('Q\n1,0\n1e20,0\n\nK\n1,1\n1e20,1\n\nV\n1\n2\n');
    const one = shownOf({ source: 'own' }, own);
    expect(overflowOf(one.model, 0, 0)).toBe(null);
    expect(overflowOf(one.model, 0, 1)).toEqual({ name: 'scores', row: 1, column: 1 });
    expect(overflownRows(one.model, 0)).toEqual([1]);
    expect(told({ source: 'own', token: 2 }, own)).toEqual({
      key: 'attention.overflow.scores',
      values: { query: 't2', token: 't2' },
    });
    // An overflow that a mask hides does no harm.
    expect(told({ source: 'own', token: 1, mask: 'causal' }, own).key).not.toMatch(/overflow/);
  });

  test('tells an overflow of the projections and of the factor from one of the scores', () => {
    const projected = pasted('X\n1e20,0\n1,1\n\nW_q\n1e20,0\n0,1\n\nW_k\n1,0\n0,1\n\nW_v\n1\n1\n');
    expect(told({ source: 'own', token: 1 }, projected).key).toBe('attention.overflow.q');
    const large = pasted('Q\n1e18,0\n1,0\n\nK\n1e18,1\n1,0\n\nV\n1\n2\n');
    const scaled = { source: 'own', token: 1, scale: 'number', factor: 1000 };
    expect(told(scaled, large).key).toBe('attention.overflow.scaled');
  });
});

test('the formula shows the largest competitor', () => {
  for (const changes of [
    {},
    { example: 'wide' },
    { source: 'random', head: 1 },
    { kind: 'causal' },
  ]) {
    const { model, shown } = shownOf(changes);
    const row = weightRow(model, shown.head, shown.query);
    const best = bestOf(row);
    const masked = /** @type {import('../../web/engine/types.js').Tensor} */ (
      model.head(shown.head).masked
    );
    const [first] = competitors(model, masked.data, shown.query, best);
    const others = Array.from(row.keys()).filter((key) => key !== best);
    const logits = others.map((key) => masked.data[shown.query * row.length + key]);
    expect(first).toBe(Math.max(...logits));
    // With this competitor alone, the computed weight can only be too large. It is right to two digits where no other
    // key matters.
    const top = masked.data[shown.query * row.length + best];
    expect(1 / (1 + Math.exp(first - top))).toBeGreaterThanOrEqual(row[best] - 1e-6);
  }
});

describe('a sentence that somebody chooses', () => {
  const made = (
    /** @type {string} */ example,
    /** @type {Record<string, unknown>} */ changes = {},
  ) => forExample(example, shownOf(changes).params);

  test('brings its kind of attention and its head, and its own token', () => {
    expect(made('repeated')).toEqual({ token: 0, kind: 'self', head: 3 });
    expect(made('pair-fr')).toEqual({ token: 0, kind: 'cross', head: 1, second: '' });
    expect(made('tired', { kind: 'cross' })).toEqual({ token: 0, kind: 'self', head: 4 });
    expect(made('sorted', { kind: 'causal' })).toEqual({ token: 0, kind: 'causal', head: 4 });
  });

  test('leaves the heads of random matrices, and one’s own sentence brings nothing', () => {
    expect(made('law', { source: 'random' })).toEqual({ token: 0, kind: 'self' });
    expect(made('own')).toEqual({});
  });

  test('shows what it was made for', () => {
    for (const example of exampleNames.filter((name) => name !== 'own')) {
      const { model, shown } = shownOf({ example, ...made(example) });
      const row = weightRow(model, shown.head, shown.query);
      expect([example, row[bestOf(row)] > 1.5 / row.length]).toEqual([example, true]);
    }
  });
});

describe('a link that asks for too much', () => {
  test('is told what is shown', () => {
    const { params, notes } = parse('lab=attention&head=99&token=9999');
    const model = modelOf(sd, params, null);
    const asked = askedFor(params, initialParams('attention'));
    const told = correctedNotes(notes, params, model, asked);
    const used = told.map(({ key, used: shown }) => [key, shown]);
    expect(used).toEqual([
      ['head', '4'],
      ['token', '12'],
    ]);
    expect(shownHead(model, params, 0)).toBe(3);
    expect(shownQuery(model, params)).toBe(11);
  });

  test('also where the table has room for it and the model has not', () => {
    const { params, notes } = parse('lab=attention&head=10&token=50');
    expect(notes).toEqual([]);
    const model = modelOf(sd, params, null);
    const asked = askedFor(params, initialParams('attention'));
    expect(correctedNotes(notes, params, model, asked)).toEqual([
      { reason: 'clamped', key: 'head', value: '10', used: '4', limit: '4' },
      { reason: 'clamped', key: 'token', value: '50', used: '12', limit: '12' },
    ]);
    // Nobody asks for a head now, for example after another sentence was chosen, so there is no note about one.
    expect(correctedNotes(notes, params, model, askedFor(params, params))).toEqual([]);
    const few = parse('lab=attention&source=random&heads=2').params;
    const made = modelOf(sd, few, null);
    expect(correctedNotes([], few, made, askedFor(few, initialParams('attention')))).toEqual([]);
    const fits = parse('lab=attention&head=3&token=12').params;
    expect(correctedNotes([], fits, model, askedFor(fits, initialParams('attention')))).toEqual([]);
  });

  test('and of other notes nothing changes', () => {
    const { params, notes } = parse('lab=attention&heads=99&dk=x');
    const model = modelOf(sd, params, null);
    const asked = askedFor(params, initialParams('attention'));
    expect(correctedNotes(notes, params, model, asked)).toEqual(notes);
    expect(correctedNotes(notes, params, null, asked)).toBe(notes);
  });
});

test('a visitor’s data keep their places, until they are forgotten', () => {
  const [one, two, three, four] = [1, 2, 3, 4].map((q) => pasted(`Q\n${q}\n\nK\n1\n\nV\n1\n`));
  /** @type {ReturnType<import('../../web/labs/attention/own-parts.js').Keep>} */
  let list = [];
  for (const data of [one, two, three]) list = keeping(data)(list);
  expect(list).toEqual([one, two, three]);
  list = keeping(four)(list);
  expect(list).toEqual([null, two, three, four]);
  list = forgetting(list);
  expect(list).toEqual([null, null, null, null]);
  expect(keeping(one)(list)).toEqual([null, null, null, null, one]);
});

test('a visitor’s matrices are shown from their first head', () => {
  const own = pasted('Q\n1\n\nK\n1\n\nV\n1\n');
  expect(stateFor(own)).toEqual({ source: 'own', head: 1, token: 0 });
});

describe('a number that is typed into a cell', () => {
  const limits = { min: -1e6, max: 1e6 };
  test.each(['', ' ', '\u3000'])('"%s" is nothing', (text) => {
    expect(typedNumber(text, limits)).toEqual({ value: null, problem: 'empty' });
  });
  test.each([
    ['1.5', { value: 1.5 }],
    [' \u22122 ', { value: -2 }],
    ['\uff11e-3', { value: 0.001 }],
    ['\uff0d\uff11\uff0e\uff15', { value: -1.5 }],
    ['1e38', { value: 1e6, problem: 'clamped' }],
    ['-1e400', { value: -1e6, problem: 'clamped' }],
  ])('%s is taken', (text, typed) => {
    expect(typedNumber(text, limits)).toEqual(typed);
  });
  test.each(['1,5', '1/3', '0x10', '10²', '②', '1 000', 'NaN', 'Infinity', '--1', '1e'])(
    '"%s" is refused, and nothing is made of it',
    (text) => {
      expect(typedNumber(text, limits)).toEqual({ value: null, problem: 'notNumber' });
    },
  );
});

test('what was wrong with a number is told of its cell, its head and its state only', () => {
  const place = { name: 'q', row: 2, column: 0, head: 1 };
  const { params } = shownOf({ source: 'random', edits: '5,1,2,0,1000000' });
  const inputs = modelInputs(params);
  /** @type {import('../../web/labs/attention/typed-number.js').Noted} */
  const noted = { value: 1e6, problem: 'clamped', text: '1e38', place, inputs };
  expect(holds(noted, place, inputs)).toBe(true);
  expect(holds(null, place, inputs)).toBe(false);
  for (const other of [{ name: 'k' }, { row: 1 }, { column: 3 }, { head: 0 }])
    expect(holds(noted, { ...place, ...other }, inputs)).toBe(false);
  for (const [name, value] of [
    ['edits', ''],
    ['example', 'law'],
    ['seed', 2],
  ])
    expect(holds(noted, place, modelInputs({ ...params, [name]: value }))).toBe(false);
  expect(holds(noted, place, modelInputs({ ...params, step: 3, theme: 'dark' }))).toBe(true);
});

test('one of a kind is told in the singular', () => {
  const t = translator('en', words.attention);
  const [one, two] = ['1', '2'].map((count) =>
    [
      ...['edit.count', 'edit.lost', 'softmax.masked', 'masks.blind', 'terms.zero'],
      ...['overflow.note', 'blind.note'],
    ].map((key) => t(`attention.${key}`, { count, tokens: '“it”' })),
  );
  expect(one.slice(0, 5)).toEqual([
    'You have changed 1 cell.',
    '1 change fits no cell here.',
    '1 hidden key adds nothing.',
    '1 row sees nothing',
    '(1 term is 0)',
  ]);
  expect(two.slice(0, 5)).toEqual([
    'You have changed 2 cells.',
    '2 changes fit no cell here.',
    '2 hidden keys add nothing.',
    '2 rows see nothing',
    '(2 terms are 0)',
  ]);
  for (const note of one.slice(5)) expect(note).toContain('(1 row)');
  for (const note of two.slice(5)) expect(note).toContain('(2 rows)');
});

describe('the colours of a matrix', () => {
  const random = Array.from({ length: 400 }, (_, i) => Math.sin(i * i));
  test('reach to its largest value', () => {
    expect(colorDomain([0, -20, 16])).toEqual({ far: 20, isCut: false });
    expect(colorDomain([])).toEqual({ far: 1, isCut: false });
    expect(colorDomain([0, NaN, Infinity])).toEqual({ far: 1, isCut: false });
  });
  test('are looked for once a matrix', () => {
    const values = Float32Array.from(random);
    let asked = 0;
    const counted = new Proxy(values, {
      get(target, name) {
        asked++;
        const found = Reflect.get(target, name);
        return typeof found === 'function' ? found.bind(target) : found;
      },
    });
    const first = colorDomain(counted);
    const once = asked;
    expect(once).toBeGreaterThan(0);
    expect(colorDomain(counted)).toBe(first);
    expect(asked).toBe(once);
    expect(colorDomain(values)).toEqual(first);
  });
  test('but not to one that would bleach all others', () => {
    const { far, isCut } = colorDomain([...random, 1e6]);
    expect(isCut).toBe(true);
    expect(far).toBeLessThanOrEqual(1);
    expect(far).toBeGreaterThan(0.9);
  });
});
