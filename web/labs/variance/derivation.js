/**
 * <sd-variance-derivation>: why the variance is d_k, in six steps, each with its live numbers.
 *
 * The visitor goes from the mean and variance of one component to the scaled score. Beside every line are the
 * theoretical and the measured values. Dropping an assumption marks the steps that break, and the numbers show it.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { ViewOf } from '../parts/types.js' */
/** @import { Params } from '../parts/section.js' */

import { html, nothing } from 'lit';
import { constant } from '../../engine/border/constant.js';
import { toEngineOptions } from '../../tables/variance.js';
import { display } from '../parts/math-display.js';
import { withInterval } from '../../pictures/numbers.js';
import { picture } from '../parts/picture.js';
import { optional, source } from '../parts/source.js';
import { formulas } from './derivation-steps.js';
import { stepperStyles } from './styles.js';
import { rich } from '../parts/text.js';

/** @typedef {ReturnType<typeof toEngineOptions>} Options */
/** @typedef {'all' | 'means' | 'independent' | 'identical'} Assumption */
/** @typedef {'holds' | 'changed' | 'broken'} Status */
/** @typedef {(typeof steps)[number]} Step */

/** @type {readonly Assumption[]} */
const assumptions = ['all', 'means', 'independent', 'identical'];

const steps = constant([
  'component',
  'productMean',
  'productVariance',
  'sumMean',
  'sumVariance',
  'factor',
]);

/**
 * The steps whose rule fails, not only their number, when an assumption is dropped.
 * @type {Readonly<Record<Assumption, readonly Step[]>>}
 */
const broken = {
  all: [],
  means: ['productVariance'],
  independent: ['productMean', 'productVariance'],
  identical: [],
};

/** The moments that the later lines are about. */
const moments = constant({
  productMean: { of: 'product', moment: 'mean', name: 'productMean' },
  productVariance: { of: 'product', moment: 'variance', name: 'productVariance' },
  sumMean: { of: 'sum', moment: 'mean', name: 'sumMean' },
  sumVariance: { of: 'sum', moment: 'variance', name: 'sumVariance' },
  factor: { of: 'scaled', moment: 'variance', name: 'scaledVariance' },
});

/** Keeping every assumption also resets what the lab's controls have changed about them. */
const standard = { queryMean: 0, keyMean: 0, querySd: 1, keySd: 1, correlation: 0 };

/** Numbers of queries and of keys behind the measured values: of single products, and of whole sums. */
const sampleSizes = { product: 1000, sum: 200 };

/** With correlated q and k every score draws its own vectors. This limits the components of a side. */
const mostComponents = 4e6;

/**
 * Returns the dropped assumption: dropped here, or by the lab's controls.
 * @param {Params} params
 * @returns {Assumption}
 */
function offOf({ assume, correlation, queryMean, keyMean, querySd, keySd }) {
  if (assume && assume !== 'all') return assume;
  if (correlation !== 0) return 'independent';
  if (queryMean !== 0 || keyMean !== 0) return 'means';
  return querySd !== 1 || keySd !== 1 ? 'identical' : 'all';
}

/** Returns the lab's options without the dropped assumption. @param {Params} params @returns {Options} */
function optionsOf(params) {
  /** @type {Options} */
  const options = { ...toEngineOptions(params), bins: 1 };
  const { query, key, correlation } = options;
  // Keeps means that the visitor has set. Otherwise sets both to 1.
  if (params.assume === 'means' && query.mean === 0 && key.mean === 0)
    return { ...options, query: { ...query, mean: 1 }, key: { ...key, mean: 1 } };
  if (params.assume === 'independent')
    return { ...options, generator: 'scaledot', correlation: correlation || 1 };
  if (params.assume === 'identical')
    return {
      ...options,
      generator: 'scaledot',
      query: { ...query, distribution: 'uniform', sd: 2 },
      key: { ...key, distribution: 'laplace' },
    };
  return options;
}

/** Returns the number of queries, and of keys, on which the sum is measured. @param {Options} options */
function sumSize({ dk, correlation }) {
  if (correlation === 0) return sampleSizes.sum;
  return Math.max(8, Math.min(sampleSizes.sum, Math.floor(Math.sqrt(mostComponents / dk))));
}

const side = (/** @type {number} */ size) => ({ queries: size, keys: size });

