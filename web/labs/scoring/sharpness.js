/**
 * <sd-scoring-sharpness>: how sharp the weights are, as a function of d_k.
 *
 * Shows for each scoring function how the largest weight, or the number of effective keys, spreads over random queries
 * as d_k grows. The plain dot product and the distance end at one key, functions that divide by sqrt(d_k) keep their
 * sharpness, and the cosine flattens below a ceiling, which is measured here, too. The bands sharpen in passes.
 */
import { html } from 'lit';
import { bandKey, bands } from '../../charts/bands.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { constant } from '../../engine/border/constant.js';
import { functionNames, randomFunction, vectorOptions } from '../../tables/scoring.js';
import { plain, rich } from '../parts/text.js';
import { chips } from '../parts/chips.js';
import { fitted } from '../parts/figure.js';
import { columns, picture } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { ceilingOf, shareOf } from './functions.js';
import { scoringStyles } from './styles.js';

/** @import { ScoringFunctionStatistics } from '../../engine/types.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { FunctionName } from '../../tables/scoring.js' */
/** @import { Params, Section } from '../parts/section.js' */

/** @typedef {{dk: number, functions: ScoringFunctionStatistics[], draws: number}} Point */
/** @typedef {ReadonlyMap<FunctionName, number>} Ceilings  the largest possible weight, measured */
/** @typedef {{points: readonly Point[], ceilings: Ceilings}} Sharpness  points: in the order of their sizes */

const measures = constant(['topWeight', 'effectiveKeys']);

const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
const largest = sizes[sizes.length - 1];

/** Draws of each pass. The first appears at once. */
const passes = [64, 256, 1024];

/** Largest number of components per point. With many keys or large vectors there are therefore fewer draws. */
const mostComponents = 2 ** 23;

/** Below this width a panel's title has no space for a word, px. */
const roomForWord = 640;

const savedColumns = [
  ...['function', 'dk', 'measure', 'mean', 'p05', 'p25', 'p50', 'p75', 'p95', 'draws'],
];

export const ScoringSharpness = picture({
  name: 'scoring-sharpness',
  results: {
    sharpness: source({
      needs(params) {
        const { dk: _, ...vectors } = vectorOptions(params);
        const functions = functionNames.map((name) => randomFunction(params, name));
        return { vectors: { ...vectors, functions }, temperature: Number(params.temperature) };
      },
      async compute(engine, { vectors, temperature }, { signal, partial, progress }) {
        /** @type {Ceilings} */
        const ceilings = new Map([
          ['cosine', ceilingOf(engine, vectors.keys, 1)],
          ['temperature', ceilingOf(engine, vectors.keys, temperature)],
        ]);
        /** @type {Point[]} */
        const points = [];
        const found = () => ({ points: [...points], ceilings });
        partial(found());
        const plan = planOf(vectors.keys);
        for (const [step, { at, dk, draws }] of plan.entries()) {
          if ((points[at]?.draws ?? 0) < draws) {
            const options = { ...vectors, dk, draws, ...oneBin };
            const { functions } = await engine.run('scoringStatistics', options, { signal });
            points[at] = { dk, functions, draws };
            partial(found());
          }
          progress({ done: (step + 1) / plan.length, seconds: 0 });
        }
        return found();
      },
      publish: 'sharpness',
    }),
  },
  styles: [scoringStyles],
  title: ({ t, params, count }) =>
    plain(t, `scoring.sharpness.figure.${params.measure}`, { keys: count(Number(params.keys)) }),
  height: (width, view) => panelsHeight(width, fitted(view, layoutOf(view.t), 0.42)),
  progress: 'sharpness',

  above: ({ t, params, set }) =>
    html`<div class="choices">
      ${chips({
        values: measures,
        chosen: params.measure,
        label: (value) => rich(t, `scoring.measure.${value}`),
        choose: (measure) => set({ measure }),
      })}
    </div>`,

  controls({ t, status, count, results: { sharpness } }) {
    const draws = sharpness?.points.at(-1)?.draws ?? 0;
    const idle = draws ? rich(t, 'scoring.sharpness.idle', { draws: count(draws) }) : '';
    return html`<span slot="status">${status('sharpness', { idle })}</span>`;
  },

  shows: (view, { sharpness }) => ({
    draw: (width) => draw(view, width, sharpness),
    summary: summaryOf(view, sharpness),
    table: () => tableOf(view, sharpness),
  }),

  more: ({ t }) => rich(t, 'scoring.sharpness.note'),
});

/** The histogram of the scores is not needed. */
const oneBin = { bins: 1, range: constant([-1, 1]) };

/**
 * Plans pass after pass over all sizes at which a draw is not too large, so that the whole picture appears early.
 * @param {number} keys
 */
