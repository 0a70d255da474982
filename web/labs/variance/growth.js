/**
 * <sd-variance-growth>: the variance of the scores as a function of d_k, one line per rule.
 *
 * Shows measured points with their 95 % intervals on the theoretical lines, on two logarithmic axes. Without a factor
 * the line rises, with 1/d_k it falls, and only with 1/sqrt(d_k), the exponent 1/2, it stays flat. Points appear as
 * they are computed.
 */

/** @import { Series } from '../../charts/types.js' */
/** @import { ViewOf } from '../parts/types.js' */
/** @import { Params } from '../parts/section.js' */

import { html } from 'lit';
import { curves } from '../../charts/curves.js';
import { constant } from '../../engine/border/constant.js';
import { exponentRange } from '../../tables/entries.js';
import { toEngineOptions } from '../../tables/variance.js';
import { columns, picture } from '../parts/picture.js';
import { optional, source } from '../parts/source.js';
import { plain, rich } from '../parts/text.js';
import { ruleText, ruleWords } from '../parts/rule.js';

/** @typedef {'none' | 'rsqrt' | 'inverse' | 'current'} Rule */
/** @typedef {{variance: number, standardError: number}} Measured  The variance of the scores before any factor */

/** d_k = 1, 2, 4 ... 4096 */
const sizes = Array.from({ length: 13 }, (_, i) => 2 ** i);

const last = sizes[sizes.length - 1];

/** Largest number of queries and of keys for a point, so that all points together take only a moment. */
const most = 128;

/** With correlated q and k every score draws its own vectors. This limits the components per point. */
const mostComponents = 4e6;

/** Rules are distinguished by dashes and names. Colours stand for queries, keys and their results. */
const dashes = constant({
  none: true,
  rsqrt: false,
  inverse: 'dots',
  current: 'dash-dot',
});

/**
 * Returns the rules with a line. The current rule has its own only if it is none of the three.
 * @param {Params} params
 * @returns {Rule[]}
 */
const rulesOf = ({ scale }) =>
  scale === 'alpha' || scale === 'number'
    ? ['none', 'rsqrt', 'inverse', 'current']
    : ['none', 'rsqrt', 'inverse'];

/** Returns the options of a measurement: of the scores before any factor. @param {Params} params @param {number} dk */
function optionsOf(params, dk) {
  const options = toEngineOptions(params);
  const { queries, keys, correlation } = options;
  const side =
    correlation === 0 ? most : Math.min(most, Math.floor(Math.sqrt(mostComponents / dk)));
  return {
    ...options,
    dk,
    scale: constant('none'),
    queries: Math.min(side, queries),
    keys: Math.min(side, keys),
    bins: 1,
  };
}

const results = {
  /** One measurement for each size that has arrived. */
  measured: optional(
    source({
      // d_k and the factor do not change these points.
      needs: (params) => sizes.map((dk) => optionsOf(params, dk)),
      /** Measures one size after the other, so that a change of the controls never waits long. */
      async compute(engine, all, { signal, partial }) {
        /** @type {Measured[]} */
        let measured = [];
        for (const options of all) {
          const { scores, standardError } = await engine.run('scoreStatistics', options, {
            signal,
          });
          const { variance } = scores;
          measured = [...measured, { variance, standardError: standardError.variance }];
          partial(measured);
        }
        return measured;
      },
    }),
  ),
  /** The theoretical lines and the measured points of each rule, and the current state's place on them. */
  growth: source({
    needs: (params, { results: { measured } }) => ({
      options: optionsOf(params, Number(params.dk)),
      scale: toEngineOptions(params).scale,
      rules: rulesOf(params),
      measured: measured ?? [],
    }),
    compute(engine, { options, scale, rules, measured }) {
      const scales = rules.map((rule) => (rule === 'current' ? scale : rule));
      const lines = engine.scoreGrowth(options, { sizes, scales, measured });
      return {
        lines: lines.map((line, i) => ({ rule: rules[i], ...line })),
        here: { x: options.dk, y: engine.scoreTheory({ ...options, scale }).variance },
      };
    },
  }),
};

/** @typedef {ViewOf<typeof results>} View */
/** @typedef {NonNullable<View['results']['growth']>} Growth */