const results = {
  laws: source({
    needs: optionsOf,
    compute(engine, options) {
      const query = constant({ distribution: 'normal', mean: 0, sd: 1 });
      const ideal = { ...options, query, key: query, correlation: 0 };
      return { theory: threeLaws(engine, options), ideal: threeLaws(engine, ideal) };
    },
  }),
  measured: optional(
    source({
      needs: optionsOf,
      publish: 'derivation',
      async compute(engine, options, { signal }) {
        const measure = (/** @type {Partial<Options>} */ of) =>
          engine.run('scoreStatistics', { ...options, ...of }, { signal });
        const product = await measure({ ...side(sampleSizes.product), dk: 1, scale: 'none' });
        return { product, sum: await measure(side(sumSize(options))) };
      },
    }),
  ),
};

/** @typedef {ViewOf<typeof results>} View */
/** @typedef {NonNullable<View['results']['laws']>} Laws */

export const VarianceDerivation = picture({
  name: 'variance-derivation',
  styles: [stepperStyles],
  results,
  layout: (view, { head, problem, more }) =>
    html`${head} ${renderAssumptions(view)} ${problem}
      <ol class="steps">
        ${steps.map((step, index) => (view.single && index !== stepOf(view) ? nothing : renderStep(view, step, index)))}
      </ol>
      ${renderButtons(view)} ${more}`,

  more({ t, count, params }) {
    const size = sumSize(optionsOf(params));
    return rich(t, 'variance.derivation.note', { pairs: count(size * size) });
  },
});

/** @param {View} view */
const renderAssumptions = ({ t, params, set }) =>
  html`<fieldset class="choices">
    <legend>${t('variance.derivation.assume')}</legend>
    ${assumptions.map(
      (assume) =>
        html`<label class="switch"
          ><input
            type="radio"
            name="assume"
            value=${assume}
            .checked=${offOf(params) === assume}
            @change=${() => set(assume === 'all' ? { assume, ...standard } : { assume })}
          /><span>${rich(t, `variance.derivation.assume.${assume}`)}</span></label
        >`,
    )}
  </fieldset>`;

/** Returns the index of the open step. @param {View} view */
const stepOf = ({ params }) => Math.max(0, Math.min(steps.length - 1, Number(params.step ?? 0)));

/** @param {View} view @param {Step} step @param {number} index */
function renderStep(view, step, index) {
  const { t, params, set } = view;
  const { laws } = view.results;
  const current = index === stepOf(view);
  const off = offOf(params);
  const status = statusOf(off, laws, step);
  return html`<li
    class="step ${current ? 'current' : ''} ${status}"
    aria-current=${current ? 'step' : nothing}
  >
    <button
      type="button"
      class="quiet"
      aria-expanded=${current}
      aria-controls="step-${index}"
      @click=${() => set({ step: index })}
    >
      <span class="index">${index + 1}</span> ${rich(t, `variance.derivation.${step}.name`)}
      ${status === 'holds' ? nothing : html`<span class="mark">${t(`variance.derivation.${status}`)}</span>`}
    </button>
    ${display(formulas[step]({ off, ...symbolsOf(view, laws) }))}
    <dl class="numbers">
      ${numbersOf(view, step).map(
        ({ name, theory, measured }) =>
          html`<div>
            <dt>${rich(t, `variance.derivation.number.${name}`)}</dt>
            <dd>
              <span class="theory">${t('common.theory')}</span>
              <strong class="number" data-value="${step}-${name}">${theory}</strong>
            </dd>
            <dd>
              <span class="theory">${t('common.measured')}</span>
              <span class="number">${measured}</span>
            </dd>
          </div>`,
      )}
    </dl>
    <div id="step-${index}" class="words" ?hidden=${!current}>
      <p>${rich(t, `variance.derivation.${step}.text`)}</p>
      ${
        status === 'holds' || off === 'all'
          ? nothing
          : html`<p class="breaks">
              ${rich(t, `variance.derivation.${step}.${off}`, wordsOf(view, laws))}
            </p>`
      }
    </div>
  </li>`;
}

/**
 * Returns the status of a step. The first line is the assumptions themselves. A later line either breaks, or keeps its
 * rule with another number.
 * @param {Assumption} off
 * @param {Laws | null} laws
 * @param {Step} step
 * @returns {Status}
 */
