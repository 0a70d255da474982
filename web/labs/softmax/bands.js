/**
 * <sd-softmax-bands>: how the weights of many random queries spread, against d_k or the number of keys, rule by rule.
 *
 * The visitor sees one small picture per rule, with the quantiles of a chosen measure, and below them the share of
 * queries that get almost no gradient. The bands appear at once and sharpen.
 */
import { html } from 'lit';
import { bandKey, bands } from '../../charts/bands.js';
import { curves } from '../../charts/curves.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { constant } from '../../engine/border/constant.js';
import { drawOptions, isAlone, measures, ruleOption } from '../../tables/softmax.js';
import { plain, rich } from '../parts/text.js';
import { chips } from '../parts/chips.js';
import { interval95 } from '../../pictures/numbers.js';
import { fitted } from '../parts/figure.js';
import { columns, picture } from '../parts/picture.js';
import { live, soFar } from '../parts/provisional.js';
import { ruleText } from '../parts/rule.js';
import { measureAxis } from '../../pictures/measure-axis.js';
import {
  beyondEnd,
  lastSize,
  ownPlace,
  sizeAxis,
  sweepOf,
  sweepStatus,
  untilReady,
} from './sizes.js';
import { sizesOf } from '../../pictures/sweep.js';

/** @import { Figure } from '../../charts/types.js' */
/** @import { SoftmaxRuleStatistics as Statistics } from '../../engine/types.js' */
/** @import { View } from '../parts/types.js' */
/** @import { Params, Section } from '../parts/section.js' */
/** @import { Measure } from '../../pictures/measure-axis.js' */
/** @import { Swept } from './types.js' */

/** @typedef {'none' | 'rsqrt' | 'inverse' | 'cosine' | 'current'} Rule */
/** @typedef {{x: number, of: Statistics, draws: number}} Point */
/** @typedef {{key: Rule, label: string, points: Point[]}} Line  the measurements of a rule */
/** @typedef {{swept: Swept, lines: readonly Line[], measure: Measure, dead: 'dead' | 'deadQuery'}} Found */

const fixedRules = constant(['none', 'rsqrt', 'inverse', 'cosine']);

/** Dashes and names distinguish the rules. Colours stand for queries, keys and what is computed from them. */
const dashes = constant({
  none: true,
  rsqrt: false,
  inverse: 'dots',
  cosine: 'dash-dot',
  current: false,
});

/**
 * Returns the rules with a picture. The current one is added only if it is none of the others.
 * @param {Params} params
 * @returns {Rule[]}
 */
const rulesOf = ({ scale }) =>
  scale === 'alpha' || scale === 'number' ? [...fixedRules, 'current'] : [...fixedRules];

/**
 * Returns which share of dead queries is shown: that of the gradient in the bands.
 * @param {Params} params
 * @returns {'dead' | 'deadQuery'}
 */
const deadOf = ({ measure }) => (measure === 'queryGradient' ? 'deadQuery' : 'dead');

