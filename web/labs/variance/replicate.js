/**
 * <sd-variance-replicate>: "I tried it and got 1.6." The visitor enters the shape, ddof and a result, and sees whether
 * it is unusual.
 *
 * Shows the sampling distribution of the variance of one small random product, where the visitor's number lies in it,
 * the expectation and why it is not d_k, and a verdict in words. With a NumPy seed it also shows NumPy's own digits,
 * and the program that prints them.
 */

/** @import { EventAt } from '../../charts/events.js' */
/** @import { SampleVariance } from '../../engine/index.js' */
/** @import { Format } from '../../i18n/index.js' */
/** @import { ViewOf } from '../parts/types.js' */
/** @import { Params } from '../parts/section.js' */

import { html, nothing } from 'lit';
import { histogram } from '../../charts/histogram.js';
import { variance } from '../../tables/variance.js';
import { histogramTable } from '../parts/figure.js';
import { dk, frac, id, num, op, row } from '../parts/math.js';
import { display } from '../parts/math-display.js';
import { picture } from '../parts/picture.js';
import { live } from '../parts/provisional.js';
import { optional, source } from '../parts/source.js';
import { gap, plain, rich } from '../parts/text.js';
import { oddness } from '../../pictures/ordinary.js';

/** The number fields of the form. */
const fields = ['rows', 'columns', 'inner', 'ddof', 'value', 'draws', 'numpySeed'].flatMap(
  (name) => variance.entries.find((entry) => entry.name === name) ?? [],
);

/** The values of the forum's question, which are the initial ones. */
const forum = Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));

/** @param {Params} params */
const shapeOf = ({ rows, columns, inner, ddof }) => ({
  rows: Number(rows),
  columns: Number(columns),
  dk: Number(inner),
  ddof: Number(ddof),
});

/** The shape for sentences, where d_k is called inner. @param {Params} params */
function wordsOf(params) {
  const { dk: inner, ...shape } = shapeOf(params);
  return { ...shape, inner };
}

const results = {
  sample: source({
    publish: 'replicate',
    needs: (params) => ({
      ...shapeOf(params),
      draws: Number(params.draws),
      seed: Number(params.seed),
      value: Number(params.value),
    }),
    compute: (_engine, options, work) => work.run('sampleVariance', options),
  }),
  numpy: optional(
    source({
      needs: (params) =>
        params.numpySeed === '' ? null : { ...shapeOf(params), seed: Number(params.numpySeed) },
      compute: (engine, options) => engine.productVariance(options),
    }),
  ),
};

/** @typedef {ViewOf<typeof results>} View */

export const VarianceReplicate = picture({
  name: 'variance-replicate',
  results,
  progress: 'sample',
  title: ({ t, params }) => plain(t, 'variance.replicate.figure', wordsOf(params)),

  shows(view, { sample }) {
    const { t, format, number, count, params } = view;
    const { quantiles, expectation, percentile } = sample;
    const short = shortOf(format);
    return {
      draw: (width, height) => drawSample(view, sample, width, height),
      summary: plain(t, 'variance.replicate.summary', {
        draws: count(sample.draws),
        expectation: number(expectation),
        median: short(quantiles.p50),
        low: short(quantiles.p05),
        high: short(quantiles.p95),
        value: number(params.value),
        percentile: format.fixed(percentile ?? NaN, 1),
      }),
      table: () => histogramTable(t, sample.histogram),
      hidesSummary: view.single,
    };
  },

  layout: (view, { head, figure, problem, more }) =>
    html`${head} ${renderForm(view)} ${problem} ${renderVerdict(view)} ${figure}
    ${renderNumpy(view)} ${more}`,

  more: (view) => [renderWhy(view), renderSeedHint(view)],
});

/** Three digits, because so few draws do not determine more. @param {Format} format */
const shortOf = (format) => (/** @type {number} */ value) => format.number(value, 3);

/** @param {View} view */
function renderForm({ t, params, set, status }) {
  const change = (/** @type {EventAt<HTMLInputElement>} */ { target }) =>
    set({ [target.name]: target.value });
  const nextSeed = () =>
    set({ numpySeed: params.numpySeed === '' ? 0 : Number(params.numpySeed) + 1 });
  return html`<form
    class="fields"
    @submit=${(/** @type {Event} */ event) => event.preventDefault()}
  >
    ${fields.map(
      ({ name, min, max }) =>
        html`<label class="field"
          ><span>${rich(t, `variance.param.${name}`)}</span>
          <input
            type="number"
            name=${name}
            min=${min}
            max=${max}
            step=${name === 'value' ? 'any' : '1'}
            inputmode=${name === 'value' ? 'decimal' : 'numeric'}
            placeholder=${name === 'numpySeed' ? t('variance.replicate.noSeed') : nothing}
            .value=${String(params[name])}
            @change=${change}
        /></label>`,
    )}
    <div class="choices">
      <button type="button" @click=${() => set(forum)}>${t('variance.replicate.forum')}</button>
      <button type="button" @click=${nextSeed}>${t('variance.replicate.nextSeed')}</button>
      ${status('sample', { once: true, per: 'variance.replicate.rate' })}
    </div>
  </form>`;
}