export const VarianceGrowth = picture({
  name: 'variance-growth',
  results,
  above: (view) => renderSlider(view),
  title: ({ t }) => plain(t, 'variance.growth.figure'),
  height: 340,

  shows(view, { growth }) {
    const { t, number, count, params, format } = view;
    const theoryAt = (/** @type {Rule} */ rule, /** @type {number} */ at) =>
      number(growth.lines.find((line) => line.rule === rule)?.theory[at].variance ?? NaN);
    const end = sizes.length - 1;
    return {
      draw: (width, height) => draw(view, growth, width, height),
      summary: plain(t, 'variance.growth.summary', {
        start: theoryAt('none', 0),
        most: count(last),
        none: theoryAt('none', end),
        rsqrt: theoryAt('rsqrt', end),
        inverse: theoryAt('inverse', end),
      }),
      table: () => ({
        columns: columns(t, 'variance.growth.column', [
          ...['rule', 'dk', 'variance', 'low', 'high', 'theory'],
        ]),
        rows: growth.lines.flatMap(({ rule, measured, theory }) =>
          measured.map((point, i) => ({
            rule: labelOf(view, rule),
            ...point,
            theory: theory[i].variance,
          })),
        ),
      }),
      verdict: rich(t, 'variance.growth.now', {
        dk: number(params.dk),
        rule: ruleWords(t, format, params),
        variance: number(growth.here.y),
      }),
    };
  },
  more: ({ t }) => rich(t, 'variance.growth.note', { most }),

  /** d_k drives the point on the line of the factor. The components drive the start of all lines. */
  driven(term, { params: { scale } }) {
    if (term === 'dk') return 'here';
    if (term === 'factor') return scale in dashes ? String(scale) : 'current';
    return term === '' ? '' : 'none';
  },
  /** Lines differ by their factor. */
  termOf: ({ key }) => (key === '' ? '' : 'factor'),
  picked({ value }, { set }) {
    if (value !== undefined) set({ dk: value });
  },
});

/** The exponents of the rules that have one. @type {Readonly<Record<string, number>>} */
const exponents = { none: 0, rsqrt: 0.5, inverse: 1 };

/** Returns the exponent of the current rule. @param {Params} params */
const exponentOf = ({ scale, alpha }) => exponents[scale] ?? Number(alpha ?? 0.5);

/** @param {View} view */
function renderSlider({ t, format, params, set }) {
  const exponent = exponentOf(params);
  const slide = (/** @type {Event & {target: HTMLInputElement}} */ { target }) =>
    set({ scale: 'alpha', alpha: Number(target.value) });
  return html`<div class="choices">
    <label class="slide"
      ><span>${rich(t, 'variance.growth.alpha')}</span>
      <input
        type="range"
        min=${exponentRange.low}
        max=${exponentRange.high}
        step=${exponentRange.step}
        .value=${String(exponent)}
        @input=${slide}
      />
      <output class="number"
        >${params.scale === 'number' ? '\u2013' : format.fixed(exponent, 2)}</output
      >
    </label>
  </div>`;
}

/** @param {View} view @param {Rule} rule */
const labelOf = ({ t, format, params }, rule) =>
  ruleText(t, format, rule === 'current' ? params : { scale: rule });

/** @param {View} view @param {Growth} growth @param {number} width @param {number} height */
function draw(view, { lines, here }, width, height) {
  const { t, number, format } = view;
  const isInside = here.x <= last;
  const label = { dk: number(here.x), variance: number(here.y) };
  const mark = { key: 'here', ...here, label: plain(t, 'variance.growth.here', label) };
  return curves({
    width,
    height,
    series: lines.flatMap((line) => seriesOf(line, labelOf(view, line.rule))),
    x: { label: plain(t, 'variance.growth.x'), scale: 'log', domain: [1, last], ticks: sizes },
    y: {
      label: t('variance.growth.y'),
      scale: 'log',
      read: (value) => format.number(value, 3),
    },
    at: isInside ? here.x : undefined,
    marks: isInside && here.y > 0 ? [mark] : [],
  });
}

/**
 * Returns a rule's line and its points. Leaves out variances of zero, which a logarithmic axis cannot show.
 * @param {Growth['lines'][number]} line
 * @param {string} label
 * @returns {Series[]}
 */
function seriesOf({ rule, theory, measured }, label) {
  const line = theory.filter(({ variance }) => variance > 0);
  const points = measured.filter(({ variance }) => variance > 0);
  return [
    {
      ...{ key: rule, label, dash: dashes[rule], thin: rule !== 'rsqrt' },
      points: line.map(({ dk, variance }) => [dk, variance]),
    },
    {
      ...{ key: rule, label: '', line: false, dots: true },
      points: points.map(({ dk, variance, low, high }) => [
        dk,
        variance,
        low > 0 ? low : variance / 10,
        high,
      ]),
    },
  ];
}
