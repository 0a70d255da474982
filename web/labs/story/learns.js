/**
 * <sd-story-learns>: which queries still learn. The gradients with respect to the scores of a hundred queries, from the
 * smallest to the largest, without and with the factor. Where the dots are below the line, query and key hardly change
 * any more.
 */
import { curves } from '../../charts/curves.js';
import { constant } from '../../engine/border/constant.js';
import { threshold as stuck } from '../../engine/border/defaults.js';
import { keys, queries, sizes } from '../../tables/story.js';
import { columns } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { plain, rich } from '../parts/text.js';
import { live } from '../parts/provisional.js';
import { scene, choices } from './scene.js';

/** @import { Engine } from '../../engine/index.js' */
/** @import { Section } from '../parts/section.js' */
/** @import { Work } from '../parts/types.js' */
/** @import { MarksOf } from './scene.js' */

/** The lower end of the axis. Smaller values are drawn on it. */
const floor = 1e-9;

/** How long it computes at a time, ms. */
const slice = 6;

const rules = constant(['none', 'rsqrt']);

/** @typedef {{options: {dk: number, keys: number, seed: number}, none: number[], rsqrt: number[]}} Gradients */

/** @param {Engine} engine @param {Gradients['options']} options @param {Pick<Work<Gradients>, 'signal' | 'progress'>} work */
async function gradientsOf(engine, options, { signal, progress }) {
  /** @type {Gradients} */
  const found = { options, none: [], rsqrt: [] };
  let start = performance.now();
  for (let draw = 0; draw < queries; draw++) {
    for (const scale of rules) {
      const { logits, weightGradient } = engine.softmaxSample({ ...options, draw, scale });
      found[scale].push(
        Number(engine.softmaxMeasures(logits, { weightGradient }).logitGradientNorm),
      );
    }
    if (performance.now() - start < slice) continue;
    progress({ done: draw / queries, seconds: 0, perSecond: 0 });
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    start = performance.now();
  }
  for (const scale of rules) found[scale].sort((one, other) => one - other);
  return found;
}

/**
 * Returns marks only for the larger d_k with as many keys as in the fan, which the question is about.
 * @param {number} share  of the queries
 * @returns {MarksOf}
 */
const asked =
  (share) =>
  ({ size, keys: count }) =>
    size === sizes.high && count === keys ? [{ x: 100 * share }] : [];

export const StoryLearns = scene({
  name: 'story-learns',
  guesses: { few: asked(0.05), some: asked(0.2), most: asked(0.6) },
  results: {
    gradients: source({
      needs: ({ size, keys: count, seed }) => ({
        dk: Number(size),
        keys: Number(count),
        seed: Number(seed),
      }),
      compute: gradientsOf,
      lazy: true,
    }),
  },
  progress: 'gradients',
  title: ({ t, count }) => plain(t, 'story.learns.figure', { queries: count(queries) }),
  height: 280,

  act: (view) => [
    choices(view, 'size', [sizes.low, sizes.high], (dk) =>
      rich(view.t, 'story.learns.size', { dk: view.count(dk) }),
    ),
    choices(view, 'keys', [keys, 256], (count) =>
      view.t('story.learns.keys', { keys: view.count(count) }),
    ),
  ],
  opens: ({ size, keys: count, seed }) => ({
    ...{ lab: 'softmax', dk: Number(size), keys: Number(count), seed: Number(seed) },
    ...{ measure: 'logitGradient', draws: queries },
  }),

  shows(view, { gradients }) {
    const { t, format, count } = view;
    const shareOf = (/** @type {number[]} */ all) =>
      all.filter((gradient) => gradient < stuck).length / queries;
    const words = {
      queries: count(queries),
      before: count(queries * shareOf(gradients.none)),
      after: count(queries * shareOf(gradients.rsqrt)),
    };
    return {
      draw: (width, height) => draw(view, gradients, { width, height }),
      summary: plain(t, 'story.learns.said', words),
      verdict: rich(t, 'story.learns.said', {
        ...words,
        before: live(words.before, { name: 'stuck' }),
        after: live(words.after, { name: 'stuck-scaled' }),
      }),
      table: () => ({
        columns: columns(t, 'story.learns.column', ['share', 'none', 'rsqrt']),
        rows: gradients.none.map((none, i) => ({
          share: format.percent((i + 0.5) / queries, 1),
          none,
          rsqrt: gradients.rsqrt[i],
        })),
      }),
    };
  },
});

/** @param {Section} view @param {Gradients} gradients @param {{width: number, height: number}} size */
function draw({ t, format }, gradients, size) {
  const read = (/** @type {number} */ value) =>
    value <= floor ? `≤ ${format.number(floor)}` : format.number(value, 2);
  const looks = constant({
    none: { color: 'ink', label: 'story.without' },
    rsqrt: { color: 'muted', label: 'story.with' },
  });
  return curves({
    ...size,
    series: [
      {
        ...{
          key: 'stuck',
          label: t('story.learns.line'),
          color: 'muted',
          dash: true,
          thin: true,
          read: false,
        },
        points: [
          [0, stuck],
          [100, stuck],
        ],
      },
      ...rules.map((rule) => ({
        key: rule,
        color: looks[rule].color,
        label: plain(t, looks[rule].label),
        line: false,
        dots: true,
        points: gradients[rule].map(
          /** @returns {[number, number]} */ (value, i) => [
            (100 * (i + 0.5)) / queries,
            Math.max(floor, value),
          ],
        ),
      })),
    ],
    x: {
      label: t('story.learns.x'),
      domain: [0, 100],
      format: (value) => format.percent(value / 100, 0),
      read: (value) => format.percent(value / 100, 1),
    },
    y: { label: t('story.learns.y'), scale: 'log', domain: [floor, 10], read },
  });
}