function planOf(keys) {
  const own = sizes.filter((dk) => dk * keys <= mostComponents / passes[0]);
  const most = (/** @type {number} */ dk) => Math.floor(mostComponents / (dk * keys));
  return passes.flatMap((pass) =>
    own.map((dk, at) => ({ at, dk, draws: Math.max(passes[0], Math.min(pass, most(dk))) })),
  );
}

/** Returns the chosen measure. @param {Params} params @returns {typeof measures[number]} */
const measureOf = ({ measure }) => measure;

/** @param {Translate} t */
const bandWords = (t) => ({
  outer: t('scoring.bands.outer'),
  inner: t('scoring.bands.inner'),
  median: t('scoring.bands.median'),
  mean: t('scoring.bands.mean'),
});

/** @param {Translate} t */
const layoutOf = (t) => ({
  ...{ count: functionNames.length, height: 150, least: 116, most: 4 },
  key: bandKey(bandWords(t)),
});

/** @param {Section} view @param {number} width @param {Sharpness} sharpness */
function draw(view, width, { points, ceilings }) {
  const { t, format, params } = view;
  const measure = measureOf(params);
  const isTop = measure === 'topWeight';
  const [dk, keys] = [Number(params.dk), Number(params.keys)];
  const words = bandWords(t);
  return panels(
    width,
    fitted(view, layoutOf(t), 0.42),
    functionNames.map((name, i) => {
      const title = plain(t, `scoring.function.${name}`);
      const ceiling = isTop ? ceilings.get(name) : undefined;
      return {
        key: name,
        title: ceiling === undefined ? title : withCeiling({ t, format }, name, ceiling, width),
        draw: ({ width: own, height, left, isLast }) =>
          bands({
            ...{ width: own, height, left, key: false, words },
            series: [
              {
                ...{ key: name, label: '', name: title },
                points: points.map(({ dk: x, functions }) => ({ x, ...functions[i][measure] })),
              },
            ],
            lines: ceiling === undefined ? [] : [ceilingLine(t, ceiling)],
            x: { label: isLast ? 'd_k' : '', scale: 'log', ticks: sizes, domain: [1, largest] },
            y: {
              label: '',
              domain: [0, isTop ? 1 : Math.max(1, keys)],
              read: (value) => format.number(value, 3),
            },
            at: dk <= largest ? dk : undefined,
          }),
      };
    }),
  );
}

/**
 * Returns the title of a panel with a ceiling.
 * @param {Pick<Section, 't' | 'format'>} view
 * @param {FunctionName} name
 * @param {number} ceiling
 * @param {number} width  of all panels
 */
function withCeiling({ t, format }, name, ceiling, width) {
  const limit = format.fixed(ceiling, 2);
  return width < roomForWord
    ? `${plain(t, `scoring.short.${name}`)} ≤ ${limit}`
    : `${plain(t, `scoring.function.${name}`)} · ${t('scoring.sharpness.ceiling')} ${limit}`;
}

/** @param {Translate} t @param {number} ceiling */
const ceilingLine = (t, ceiling) => ({
  key: 'ceiling',
  label: '',
  name: t('scoring.sharpness.ceiling'),
  points: [1, largest].map(/** @returns {[number, number]} */ (dk) => [dk, ceiling]),
  dash: true,
});

/** @param {Section} view @param {Sharpness} sharpness */
function summaryOf({ t, format, params, count }, { points, ceilings }) {
  const last = points.at(-1);
  if (!last) return undefined;
  const keys = Number(params.keys);
  if (keys === 1) return plain(t, 'scoring.sharpness.one');
  const measure = measureOf(params);
  const median = (/** @type {FunctionName} */ name) =>
    shareOf(format, last.functions[functionNames.indexOf(name)][measure].quantiles.p50);
  return plain(t, `scoring.sharpness.summary.${measure}`, {
    dk: count(last.dk),
    keys: count(keys),
    dot: median('dot'),
    scaled: median('scaled'),
    cosine: median('cosine'),
    temperature: median('temperature'),
    additive: median('additive'),
    ceiling: format.number(ceilings.get('cosine') ?? NaN, 3),
  });
}

/** @param {Section} view @param {Sharpness} sharpness */
function tableOf({ t }, { points, ceilings }) {
  const nameOf = (/** @type {FunctionName} */ name) => plain(t, `scoring.function.${name}`);
  const measured = functionNames.flatMap((name, i) =>
    points.flatMap(({ dk, functions, draws }) =>
      measures.map((measure) => ({
        ...{ function: nameOf(name), dk, measure: plain(t, `scoring.measure.${measure}`) },
        mean: functions[i][measure].mean,
        ...functions[i][measure].quantiles,
        draws,
      })),
    ),
  );
  const limits = [...ceilings].map(([name, mean]) => ({
    ...{ function: nameOf(name), measure: t('scoring.sharpness.ceiling'), mean },
  }));
  return { columns: columns(t, 'scoring.table', savedColumns), rows: [...measured, ...limits] };
}
