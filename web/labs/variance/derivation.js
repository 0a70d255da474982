/**
 * <sd-variance-derivation>: why the variance is d_k, in six steps, each with its live numbers.
 *
 * The visitor goes from the mean and variance of one component to the scaled score; beside every line stands what
 * theory says and what was measured. Switching an assumption off marks the steps that break, and the numbers show it.
 */
import { html, nothing } from 'lit';
import { toEngineOptions } from '../../tables/variance.js';
import { Section } from '../parts/section.js';
import { display } from '../parts/math.js';
import { withInterval } from '../../pictures/numbers.js';
import { formulas } from './derivation-steps.js';
import { stepperStyles } from './styles.js';
import { rich } from '../lab/text.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').ScoreStatistics} ScoreStatistics */
/** @typedef {import('../../engine/types.js').ScoreTheory} ScoreTheory */
/** @typedef {ReturnType<typeof toEngineOptions>} Options */
/** @typedef {'all' | 'means' | 'independent' | 'identical'} Assumption */
/** @typedef {'holds' | 'changed' | 'broken'} Status */
/** @typedef {(typeof steps)[number]} Step */

/** @type {readonly Assumption[]} */
const assumptions = ['all', 'means', 'independent', 'identical'];

const steps = /** @type {const} */ ([
  'component',
  'productMean',
  'productVariance',
  'sumMean',
  'sumVariance',
  'factor',
]);

/** The rule of a step that fails, not only its number, when an assumption is dropped. @type {Readonly<Record<Assumption, readonly Step[]>>} */
const broken = {
  all: [],
  means: ['productVariance'],
  independent: ['productMean', 'productVariance'],
  identical: [],
};

/** Queries, and keys, behind the measured numbers: of single products, and of whole sums. */
const sampleSizes = { product: 1000, sum: 200 };

/** With q and k correlated every score draws vectors of its own: at most so many components of a side. */
const mostComponents = 4e6;

export class VarianceDerivation extends Section {
  static pictured = false;
  static styles = [...Section.styles, stepperStyles];

  constructor() {
    super();
    /** @type {Record<'product' | 'sum' | 'scaled', ScoreTheory> | null} */ this.theory = null;
    /** @type {Record<'product' | 'sum' | 'scaled', ScoreTheory> | null} With every assumption kept. */ this.ideal =
      null;
    /** @type {{product: ScoreStatistics, sum: ScoreStatistics} | null} */ this.measured = null;
  }

  /** @returns {Assumption} The assumption that is off: switched off here, or by the lab's own controls. */
  get off() {
    const { assume, correlation, queryMean, keyMean, querySd, keySd } = this.params;
    if (assume && assume !== 'all') return assume;
    if (correlation !== 0) return 'independent';
    if (queryMean !== 0 || keyMean !== 0) return 'means';
    return querySd !== 1 || keySd !== 1 ? 'identical' : 'all';
  }

  get step() {
    return Math.max(0, Math.min(steps.length - 1, Number(this.params.step ?? 0)));
  }

  /** The lab's options with the switched-off assumption in them. @returns {Options} */
  options() {
    /** @type {Options} */
    const options = { ...toEngineOptions(this.params), bins: 1 };
    const { assume } = this.params;
    const { query, key } = options;
    if (assume === 'means') {
      // A mean the visitor has set speaks for itself; otherwise both become 1.
      const given = query.mean !== 0 || key.mean !== 0;
      return given
        ? options
        : { ...options, query: { ...query, mean: 1 }, key: { ...key, mean: 1 } };
    }
    if (assume === 'independent') {
      return {
        ...options,
        generator: 'scaledot',
        correlation: options.correlation === 0 ? 1 : options.correlation,
      };
    }
    if (assume === 'identical') {
      return {
        ...options,
        generator: 'scaledot',
        query: { ...query, distribution: 'uniform', sd: 2 },
        key: { ...key, distribution: 'laplace' },
      };
    }
    return options;
  }

  /** How many queries, and keys, the sum is measured on. */
  sumSize() {
    const { dk, correlation } = this.options();
    if (correlation === 0) return sampleSizes.sum;
    return Math.max(8, Math.min(sampleSizes.sum, Math.floor(Math.sqrt(mostComponents / dk))));
  }

