// docs/teaching.md: every link opens its state unchanged, and every number in bold is the engine's for that state.
import { beforeAll, describe, expect, test } from '@jest/globals';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from '../../web/engine/index.js';
import { words } from '../../web/i18n/words.js';
import {
  modelOf,
  shownHead,
  shownQuery,
  weightRow,
  weightsUnder,
} from '../../web/labs/attention/model.js';
import { ceilingOf } from '../../web/labs/scoring/functions.js';
import { oneQuery } from '../../web/labs/softmax/query.js';
import { outcomeOf } from '../../web/pictures/verdict.js';
import { drawsOf } from '../../web/pictures/sweep.js';
import { sizesOf } from '../../web/tables/heads.js';
import { statisticsOptions } from '../../web/tables/softmax.js';
import { change, format, labOf, parse } from '../../web/tables/state.js';
import { rulesOf, trainerOptions } from '../../web/tables/training.js';
import { toEngineOptions } from '../../web/tables/variance.js';

/** @typedef {import('../../web/tables/state.js').Params} Params */
/** @typedef {{params: Params, also: (changes: object) => Params}} State  also: the same with the exercise's changes */
/** @typedef {{title: string, number: number, link: string, question: string, answer: string}} Exercise */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (/** @type {string} */ name) => fs.readFileSync(`${root}/docs/${name}`, 'utf8');
const guide = read('teaching.md');
const sheet = read('teaching-sheet.md');

/** The text from the heading of each exercise to the next heading. @type {Exercise[]} */
const exercises = guide.split(/^(?=##)/m).flatMap((section) => {
  const [, number, title, body] = /^### (\d+)\. (.*)\n\n([^]*)$/.exec(section) ?? [];
  if (!body) return [];
  const [link, ...paragraphs] = body.trim().split('\n\n');
  const answer = paragraphs.pop() ?? '';
  return [{ number: Number(number), title, link, question: paragraphs.join('\n\n'), answer }];
});

/** Returns the numbers in bold, as written. @param {Pick<Exercise, 'answer'>} exercise */
const writtenIn = ({ answer }) =>
  [...answer.matchAll(/\*\*(.*?)\*\*( %)?/g)].map(([, number, percent]) => ({
    number,
    unit: percent ? 100 : 1,
  }));

/**
 * Writes a number with as many digits as another one.
 * @param {number} value
 * @param {{number: string, unit: number}} as
 */
function writtenLike(value, { number, unit }) {
  const [whole, part = ''] = (value * unit).toFixed((number.split('.')[1] ?? '').length).split('.');
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, ' ') : whole;
  return part ? `${grouped}.${part}` : grouped;
}

/** @type {import('../../web/engine/index.js').Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd', workers: 0 });
  await Promise.all(Object.values(words).map((lab) => lab.learn('en', true)));
});

const theory = (/** @type {Params} */ params) => sd.scoreTheory(toEngineOptions(params));
const measured = (/** @type {Params} */ params) => sd.scoreStatistics(toEngineOptions(params));
const softmax = (/** @type {Params} */ params) => sd.softmaxStatistics(statisticsOptions(params));
const median = (/** @type {import('../../web/engine/types.js').Spread} */ { quantiles }) =>
  quantiles.p50;

/** Computes the distribution of np.var of a small product. @param {Params} params */
const replicated = ({ rows, columns, inner, ddof, draws, seed, value }) =>
  sd.sampleVariance({
    ...{ rows: Number(rows), columns: Number(columns), dk: Number(inner), ddof: Number(ddof) },
    ...{ draws: Number(draws), seed: Number(seed), value: Number(value) },
  });

/** Computes the statistics with as many queries as the table of "Do gradients vanish?". @param {Params} params */
function vanishing(params) {
  const options = statisticsOptions(params);
  return sd.softmaxStatistics({
    ...options,
    draws: drawsOf(options, 16384, { draws: 16384, components: 1.5e8 }),
  });
}

/** @type {Map<string, Promise<import('../../web/pictures/types.js').Outcome & {start: number}>>} */
const runs = new Map();