/** Says where the visitor's number lies so far. What that means is said once all repetitions are done. @param {View} view */
function renderVerdict({ t, format, number, params, results: { sample }, computation }) {
  const word = oddness(sample?.percentile);
  if (!sample || sample.percentile === undefined || !word)
    return html`<p class="verdict">${t('common.waiting')}</p>`;
  const percentile = format.fixed(sample.percentile, 1);
  const { provisional, stopped } = computation('sample');
  const verdict = `variance.replicate.verdict.${word}`;
  const pending = stopped ? nothing : t('common.waiting');
  return html`<p class="verdict" role="status">
    ${rich(t, 'variance.replicate.percentile', {
      value: html`<strong>${number(params.value)}</strong>`,
      percentile: live(percentile, { name: 'percentile', provisional }),
      expectation: live(number(sample.expectation), { name: 'expectation' }),
    })}${gap(t)}${provisional ? pending : rich(t, verdict, { value: number(params.value) })}
  </p>`;
}

/** @param {View} view @param {SampleVariance} sample @param {number} width @param {number} height */
function drawSample(view, { histogram: bars, quantiles, expectation }, width, height) {
  const { t, format, count, params } = view;
  const short = shortOf(format);
  const { p05, p50, p95 } = quantiles;
  const marker = (
    /** @type {string} */ key,
    /** @type {number} */ x,
    /** @type {any} */ color,
    dash = false,
  ) => ({ key, x, color, dash, label: t(`variance.replicate.mark.${key}`, { x: short(x) }) });
  const middle = width < 480 ? 'variance.replicate.middleShort' : 'variance.replicate.middle';
  const { above } = bars;
  return histogram({
    width,
    height,
    bars: { ...bars, label: t('variance.replicate.bars') },
    markers: [
      marker('median', p50, 'muted', true),
      marker('expectation', expectation, 'ink'),
      marker('yours', Number(params.value), 'score'),
    ],
    spans: [
      {
        key: 'middle',
        from: p05,
        to: p95,
        label: t(middle, { low: short(p05), high: short(p95) }),
      },
    ],
    x: { label: plain(t, 'variance.replicate.x', { ddof: Number(params.ddof) }) },
    y: { label: t('variance.histogram.density') },
    notes: above > 0 ? { above: t('variance.replicate.above', { count: count(above) }) } : {},
  });
}

/** Explains the expectation, with the numbers in the formula. @param {View} view */
function renderWhy({ t, format, number, count, params, results: { sample } }) {
  if (!sample) return nothing;
  const { rows, columns, inner, ddof } = wordsOf(params);
  const { expectation, quantiles } = sample;
  const n = rows * columns;
  const short = shortOf(format);
  const ddofWords = { 0: 'ddofZero', 1: 'ddofOne' }[ddof] ?? 'ddofOther';
  return html`<div class="why">
    <h4>${rich(t, 'variance.replicate.why', { expectation: number(expectation) })}</h4>
    <p>
      ${rich(t, 'variance.replicate.because', { n: count(n), inner: count(inner), below: count(n - 1), divisor: count(n - ddof) })}
    </p>
    ${display(
      row(
        dk,
        op('\u00d7'),
        frac(row(id('n'), op('\u2212'), num(1)), row(id('n'), op('\u2212'), num('ddof'))),
        op('='),
        num(count(inner)),
        op('\u00d7'),
        frac(num(count(n - 1)), num(count(n - ddof))),
        op('='),
        num(number(expectation), 's'),
      ),
    )}
    <p>
      ${rich(t, `variance.replicate.${ddofWords}`, { ddof })}
      ${rich(t, 'variance.replicate.spread', {
        median: short(quantiles.p50),
        low: short(quantiles.p05),
        high: short(quantiles.p95),
      })}
    </p>
  </div>`;
}

/** @param {View} view */
const renderSeedHint = ({ t, results: { numpy } }) =>
  numpy ? nothing : html`<p>${rich(t, 'variance.replicate.seedHint')}</p>`;

/** @param {View} view */
function renderNumpy({ t, params, set, results: { numpy } }) {
  if (!numpy) return nothing;
  const small = numpy.product.length <= 16;
  return html`<div class="numpy">
    <h4>${t('variance.replicate.numpy', { seed: params.numpySeed })}</h4>
    <pre
      tabindex="0"
      aria-label=${t('variance.replicate.program')}
    ><code>${programOf(params)}</code></pre>
    <p>
      ${rich(t, 'variance.replicate.prints', { value: html`<output data-value="numpy">${String(numpy.value)}</output>` })}
      <button type="button" @click=${() => set({ value: numpy.value })}>
        ${t('variance.replicate.use')}
      </button>
    </p>
    ${small ? html`<pre tabindex="0" aria-label=${t('variance.replicate.product')}><code>${matrixText(numpy.product, Number(params.columns))}</code></pre>` : nothing}
    <p class="note">${rich(t, 'variance.replicate.dot')}</p>
  </div>`;
}

/** Formats a matrix as NumPy prints it, with all digits. @param {readonly number[]} entries @param {number} columns */
function matrixText(entries, columns) {
  const rows = Array.from({ length: entries.length / columns }, (_, i) =>
    entries.slice(i * columns, (i + 1) * columns).join(', '),
  );
  return `[[${rows.join('],\n [')}]]`;
}

/** Returns the program that prints the same digits with NumPy. @param {Params} params */
function programOf(params) {
  const { rows, columns, inner, ddof } = wordsOf(params);
  return [
    'import numpy as np',
    `np.random.seed(${params.numpySeed})`,
    `a, b = np.random.randn(${rows}, ${inner}), np.random.randn(${inner}, ${columns})`,
    `print(np.var(np.matmul(a, b)${ddof === 0 ? '' : `, ddof=${ddof}`}))`,
    'print((np.dot(a, b) == np.matmul(a, b)).all())  # True',
  ].join('\n');
}