  inputs() {
    return [this.options()];
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  compute(engine, signal) {
    const options = this.options();
    const plain = /** @type {const} */ ({ distribution: 'normal', mean: 0, sd: 1 });
    this.theory = threeLaws(engine, options);
    this.ideal = threeLaws(engine, { ...options, query: plain, key: plain, correlation: 0 });
    this.measured = null;
    this.attempt(() => this.measure(engine, options, signal), signal);
  }

  /**
   * @param {Engine} engine
   * @param {Options} options
   * @param {AbortSignal} signal
   */
  async measure(engine, options, signal) {
    const size = (/** @type {number} */ side) => ({ queries: side, keys: side });
    const product = await engine.run(
      'scoreStatistics',
      { ...options, ...size(sampleSizes.product), dk: 1, scale: 'none' },
      { signal },
    );
    const sum = await engine.run(
      'scoreStatistics',
      { ...options, ...size(this.sumSize()) },
      { signal },
    );
    this.measured = { product, sum };
    this.publish('derivation', this.measured);
  }

  render() {
    const { t } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'variance.derivation.title')}</h3>
      <p class="lead">${rich(t, 'variance.derivation.lead')}</p>
      ${this.renderAssumptions()} ${this.renderProblem()}
      <ol class="steps">
        ${steps.map((step, index) => this.renderStep(step, index))}
      </ol>
      ${this.renderButtons()}
      <p class="note">
        ${rich(t, 'variance.derivation.note', { pairs: this.count(this.sumSize() ** 2) })}
      </p>
    </section>`;
  }

  renderAssumptions() {
    const { t, off } = this;
    return html`<fieldset class="choices">
      <legend>${t('variance.derivation.assume')}</legend>
      ${assumptions.map(
        (assumption) =>
          html`<label class="switch"
            ><input
              type="radio"
              name="assume"
              value=${assumption}
              .checked=${off === assumption}
              @change=${() => this.assume(assumption)}
            /><span>${rich(t, `variance.derivation.assume.${assumption}`)}</span></label
          >`,
      )}
    </fieldset>`;
  }

  /** Keeping every assumption also undoes what the lab's controls have changed about them. @param {Assumption} assumption */
  assume(assumption) {
    const standard = { queryMean: 0, keyMean: 0, querySd: 1, keySd: 1, correlation: 0 };
    this.set(assumption === 'all' ? { assume: assumption, ...standard } : { assume: assumption });
  }

  /** @param {Step} step @param {number} index */
  renderStep(step, index) {
    const { t } = this;
    const current = index === this.step;
    const status = this.status(step);
    const numbers = this.numbers(step);
    return html`<li
      class="step ${current ? 'current' : ''} ${status}"
      aria-current=${current ? 'step' : nothing}
    >
      <button
        type="button"
        class="quiet"
        aria-expanded=${current}
        aria-controls="step-${index}"
        @click=${() => this.go(index)}
      >
        <span class="index">${index + 1}</span> ${rich(t, `variance.derivation.${step}.name`)}
        ${status === 'holds' ? nothing : html`<span class="mark">${t(`variance.derivation.${status}`)}</span>`}
      </button>
      ${display(formulas[step](this.symbols()))}
      <dl class="numbers">
        ${numbers.map(
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
          status === 'holds' || this.off === 'all'
            ? nothing
            : html`<p class="breaks">
                ${rich(t, `variance.derivation.${step}.${this.off}`, this.words())}
              </p>`
        }
      </div>
    </li>`;
  }

  /** The first line is the assumptions themselves; a later line breaks, or keeps its rule and gives another number. @param {Step} step @returns {Status} */
  status(step) {
    const { off, theory, ideal } = this;
    if (off === 'all' || !theory || !ideal) return 'holds';
    if (broken[off].includes(step)) return 'broken';
    /** @type {Record<Step, boolean>} */
    const changed = {
      component: off !== 'independent',
      productMean: differ(theory.product.mean, ideal.product.mean),
      productVariance: differ(theory.product.variance, ideal.product.variance),
      sumMean: differ(theory.sum.mean, ideal.sum.mean),
      sumVariance: differ(theory.sum.variance, ideal.sum.variance),
      factor: differ(theory.scaled.variance, ideal.scaled.variance),
    };
    return changed[step] ? 'changed' : 'holds';
  }

  /** The numbers beside a line, theory and measured. @param {Step} step @returns {{name: string, theory: string, measured: string}[]} */
  numbers(step) {
    const { theory, measured } = this;
    if (!theory) return [];
    if (step === 'component') return this.componentNumbers();
    const estimate = (
      /** @type {ScoreStatistics | undefined} */ result,
      /** @type {'mean' | 'variance'} */ name,
    ) =>
      result
        ? withInterval(this.format, result.scores[name], result.standardError[name])
        : '\u2026';
    // The sum is measured before the factor.
    const unscaled = (/** @type {'mean' | 'variance'} */ name) => {
      const result = measured?.sum;
      return result
        ? withInterval(this.format, result.unscaled[name], result.unscaledStandardError[name])
        : '\u2026';
    };
    const line = (
      /** @type {string} */ name,
      /** @type {number} */ exact,
      /** @type {string} */ found,
    ) => [{ name, theory: this.number(exact), measured: found }];
    if (step === 'productMean')
      return line('productMean', theory.product.mean, estimate(measured?.product, 'mean'));
    if (step === 'productVariance')
      return line(
        'productVariance',
        theory.product.variance,
        estimate(measured?.product, 'variance'),
      );
    if (step === 'sumMean') return line('sumMean', theory.sum.mean, unscaled('mean'));
    if (step === 'sumVariance')
      return line('sumVariance', theory.sum.variance, unscaled('variance'));
    return line('scaledVariance', theory.scaled.variance, estimate(measured?.sum, 'variance'));
  }

  componentNumbers() {
    const { query, key } = this.options();
    const { measured } = this;
    const pair = (/** @type {number} */ mean, /** @type {number} */ sd) =>
      `${this.number(mean)}, ${this.number(sd)}`;
    const found = (/** @type {{mean: number, std: number} | undefined} */ side) =>
      side ? `${this.format.fixed(side.mean, 3)}, ${this.format.fixed(side.std, 3)}` : '\u2026';
    return [
      { name: 'query', theory: pair(query.mean, query.sd), measured: found(measured?.sum.query) },
      { name: 'key', theory: pair(key.mean, key.sd), measured: found(measured?.sum.key) },
    ];
  }

  /** What the formulas need. */
  symbols() {
    const { off, theory } = this;
    return {
      off,
      dk: this.count(Number(this.params.dk)),
      productMean: this.number(theory?.product.mean ?? NaN),
      productVariance: this.number(theory?.product.variance ?? NaN),
      sumMean: this.number(theory?.sum.mean ?? NaN),
      sumVariance: this.number(theory?.sum.variance ?? NaN),
      scaledVariance: this.number(theory?.scaled.variance ?? NaN),
      scale: this.number(theory?.scaled.scale ?? NaN),
    };
  }

  /** What the explanations need. */
  words() {
    const { theory, ideal } = this;
    const { query, key, correlation } = this.options();
    return {
      dk: this.count(Number(this.params.dk)),
      queryMean: this.number(query.mean),
      keyMean: this.number(key.mean),
      querySd: this.number(query.sd),
      keySd: this.number(key.sd),
      correlation: this.number(correlation),
      productMean: this.number(theory?.product.mean ?? NaN),
      productVariance: this.number(theory?.product.variance ?? NaN),
      sumMean: this.number(theory?.sum.mean ?? NaN),
      sumVariance: this.number(theory?.sum.variance ?? NaN),
      scaledVariance: this.number(theory?.scaled.variance ?? NaN),
      idealVariance: this.number(ideal?.scaled.variance ?? NaN),
    };
  }

  /** @param {number} index */
  go(index) {
    this.set({ step: index });
  }

  renderButtons() {
    const { t, step } = this;
    return html`<div class="choices">
      <button
        type="button"
        data-action="previous"
        ?disabled=${step === 0}
        @click=${() => this.go(step - 1)}
      >
        ${t('variance.derivation.previous')}
      </button>
      <span class="number muted" role="status"
        >${t('variance.derivation.place', { step: step + 1, of: steps.length })}</span
      >
      <button
        type="button"
        data-action="next"
        ?disabled=${step === steps.length - 1}
        @click=${() => this.go(step + 1)}
      >
        ${t('variance.derivation.next')}
      </button>
    </div>`;
  }
}

/**
 * Exact moments of one product, of the sum of d_k of them, and of the sum times the factor.
 * @param {Engine} engine
 * @param {Options} options
 */
const threeLaws = (engine, options) => ({
  product: engine.scoreTheory({ ...options, dk: 1, scale: 'none' }),
  sum: engine.scoreTheory({ ...options, scale: 'none' }),
  scaled: engine.scoreTheory(options),
});

/** Different by more than rounding. @param {number} a @param {number} b */
const differ = (a, b) => Math.abs(a - b) > 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