function statusOf(off, laws, step) {
  if (off === 'all' || !laws) return 'holds';
  if (broken[off].includes(step)) return 'broken';
  if (step === 'component') return off === 'independent' ? 'holds' : 'changed';
  const { of, moment } = moments[step];
  return differ(laws.theory[of][moment], laws.ideal[of][moment]) ? 'changed' : 'holds';
}

/**
 * Returns the theoretical and measured numbers beside a line.
 * @param {View} view
 * @param {Step} step
 * @returns {{name: string, theory: string, measured: string}[]}
 */
function numbersOf(view, step) {
  const { results, format, number } = view;
  const { laws, measured } = results;
  if (!laws) return [];
  if (step === 'component') return componentNumbers(view);
  const { of, moment, name } = moments[step];
  const found = measured && estimateOf(measured, of, moment);
  return [
    {
      name,
      theory: number(laws.theory[of][moment]),
      measured: found ? withInterval(format, found.value, found.error) : '\u2026',
    },
  ];
}

/**
 * Returns the measured value. The sum is measured before the factor.
 * @param {NonNullable<View['results']['measured']>} measured
 * @param {'product' | 'sum' | 'scaled'} of
 * @param {'mean' | 'variance'} moment
 */
function estimateOf({ product, sum }, of, moment) {
  if (of !== 'sum') {
    const { scores, standardError } = of === 'product' ? product : sum;
    return { value: scores[moment], error: standardError[moment] };
  }
  return { value: sum.unscaled[moment], error: sum.unscaledStandardError?.[moment] ?? 0 };
}

/** @param {View} view */
function componentNumbers({ params, results: { measured }, format, number }) {
  const { query, key } = optionsOf(params);
  const line = (
    /** @type {'query' | 'key'} */ name,
    /** @type {{mean?: number, sd?: number}} */ { mean = 0, sd = 1 },
  ) => {
    const found = measured?.sum[name];
    return {
      name,
      theory: `${number(mean)}, ${number(sd)}`,
      measured: found ? `${format.fixed(found.mean, 3)}, ${format.fixed(found.std, 3)}` : '\u2026',
    };
  };
  return [line('query', query), line('key', key)];
}

/** Returns the numbers in the formulas. @param {View} view @param {Laws | null} laws */
function symbolsOf({ params, number, count }, laws) {
  const { product, sum, scaled } = laws?.theory ?? {};
  return {
    dk: count(Number(params.dk)),
    productMean: number(product?.mean ?? NaN),
    productVariance: number(product?.variance ?? NaN),
    sumMean: number(sum?.mean ?? NaN),
    sumVariance: number(sum?.variance ?? NaN),
    scaledVariance: number(scaled?.variance ?? NaN),
    scale: number(scaled?.scale ?? NaN),
  };
}

/** Returns the numbers in the explanations. @param {View} view @param {Laws | null} laws */
function wordsOf(view, laws) {
  const { number, params } = view;
  const { query, key, correlation } = optionsOf(params);
  return {
    ...symbolsOf(view, laws),
    queryMean: number(query.mean),
    keyMean: number(key.mean),
    querySd: number(query.sd),
    keySd: number(key.sd),
    correlation: number(correlation),
    idealVariance: number(laws?.ideal.scaled.variance ?? NaN),
  };
}

/** @param {View} view */
function renderButtons(view) {
  const { t, set } = view;
  const step = stepOf(view);
  const button = (/** @type {'previous' | 'next'} */ action, /** @type {number} */ to) =>
    html`<button
      type="button"
      data-action=${action}
      ?disabled=${to < 0 || to === steps.length}
      @click=${() => set({ step: to })}
    >
      ${t(`variance.derivation.${action}`)}
    </button>`;
  return html`<div class="choices">
    ${button('previous', step - 1)}
    <span class="number muted" role="status"
      >${t('variance.derivation.place', { step: step + 1, of: steps.length })}</span
    >
    ${button('next', step + 1)}
  </div>`;
}

/**
 * Returns the exact moments of one product, of the sum of d_k products, and of the sum times the factor.
 * @param {Engine} engine
 * @param {Options} options
 */
const threeLaws = (engine, options) => ({
  product: engine.scoreTheory({ ...options, dk: 1, scale: 'none' }),
  sum: engine.scoreTheory({ ...options, scale: 'none' }),
  scaled: engine.scoreTheory(options),
});

/** Whether two numbers differ by more than rounding. @param {number} a @param {number} b */
const differ = (a, b) => Math.abs(a - b) > 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