export const SoftmaxBands = picture({
  name: 'softmax-bands',
  results: {
    sweep: sweepOf((params) => {
      /** @type {'dk' | 'keys'} */
      const axis = params.axis;
      const options = drawOptions(params);
      const own = rulesOf(params).includes('current') ? [ruleOption(params)] : [];
      const rules = { scale: fixedRules[0], compare: [...fixedRules.slice(1), ...own] };
      const places = sizesOf(axis, options).map((size) => ({ ...options, ...rules, [axis]: size }));
      return { axis, places };
    }),
  },
  title: ({ t, params, count }) =>
    plain(t, `softmax.bands.figure.${params.axis}`, {
      measure: capital(plain(t, `softmax.bands.measure.${params.measure}`)),
      dk: count(params.dk),
      keys: count(params.keys),
    }),
  height: (width, view) => panelsHeight(width, layoutOf(view)),
  progress: 'sweep',

  controls(view) {
    const { t, params, set } = view;
    /** @param {'measure' | 'axis'} name @param {readonly string[]} values */
    const choices = (name, values) =>
      chips({
        values,
        chosen: params[name],
        label: (value) => rich(t, `softmax.bands.${name}.${value}`),
        choose: (value) => set({ [name]: value }),
      });
    return html`<div slot="controls" class="choices">
      <div class="choices" role="group" aria-label=${t('softmax.bands.measures')}>
        ${choices('measure', measures)}
      </div>
      <div class="choices" role="group" aria-label=${t('softmax.bands.axes')}>
        ${choices('axis', ['dk', 'keys'])} ${sweepStatus(view)}
      </div>
    </div>`;
  },

  shows(view, { sweep: swept }) {
    const { t, params, format, count } = view;
    const lines = rulesOf(params).map((rule, at) => lineOf(view, swept, rule, at));
    /** @type {Measure} */
    const measure = params.measure;
    const found = { swept, lines, measure, dead: deadOf(params) };
    const table = () => tableOf(view, found);
    const early = untilReady(view, swept);
    if (early) return { ...early, table, dead: { summary: early.summary, table } };
    /** @param {(of: Statistics) => string} read  writes a number of a rule at the last size */
    const atLast = (read) =>
      Object.fromEntries(fixedRules.map((rule) => [rule, read(lastOf(lines, rule))]));
    return {
      draw: (width) => drawBands(view, found, width),
      summary: plain(t, `softmax.bands.summary.${swept.axis}`, {
        measure: plain(t, `softmax.bands.measure.${measure}`),
        last: count(lastSize(swept)),
        ...atLast((of) => format.number(of[measure].quantiles.p50, 3)),
      }),
      table,
      ...(view.single ? {} : { verdict: verdictOf(view, found) }),
      dead: {
        /** @type {Figure['draw']} */
        draw: (width, height) => drawDead(view, found, { width, height }),
        summary: plain(t, `softmax.bands.deadSummary.${swept.axis}`, {
          last: count(lastSize(swept)),
          ...atLast((of) => format.share(of[found.dead].share)),
        }),
        table,
      },
    };
  },

  layout(view, { head, figure, problem, verdict, more, shown }) {
    const { t, params, computation, figureOf, single } = view;
    if (single) return [head, figure, problem, more];
    return [
      ...[head, figure, problem],
      html`<div data-aside>
        ${figureOf({
          name: 'softmax-dead',
          title: plain(t, `softmax.bands.dead.${deadOf(params)}`),
          height: 210,
          progress: computation('sweep').share,
          ...shown?.dead,
        })}
      </div>`,
      verdict,
      more,
    ];
  },

  more: ({ t, params }) => [
    rich(t, `softmax.bands.note.${params.measure}`),
    rich(t, 'softmax.bands.draws'),
  ],

  picked({ value }, { params, set }) {
    if (value !== undefined) set({ [params.axis]: value });
  },

  /** Lines belong to the factor, because they differ by their rule. */
  termOf: ({ key, group }) => (key || group ? 'factor' : ''),

  driven(term, { params: { scale } }) {
    if (term !== 'factor') return '';
    return scale === 'alpha' || scale === 'number' ? 'current' : String(scale);
  },
});

/**
 * Returns what has been measured so far for a rule.
 * @param {Section} view
 * @param {Swept} swept
 * @param {Rule} rule
 * @param {number} at  index of the rule
 * @returns {Line}
 */
function lineOf({ t, format, params }, { axis, sizes }, rule, at) {
  const ruled = () => ruleText(t, format, rule === 'current' ? params : { scale: rule });
  return {
    key: rule,
    label: rule === 'none' ? t('softmax.without') : ruled(),
    points: sizes.flatMap(({ result, ...size }) => {
      const of = at === 0 ? result : result?.compare[at - 1];
      return result && of ? [{ x: size[axis], of, draws: result.draws }] : [];
    }),
  };
}

/** Returns what was measured at the last size. @param {readonly Line[]} lines @param {Rule} rule */
function lastOf(lines, rule) {
  const [{ points }] = lines.filter(({ key }) => key === rule);
  return points[points.length - 1].of;
}

/** @param {Section} view */
function layoutOf(view) {
  const { t, params, single } = view;
  const words = {
    outer: t('softmax.bands.outer'),
    inner: t('softmax.bands.inner'),
    median: t('softmax.bands.median'),
    mean: t('softmax.bands.mean'),
  };
  const count = rulesOf(params).length;
  const layout = { count, height: 150, words, key: bandKey(words) };
  return single
    ? fitted(view, { ...layout, least: 128, most: 4 }, 0.6)
    : { ...layout, least: 230, most: 3 };
}

