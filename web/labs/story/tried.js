/**
 * <sd-story-tried>: "I tried and got 1.6." The variance of the four numbers of a random 2x2 product: first single tries
 * (numpy.random.seed(0), seed(1) and so on), then the distribution of a thousand tries, with each divisor.
 */
import { histogram } from '../../charts/histogram.js';
import { constant } from '../../engine/border/constant.js';
import { tries } from '../../tables/story.js';
import { histogramTable } from '../parts/figure.js';
import { columns } from '../parts/picture.js';
import { optional, source } from '../parts/source.js';
import { plain, rich } from '../parts/text.js';
import { scene, button, choices } from './scene.js';

/** @import { SampleVariance } from '../../engine/index.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { ViewOf } from '../parts/types.js' */
/** @import { Params } from '../parts/section.js' */

/** The result in the forum's question. */
const got = 1.6;

/** Range of the axis. One try in fifty exceeds it. */
const range = constant([0, 8]);

/** Largest number of single tries. More lines could not be distinguished. */
const mostSingle = 20;

/** @param {Params} params */
const shapeOf = ({ ddof }) => {
  const { rows, columns: across, dk } = tries;
  return { rows, columns: across, dk, ddof: Number(ddof) };
};

const results = {
  /** Single tries, as NumPy makes them. */
  singles: source({
    needs: (params) => ({ ...shapeOf(params), count: Math.min(mostSingle, Number(params.tries)) }),
    compute: (engine, { count, ...shape }) =>
      Array.from({ length: count }, (_, seed) => engine.productVariance({ ...shape, seed }).value),
  }),
  many: optional(
    source({
      needs: (params) =>
        Number(params.tries) < tries.many
          ? null
          : { ...shapeOf(params), seed: Number(params.seed), draws: tries.many, bins: 32, range },
      compute: (engine, options) => engine.sampleVariance(options),
    }),
  ),
};

/** @typedef {ViewOf<typeof results>} View */

export const StoryTried = scene({
  name: 'story-tried',
  guesses: { one: () => [{ x: 1 }], half: () => [{ x: 1.5 }], two: () => [{ x: 2 }] },
  results,
  title: ({ t }) => plain(t, 'story.tried.figure'),
  height: 250,

  act: (view) => [
    button(view, {
      name: 'tries',
      label: view.t('story.tried.once'),
      act: () =>
        view.set(({ tries: made }) => ({
          tries: Number(made) < mostSingle ? Number(made) + 1 : 1,
        })),
    }),
    button(view, {
      name: 'tries',
      label: view.t('story.tried.many', { count: view.count(tries.many) }),
      act: () => view.set({ tries: tries.many }),
    }),
    choices(view, 'ddof', [0, 1], (ddof) =>
      view.t('story.tried.divisor', { ddof, divisor: 4 - ddof }),
    ),
  ],
  // The explanation is hidden until the visitor has tried.
  text: ({ t, params }) => [
    rich(t, 'story.tried.text'),
    t.language === 'en' ? ' ' : '',
    Number(params.tries) > 0 ? rich(t, 'story.tried.why') : '',
  ],
  opens: ({ seed, ddof, tries: made }) => ({
    ...{ lab: 'variance', seed: Number(seed), ddof: Number(ddof) },
    ...(made === tries.many && { draws: tries.many }),
    ...(made > 0 && made < tries.many && { 'numpy-seed': made - 1 }),
  }),

  shows(view, { singles, many }) {
    const { t } = view;
    const writeStatus = statusWriter(view, singles, many);
    return {
      draw: (width, height) => draw(view, singles, many, { width, height }),
      summary: writeStatus(plain),
      verdict: writeStatus(rich),
      table: () =>
        many
          ? histogramTable(t, many.histogram)
          : {
              columns: columns(t, 'story.tried.column', ['seed', 'variance']),
              rows: singles.map((variance, seed) => ({ seed, variance })),
            },
    };
  },
});

/** Returns a function that writes the result, or that there is none yet. @param {View} view @param {number[]} singles @param {SampleVariance | null} many */
function statusWriter({ t, count, format }, singles, many) {
  /** @type {[string, Record<string, string>]} */
  const words = many
    ? [
        'story.tried.said',
        {
          count: count(many.draws),
          mean: format.fixed(many.mean, 2),
          low: format.number(many.quantiles.p05, 2),
          high: format.number(many.quantiles.p95, 2),
        },
      ]
    : singles.length > 0
      ? ['story.tried.one', { value: format.fixed(singles[singles.length - 1], 2) }]
      : ['story.tried.none', {}];
  /** @template Said @param {(t: Translate, key: string, values: Record<string, string>) => Said} write */
  return (write) => write(t, ...words);
}

/** @param {View} view @param {number[]} singles @param {SampleVariance | null} many @param {{width: number, height: number}} size */
function draw({ t, format }, singles, many, size) {
  const [low, high] = range;
  const bars = many?.histogram ?? { low, high, counts: new Float64Array(1) };
  const single = singles.map((x, i) => ({
    key: `try-${i}`,
    // A value beyond the axis is drawn at its end.
    x: Math.min(x, high),
    color: constant('muted'),
    label: i === singles.length - 1 ? `${format.fixed(x, 2)}${x > high ? ' →' : ''}` : '',
  }));
  return histogram({
    ...size,
    bars: { ...bars, label: t('story.tried.tries') },
    markers: [
      { key: 'got', x: got, color: 'score', dash: true, label: format.number(got) },
      ...(many
        ? [
            {
              key: 'mean',
              x: many.mean,
              color: constant('ink'),
              label: t('story.tried.mean', { mean: format.fixed(many.mean, 2) }),
            },
          ]
        : single),
    ],
    x: { label: t('story.tried.x'), domain: [low, high] },
    y: { label: '', domain: many ? undefined : [0, 1], ticks: [] },
    legend: false,
  });
}
