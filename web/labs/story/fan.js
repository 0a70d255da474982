/**
 * <sd-story-fan>: the sums that become the scores of one query, as random walks, and the softmax weights of their ends.
 * Below, the same sums divided by the square root of d_k. The upper fan opens as d_k grows, the lower one does not.
 *
 * A larger d_k keeps the first components of all vectors, so the walks continue where they were.
 */
import { mathml } from 'lit';
import { bars } from '../../charts/bars.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { walks } from '../../charts/walks.js';
import { constant } from '../../engine/border/constant.js';
import { keys, sizes, vectorsOf } from '../../tables/story.js';
import { frac, id, row, sqrt, sub, sup, tallParens } from '../parts/math.js';
import { display } from '../parts/math-display.js';
import { fitted } from '../parts/figure.js';
import { columns } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { rich, plain } from '../parts/text.js';
import { population } from '../softmax/population.js';
import { scene, button, slider } from './scene.js';

/** @import { Place } from '../../charts/types.js' */
/** @import { Engine } from '../../engine/index.js' */
/** @import { Tensor } from '../../engine/types.js' */
/** @import { Section } from '../parts/section.js' */

/** @typedef {ReturnType<typeof fanOf>} Fan */
/** @typedef {typeof sides[number]} Side */

const sides = constant(['before', 'after']);

/** Number of queries for the typical weights. */
const draws = 4000;

/**
 * Lays out each fan with its weights beside it: above without the factor, below with it.
 * @param {Section} view
 * @param {number} width
 */
const layoutOf = (view, width) =>
  fitted(
    view,
    {
      ...{ count: 4, least: 130, most: 2, foot: 0 },
      height: width < 400 ? 104 : width < 660 ? 112 : 190,
    },
    0.8,
  );

/** @param {Engine} engine @param {ReturnType<typeof vectorsOf>} vectors */
function fanOf(engine, vectors) {
  const side = (/** @type {'none' | 'rsqrt'} */ scale) => {
    const sample = engine.softmaxSample({ ...vectors, scale, returns: ['walks'] });
    const { weights, topWeight } = engine.softmaxMeasures(sample.logits);
    return {
      ...{ logits: sample.logits.data, weights: weights.data, topWeight },
      walks: /** @type {Tensor} */ (sample.walks).data,
      factor: sample.factor,
    };
  };
  const longest = { ...vectors, dk: sizes.high, scale: constant('none') };
  const { walks: all } = engine.softmaxSample({ ...longest, returns: ['walks'] });
  return { dk: vectors.dk, before: side('none'), after: side('rsqrt'), reach: endsOf(all) };
}

/**
 * Returns the lowest and the highest value of all walks, with a margin.
 * @param {Tensor | undefined} walks
 * @returns {[number, number]}
 */
function endsOf(walks) {
  let [low, high] = [0, 0];
  for (const at of walks?.data ?? []) [low, high] = [Math.min(low, at), Math.max(high, at)];
  const room = 0.04 * (high - low);
  return [low - room, high + room];
}

/** The last fan, so that answer and picture show the same. @type {WeakMap<Engine, {of: string, fan: Fan}>} */
const known = new WeakMap();

/** @param {Engine} engine @param {ReturnType<typeof vectorsOf>} vectors */
export function oneFan(engine, vectors) {
  const of = JSON.stringify(vectors);
  const found = known.get(engine);
  if (found?.of === of) return found.fan;
  const fan = fanOf(engine, vectors);
  known.set(engine, { of, fan });
  return fan;
}

/** softmax(Q K^T / sqrt(d_k)) V, with the root that the story is about. */
const formula = () =>
  display(
    row(
      id('softmax'),
      tallParens(
        frac(
          row(id('Q', 'q'), sup(id('K', 'k'), id('T'))),
          mathml`<mrow class="root">${sqrt(sub(id('d'), id('k')))}</mrow>`,
        ),
      ),
      id('V', 'v'),
    ),
  );