/** @param {Section} view @param {Found} found @param {number} width */
function drawBands(view, { swept, lines, measure }, width) {
  const { t, format, params } = view;
  const layout = layoutOf(view);
  // All rules share the axis.
  const all = lines.flatMap(({ points }) => points.map(({ of }) => of[measure]));
  const y = measureAxis(measure, all, (value) => format.number(value, 3));
  return panels(
    width,
    layout,
    lines.map(({ key, label, points }) => ({
      key,
      title: label,
      draw: ({ width: own, height, left, isLast }) =>
        bands({
          ...{ width: own, height, left },
          key: false,
          words: layout.words,
          series: [{ key, label: '', points: points.map(({ x, of }) => ({ x, ...of[measure] })) }],
          x: sizeAxis(swept, isLast ? plain(t, `softmax.bands.x.${swept.axis}`) : ''),
          y,
          at: ownPlace(params, swept),
        }),
    })),
  );
}

/** @param {Section} view @param {Found} found @param {{width: number, height: number}} size */
function drawDead({ t, format, params }, { swept, lines, dead }, { width, height }) {
  return curves({
    width,
    height,
    series: lines.map(({ key, label, points }) => ({
      ...{ key, label, dash: dashes[key], thin: key !== 'current' },
      dots: true,
      points: points.map(({ x, of }) => {
        const { share, standardError } = of[dead];
        const [low, high] = interval95(share, standardError);
        return [x, share, Math.max(0, low), Math.min(1, high)];
      }),
    })),
    x: sizeAxis(swept, plain(t, `softmax.bands.x.${swept.axis}`)),
    y: {
      label: '',
      domain: [0, 1],
      format: (value) => format.percent(value, 0),
      read: (value) => format.share(value),
    },
    at: ownPlace(params, swept),
  });
}

/** Says what the mean hides, at the last size without a factor. @param {View<{sweep: Swept}, {}>} view @param {Found} found */
function verdictOf(view, { swept, lines }) {
  const { t, format, count, params } = view;
  const { provisional } = view.computation('sweep');
  if (swept.axis === 'dk' && isAlone(params)) return rich(t, 'softmax.alone');
  const [none, scaled] = [lastOf(lines, 'none'), lastOf(lines, 'rsqrt')];
  const words = isAsTold(swept, lines) ? swept.axis : 'plain';
  const number = (/** @type {string} */ text) => live(text, { provisional });
  const verdict = rich(t, `softmax.bands.verdict.${words}`, {
    last: count(lastSize(swept)),
    dk: count(params.dk),
    keys: count(params.keys),
    median: number(format.number(none.logitGradient.quantiles.p50, 2)),
    mean: number(format.number(none.logitGradient.mean, 2)),
    scaled: number(format.number(scaled.logitGradient.quantiles.p50, 2)),
    dead: live(format.share(none.dead.share), { name: 'dead-last', provisional }),
    deadScaled: number(format.share(scaled.dead.share)),
    soFar: soFar(t, provisional),
  });
  return html`${verdict} ${beyondEnd(view, swept)}`;
}

/**
 * Whether the picture shows what the sentence says. An extreme temperature or spread leads to other pictures.
 * @param {Swept} swept
 * @param {readonly Line[]} lines
 */
function isAsTold({ axis }, lines) {
  if (lastOf(lines, 'rsqrt').dead.share > 0.05) return false;
  const { share } = lastOf(lines, 'none').dead;
  return axis === 'dk' ? share > 0.2 : share < lines[0].points[0].of.dead.share;
}

/** @param {Section} view @param {Found} found */
function tableOf({ t }, { swept, lines, measure }) {
  const quantiles = ['p05', 'p25', 'p50', 'p75', 'p95'];
  return {
    columns: [
      { key: 'rule', label: t('softmax.bands.column.rule') },
      { key: 'x', label: plain(t, `softmax.bands.x.${swept.axis}`) },
      { key: 'draws', label: t('softmax.param.draws') },
      { key: 'mean', label: t('softmax.bands.mean') },
      ...quantiles.map((key) => ({ key, label: `${Number(key.slice(1))}%` })),
      ...columns(t, 'softmax.bands.column', ['dead', 'deadQuery']),
    ],
    rows: lines.flatMap(({ label, points }) =>
      points.map(({ x, of, draws }) => ({
        ...{ rule: label, x, draws },
        mean: of[measure].mean,
        ...of[measure].quantiles,
        dead: of.dead.share,
        deadQuery: of.deadQuery.share,
      })),
    ),
  };
}

/** Capitalizes the start of a title. @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