/** @param {Params} params @param {import('../../web/tables/training.js').Rule} rule */
async function run(params, rule) {
  const trainer = await sd.createTrainer(trainerOptions(params, rule));
  await trainer.step(Number(params.steps));
  const rows = await trainer.metrics();
  trainer.dispose();
  return { ...outcomeOf({ rule, rows, divergedAt: 0 }), start: rows[0].loss };
}

/**
 * Returns the start and the outcome of a state's networks. Several exercises use the same ones.
 * @param {Params} params
 */
const trained = (params) =>
  Promise.all(
    rulesOf(params).map((rule) => {
      const key = JSON.stringify(trainerOptions(params, rule));
      const known = runs.get(key) ?? run(params, rule);
      runs.set(key, known);
      return known;
    }),
  );

/** Returns the largest change of the output when 1/sqrt(d_k) moves from the scores into W_q. */
function folded() {
  const [width, heads, dk] = [64, 1, 64];
  const draw = (/** @type {number} */ stream) =>
    sd.randomTensor([width, heads * dk], { seed: 1, stream, sd: 0.2 });
  const [x, wq, wk, wv, wo] = [0, 1, 2, 3, 4].map(draw);
  const smaller = { ...wq, data: wq.data.map((value) => value / 8) };
  const outputs = [
    sd.multiHeadAttention(x, x, x, { wq, wk, wv, wo }, { heads, scale: 'rsqrt' }),
    sd.multiHeadAttention(x, x, x, { wq: smaller, wk, wv, wo }, { heads, scale: 'none' }),
  ];
  return sd.difference(outputs[0].output, outputs[1].output).largest;
}

/**
 * The engine's numbers for the state of each link, in the order of the answer's text.
 * @type {Record<number, (state: State) => number[] | Promise<number[]>>}
 */