export const StoryFan = scene({
  name: 'story-fan',
  results: {
    fan: source({ needs: vectorsOf, compute: oneFan }),
    many: {
      ...population,
      needs: ({ dk, seed }) => ({
        ...{ dk: Number(dk), keys, seed: Number(seed), draws },
        scale: constant('none'),
        compare: [constant('rsqrt')],
      }),
      publish: 'fan',
      optional: true,
    },
  },
  hideTitle: true,
  title: ({ t, params, count }) =>
    plain(t, 'story.fan.figure', { keys, dk: count(Number(params.dk)) }),
  height: (width, view) => panelsHeight(width, layoutOf(view, width)),

  formula,
  act: (view) => [
    slider(view, {
      name: 'dk',
      label: rich(view.t, 'story.drag'),
      step: 1,
      shown: view.count(Number(view.params.dk)),
    }),
    button(view, {
      name: 'draw',
      label: view.t('story.again'),
      act: () => view.set(({ draw }) => ({ draw: Number(draw) + 1 })),
    }),
  ],
  opens: ({ dk, seed, draw }) => ({
    lab: 'softmax',
    dk: Number(dk),
    keys,
    seed: Number(seed),
    draw: Number(draw),
  }),

  shows(view, { fan }) {
    const { t, format, count } = view;
    const share = (/** @type {number} */ weight) => format.share(weight);
    return {
      draw: (width) =>
        panels(
          width,
          layoutOf(view, width),
          sides.flatMap((side) => partsOf(view, fan, side)),
        ),
      summary: plain(t, 'story.fan.summary', {
        keys,
        dk: count(fan.dk),
        before: share(fan.before.topWeight),
        after: share(fan.after.topWeight),
      }),
      table: () => ({
        columns: columns(t, 'story.fan.column', [
          'key',
          'score',
          'weight',
          'scaled',
          'scaledWeight',
        ]),
        rows: Array.from({ length: keys }, (_, i) => ({
          key: i + 1,
          score: fan.before.logits[i],
          weight: fan.before.weights[i],
          scaled: fan.after.logits[i],
          scaledWeight: fan.after.weights[i],
        })),
      }),
    };
  },
});

/** Returns the two panels of a side. @param {Section} view @param {Fan} fan @param {Side} side */
const partsOf = (view, fan, side) => [
  {
    key: `walks-${side}`,
    title: titles[side].walks,
    draw: (/** @type {Place} */ place) => drawWalks(view, fan, side, place),
  },
  {
    key: `weights-${side}`,
    title: titles[side].weights,
    draw: (/** @type {Place} */ place) => weightBars(view, fan[side].weights, place),
  },
];

/** Formulas are the same in all languages. */
const titles = {
  before: { walks: 'q·k', weights: 'softmax(q·k)' },
  after: { walks: 'q·k / √d_k', weights: 'softmax(q·k / √d_k)' },
};

/** @param {Section} view @param {Fan} fan @param {Side} side @param {Place} place */
function drawWalks({ t, count, number }, { dk, reach, ...fan }, side, { width, height, left }) {
  const { walks: sums, factor, weights } = fan[side];
  const top = weights.indexOf(Math.max(...weights));
  return walks({
    ...{ width, height, left },
    paths: Array.from({ length: keys }, (_, i) => ({
      key: `key-${i}`,
      label: t('story.key', { key: i + 1 }),
      sums: sums.subarray(i * dk, (i + 1) * dk),
    })),
    chosen: `key-${top}`,
    named: false,
    envelope: { label: '± √i', sd: factor },
    x: { label: '', read: count, ticks: [0, dk] },
    // The same axis for both and for every d_k, so that growth is visible.
    y: { label: '', domain: reach, read: number },
  });
}

/**
 * Draws weights as bars.
 * @param {Section} view
 * @param {Float32Array} values
 * @param {Place} place
 */
export const weightBars = ({ t, format }, values, { width, height, left }) =>
  bars({
    ...{ width, height, left },
    series: [{ key: 'weights', label: t('story.weight'), values, color: 'weight' }],
    x: { label: '' },
    y: {
      label: '',
      domain: [0, 1.15], // leaves space for the number above the highest bar
      ticks: [0, 0.5, 1],
      format: (value) => (value > 0 && value < 0.005 ? '≈ 0' : format.share(value, 0)),
      read: (value) => format.share(value),
    },
    name: (i) => t('story.key', { key: i + 1 }),
  });
