/**
 * <sd-story-fan>: the sums that become the scores of one query, as random walks, and the weights that softmax makes of
 * their ends; below, the same divided by the square root of d_k. The upper fan opens as d_k grows, the lower one does not.
 *
 * A larger d_k keeps the first components of all vectors: the walks go on where they were.
 */
import { mathml } from 'lit';
import { bars } from '../../charts/bars.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { walks } from '../../charts/walks.js';
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

const sides = /** @type {const} */ (['before', 'after']);

/** Queries of which a typical one is told. */
const draws = 4000;

/** A fan, and its weights beside it; without the factor above, with it below. @param {Section} view @param {number} width */
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
  const longest = { ...vectors, dk: sizes.high, scale: /** @type {const} */ ('none') };
  const { walks: all } = engine.softmaxSample({ ...longest, returns: ['walks'] });
  return { dk: vectors.dk, before: side('none'), after: side('rsqrt'), reach: endsOf(all) };
}

/** The lowest and the highest place of all walks, with some room. @param {Tensor | undefined} walks @returns {[number, number]} */
function endsOf(walks) {
  let [low, high] = [0, 0];
  for (const at of walks?.data ?? []) [low, high] = [Math.min(low, at), Math.max(high, at)];
  const room = 0.04 * (high - low);
  return [low - room, high + room];
}

/** The fan that was made last: answer and picture show the same. @type {WeakMap<Engine, {of: string, fan: Fan}>} */
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
        scale: /** @type {const} */ ('none'),
        compare: [/** @type {const} */ ('rsqrt')],
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

/** The two panels of a side. @param {Section} view @param {Fan} fan @param {Side} side */
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

/** Mathematics is the same in all languages. */
const titles = /** @type {const} */ ({
  before: { walks: 'q·k', weights: 'softmax(q·k)' },
  after: { walks: 'q·k / √d_k', weights: 'softmax(q·k / √d_k)' },
});

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
    // The same for both, and for every d_k: what grows is seen to grow.
    y: { label: '', domain: reach, read: number },
  });
}

/**
 * Weights as bars.
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
      domain: [0, 1.15], // with room for the number over the highest bar
      ticks: [0, 0.5, 1],
      format: (value) => (value > 0 && value < 0.005 ? '≈ 0' : format.share(value, 0)),
      read: (value) => format.share(value),
    },
    name: (i) => t('story.key', { key: i + 1 }),
  });