const answers = {
  1({ params, also }) {
    const { scores, unscaled } = measured(params);
    return [theory(also({ scale: 'none' })).std, theory(params).std, unscaled.std, scores.std];
  },
  2({ also }) {
    const [one, four] = [256, 1024].map((dk) => theory(also({ dk, scale: 'none' })).std);
    return [four / one, four];
  },
  3({ also }) {
    const top = (/** @type {number} */ dk) => median(softmax(also({ dk })).topWeight);
    const dk = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].find((size) => top(size) > 0.99) ?? NaN;
    return [dk, top(64), top(dk)];
  },
  4({ params, also }) {
    const { compare, topWeight } = softmax(params);
    const narrow = softmax(also({ dk: 64 })).compare[0];
    expect(median(topWeight)).toBeGreaterThan(0.9999);
    return [median(compare[0].topWeight), median(narrow.topWeight), 0.9999];
  },
  5({ params }) {
    const [{ topWeight, effectiveKeys }] = softmax(params).compare;
    const even = sd.softmax({ data: new Float32Array(Number(params.keys)), shape: [8] }).data[0];
    return [even, median(topWeight), median(effectiveKeys)];
  },
  6: ({ params, also }) => [params.alpha, 0.5, 1].map((alpha) => theory(also({ alpha })).variance),
  7({ params }) {
    const { expectation, percentile = NaN } = replicated(params);
    return [expectation, percentile / 100];
  },
  8({ params }) {
    const { expectation, quantiles } = replicated(params);
    return [expectation, quantiles.p50, quantiles.p95];
  },
  9({ params, also }) {
    const of = (/** @type {object} */ changes) => [
      theory(also({ ...changes, scale: 'none' })).variance,
      theory(also(changes)).variance,
    ];
    return [...of({}), ...of({ queryMean: 0.5, keyMean: 0.5 }), theory(params).mean];
  },
  10({ params, also }) {
    const [shifted, plain] = [params, also({ shift: 0 })].map((one) => oneQuery(sd, one).after);
    return [Math.abs(shifted.topWeight - plain.topWeight)];
  },
  11({ params, also }) {
    const of = (/** @type {Params} */ one) => oneQuery(sd, one).before.weights.data;
    const [far, near] = [of(params), of(also({ logits: '1,0' }))];
    return [far[0] / far[1], far[0], near[0] / near[1], near[0]];
  },
  12: ({ params }) => [Number(params.keys), 64].map((keys) => ceilingOf(sd, keys, 1)),
  13({ also }) {
    const cells = [512, 64].flatMap((dk) =>
      [8, 64, 256].map((keys) => vanishing(also({ dk, keys }))),
    );
    const [scaled, ...others] = cells.map(({ compare }) => compare[0].dead.share);
    expect(others).toEqual(others.map(() => scaled));
    return [...cells.map(({ dead }) => dead.share), scaled];
  },
  14({ params }) {
    const { queryGradient: plain, compare } = softmax(params);
    const scaled = compare[0].queryGradient;
    return [plain.mean, median(plain), scaled.mean, median(scaled)];
  },
  15({ params }) {
    const model = modelOf(sd, params, null);
    const query = shownQuery(model, params);
    const head = shownHead(model, params, query);
    const animal = model.source.keys.indexOf('animal');
    return [weightRow(model, head, query), weightsUnder(sd, model, head, query, 'none')].map(
      (row) => row[animal],
    );
  },
  async 16({ params, also }) {
    const [[fold], [scaled]] = [
      await trained(params),
      await trained(also({ rules: 'rsqrt', gain: 1 })),
    ];
    expect(writtenLike(scaled.start, { number: '0.000', unit: 1 })).toBe(
      writtenLike(fold.start, { number: '0.000', unit: 1 }),
    );
    const { scale } = theory(change(parse('').params, { dk: params.dk }).params);
    return [scale, folded(), Number(params.gain), fold.start, fold.accuracy, scaled.accuracy];
  },
  async 17({ params, also }) {
    const both = await trained(params);
    const [scaled, plain] = await trained(also({ seed: 2 }));
    expect([...both, scaled].map(({ end }) => end)).toEqual(Array(3).fill('reached'));
    return [...both.map(({ at }) => at), scaled.at, plain.accuracy];
  },
  async 18({ params, also }) {
    const [scaled, plain] = await trained(params);
    expect([scaled.end, plain.end]).toEqual(['reached', 'short']);
    const narrow = await trained(also({ dk: 4 }));
    return [scaled.at, ...[scaled, plain, ...narrow].map(({ accuracy }) => accuracy)];
  },
  19({ params }) {
    const { parameters, rankBound, rank = NaN } = sd.headAlgebra(sizesOf(params));
    return [parameters.pair, parameters.merged, rankBound, rank];
  },
  20({ params, also }) {
    const { breakEven } = sd.headAlgebra({ ...sizesOf(params), spectrum: false });
    const even = sd.headAlgebra({ ...sizesOf(also({ dk: breakEven })), spectrum: false });
    expect(even.parameters.pair).toBe(even.parameters.merged);
    return [breakEven, even.parameters.pair];
  },
  21({ params, also }) {
    const [few, many] = [also({ heads: 8 }), params].map((one) =>
      sd.headAlgebra({ ...sizesOf(one), spectrum: false }),
    );
    return [few.parameters.total, many.parameters.total, many.rankBound, few.rankBound];
  },
  22({ params, also }) {
    const mean = (/** @type {object} */ changes) => theory(also(changes)).mean;
    const inverse = [64, 512].map((dk) => mean({ dk, scale: 'inverse' }));
    expect(inverse[1]).toBeCloseTo(inverse[0], 12);
    return [mean({}), mean({ dk: 512 }), measured(params).scores.mean, inverse[0]];
  },
};

/** Returns the states that a document names, without their #. @param {string} text */
const linksIn = (text) => [...text.matchAll(/`#([^`]+)`/g)].map(([, link]) => link);

describe('the links', () => {
  test.each([...new Set([...linksIn(guide), ...linksIn(sheet)])])(
    '#%s is read as it is',
    (link) => {
      const { params, notes } = parse(link);
      expect(notes).toEqual([]);
      expect(format(params, labOf(link))).toBe(link);
    },
  );

  test('what may be added to one is read, too', () => {
    const added = [...guide.matchAll(/`(&[^`]+)`/g)].map(([, text]) => text);
    expect(added.length).toBeGreaterThan(0);
    for (const text of added) expect(parse(`lab=softmax${text}`).notes).toEqual([]);
  });

  test('each exercise begins with one', () => {
    for (const { link } of exercises) expect(link).toMatch(/^`#[^`]+`$/);
  });
});

describe('the exercises', () => {
  test('are numbered, and all of them are checked', () => {
    expect(exercises.length).toBeGreaterThanOrEqual(15);
    expect(exercises.map(({ number }) => number)).toEqual(exercises.map((_, i) => i + 1));
    expect(Object.keys(answers).map(Number)).toEqual(exercises.map(({ number }) => number));
    expect(guide).toContain(`There are ${exercises.length} exercises`);
  });

  test.each(exercises)(
    '$number. $title',
    async (exercise) => {
      const link = linksIn(exercise.link)[0];
      const [lab, { params }] = [labOf(link), parse(link)];
      const also = (/** @type {object} */ changes) =>
        change(params, /** @type {Record<string, unknown>} */ (changes), lab).params;
      const values = await answers[exercise.number]({ params, also });
      const written = writtenIn(exercise);
      expect(written).toHaveLength(values.length);
      for (const [i, one] of written.entries()) {
        expect(writtenLike(values[i], one)).toBe(one.number);
      }
    },
    300_000,
  ); // thousands of queries, and networks to train
});

describe('what is named in italics', () => {
  test('as a picture or a button stands on the page', () => {
    const plain = (/** @type {string} */ text) => text.replace(/\s+/g, ' ');
    const said = new Set(
      Object.values(words).flatMap((lab) => Object.values(lab.en ?? {}).map(plain)),
    );
    const ours = /^(Aim|They know|The misconceptions?|Say at the end)$/;
    const named = [...guide.replace(/\*\*.*?\*\*/g, '').matchAll(/\*([^*]+)\*/g)]
      .map(([, name]) => plain(name))
      .filter((name) => !ours.test(name));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !said.has(name))).toEqual([]);
  });
});

describe('the sheet', () => {
  const flat = (/** @type {string} */ text) => text.replace(/\s+/g, ' ');

  test('asks what the exercises ask, in their order', () => {
    const asked = exercises.map(
      ({ number, link, question }) => `**${number}.** ${link} ${flat(question)} `,
    );
    const places = asked.map((text) => flat(sheet).indexOf(text));
    expect(places.filter((place) => place < 0)).toEqual([]);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(sheet.match(/^My guess: /gm)).toHaveLength(exercises.length);
  });

  test('has no answer', () => {
    const bold = [...sheet.matchAll(/\*\*(.*?)\*\*/g)].map(([, text]) => text);
    expect(bold).toEqual(exercises.map(({ number }) => `${number}.`));
  });
});

describe('in Chinese', () => {
  const [chinese, paper] = ['zh-Hans/teaching.md', 'zh-Hans/teaching-sheet.md'].map(read);
  /** @param {string} text */
  const sections = (text) => text.split(/^(?=### )/m).slice(1);

  test('the exercises have the links and the numbers of the English ones', () => {
    const [there, here] = [guide, chinese].map((text) =>
      sections(text).map((section) => [
        linksIn(section)[0],
        writtenIn({ answer: section.split(/^(?:Answer: |答案：)/m)[1].split('\n## ')[0] }).map(
          ({ number }) => number,
        ),
      ]),
    );
    expect(here).toEqual(there);
  });

  test('what is named in italics stands on the page', async () => {
    await Promise.all(Object.values(words).map((lab) => lab.learn('zh-Hans', true)));
    const said = new Set(
      Object.values(words).flatMap((lab) => Object.values(lab['zh-Hans'] ?? {})),
    );
    const ours = /^(目标|已经学过|常见的误解|结束时说)$/;
    const named = [...chinese.replace(/\*\*.*?\*\*/g, '').matchAll(/\*([^*]+)\*/g)]
      .map(([, name]) => name)
      .filter((name) => !ours.test(name));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !said.has(name))).toEqual([]);
  });

  test('the sheet asks what the exercises ask, without answers', () => {
    for (const [i, section] of sections(chinese).entries()) {
      const [, link, ...paragraphs] = section.split('\n\n');
      const asked = paragraphs.slice(
        0,
        paragraphs.findIndex((text) => text.startsWith('答案：')),
      );
      expect(paper).toContain(`**${i + 1}.** ${link}\n\n${asked.join('\n\n')}\n\n`);
    }
    expect(paper.match(/^我的预测：/gm)).toHaveLength(exercises.length);
    expect([...paper.matchAll(/\*\*(.*?)\*\*/g)]).toHaveLength(exercises.length);
  });
});
