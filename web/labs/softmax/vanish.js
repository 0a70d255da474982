/**
 * <sd-softmax-vanish>: does the gradient vanish without the factor? Its mean against that with the factor, for any number
 * of keys.
 *
 * The visitor sees the ratio of the mean |dL/dz| cross the line at 1: smaller for few keys, larger for many. Beside it
 * the ratio of |dL/dq|, which is never small; below it the numbers, with the share of queries without any gradient.
 */
import { html, nothing } from 'lit';
import { curves } from '../../charts/curves.js';
import { limits } from '../../engine/limits.js';
import { drawOptions, ruleOption } from '../../tables/softmax.js';
import { figure } from '../parts/figure.js';
import { ruleText } from '../parts/rule.js';
import { plain, rich } from '../text.js';
import { SweepSection } from './sweep-section.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').SoftmaxStatistics} SoftmaxStatistics */
/** @typedef {{dk: number, keys: number, result: SoftmaxStatistics}} Measured */

/** 2, 4 ... 512 keys: one alone has no gradient at all. */
const keyCounts = Array.from({ length: 9 }, (_, i) => 2 ** (i + 1));

/** Numbers of keys in the table. */
const told = [8, 64, 256];

/** The d_k of one more line of the table, with few keys: where most queries are dead. */
const large = { dk: 1024, keys: 8 };

/** A ratio of means needs more queries than a median does. */
const most = { draws: 16384, components: 1.5e8 };

export class SoftmaxVanish extends SweepSection {
  constructor() {
    super();
    /** @type {{dk: number, keys: number}[]} */ this.places = [];
  }

  /** The rule that is compared with none; the paper's, where there is no other. */
  rule() {
    const params = /** @type {any} */ (this.params);
    return params.scale === 'none' ? { ...params, scale: 'rsqrt' } : params;
  }

  options() {
    const { keys: _, ...options } = drawOptions(/** @type {any} */ (this.params));
    // The rule comes first, for the engine's ratios are to the first one.
    return { ...options, scale: ruleOption(this.rule()), compare: [/** @type {const} */ ('none')] };
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
    const { dk, masked } = options;
    const sizes = keyCounts.filter(
      (keys) => keys * dk <= limits.drawComponents.max && keys > masked + 1,
    );
    this.places = sizes.map((keys) => ({ dk, keys }));
    if (masked < large.keys && !this.places.some((place) => isSame(place, large)))
      this.places.push(large);
    void this.sweep.start(
      engine,
      this.places.map((place) => ({ ...options, ...place })),
      signal,
      most,
    );
  }

  /** @returns {Measured[]} */
  measured() {
    return this.sweep.results.flatMap((result, i) =>
      result ? [{ ...this.places[i], result }] : [],
    );
  }

  /** Those of the present d_k. */
  line() {
    const dk = Number(this.params.dk);
    return this.measured().filter((one) => one.dk === dk);
  }

  render() {
    const { t } = this;
    return html`<section aria-labelledby="title">
      <h3 id="title">${rich(t, 'softmax.vanish.title')}</h3>
      <p class="lead">${rich(t, 'softmax.vanish.lead')}</p>
      ${figure(
        this,
        {
          name: 'softmax-vanish',
          title: plain(t, 'softmax.vanish.figure', this.names()),
          summary: this.summary(),
          height: 340,
          progress: this.share,
          draw: this.ready() ? (width, height) => this.draw(width, height) : null,
          table: () => this.table(),
        },
        html`<div slot="controls" class="choices">${this.renderStatus()}</div>`,
      )}
      ${this.renderProblem()} ${this.renderVerdict()} ${this.renderNumbers()}
      <p class="note">${rich(t, 'softmax.vanish.note')}</p>
    </section>`;
  }

  names() {
    const { t, format, params } = this;
    return { dk: this.count(params.dk), rule: ruleText(t, format, this.rule()) };
  }

  /** @param {number} width @param {number} height */
  draw(width, height) {
    const { t } = this;
    /** @param {'logitGradientRatio' | 'queryGradientRatio'} name */
    const points = (name) =>
      this.line().map(({ keys, result }) => {
        const { value, low, high } = result.compare[0][name];
        return /** @type {const} */ ([keys, value, low, high]);
      });
    const sizes = this.line().map(({ keys }) => keys);
    const ends = /** @type {[number, number]} */ ([sizes[0], sizes[sizes.length - 1]]);
    return curves({
      width,
      height,
      series: [
        {
          key: 'one',
          label: plain(t, 'softmax.vanish.equal'),
          color: 'faint',
          thin: true,
          dash: true,
          read: false,
          points: [
            [ends[0], 1],
            [ends[1], 1],
          ],
        },
        {
          key: 'query',
          label: '|∂L/∂q|',
          color: 'query',
          dots: true,
          points: points('queryGradientRatio'),
        },
        {
          key: 'logit',
          label: '|∂L/∂z|',
          color: 'score',
          dots: true,
          points: points('logitGradientRatio'),
        },
      ],
      x: {
        label: plain(t, 'softmax.bands.x.keys'),
        scale: 'log',
        ticks: sizes,
        domain: ends,
      },
      y: {
        label: t('softmax.vanish.y'),
        scale: 'log',
        read: (value) => this.format.number(value, 3),
      },
      at: Number(this.params.keys),
    });
  }

  /** @param {{value?: number}} place */
  picked({ value }) {
    if (value !== undefined) this.set({ keys: value });
  }

  /** The ratio at a number of keys, in words. @param {number} keys */
  ratioAt(keys) {
    const found = this.line().find((one) => one.keys === keys);
    if (!found) return '\u2013';
    return this.format.number(found.result.compare[0].logitGradientRatio.value, 3);
  }

  /** What the sentences say. */
  values() {
    const few = this.line().find(({ keys }) => keys === 8)?.result.compare[0];
    return {
      ...this.names(),
      few: this.ratioAt(8),
      some: this.ratioAt(64),
      many: this.ratioAt(256),
      reach: few ? this.format.number(few.queryGradientRatio.value, 3) : '\u2013',
      dead: few ? this.format.share(few.dead.share, 0) : '\u2013',
    };
  }

  summary() {
    const { t } = this;
    return this.ready() ? plain(t, 'softmax.vanish.summary', this.values()) : t('common.waiting');
  }

  renderVerdict() {
    if (!this.ready()) return nothing;
    return html`<p class="verdict">
      ${rich(this.t, `softmax.vanish.${this.#verdict()}`, this.values())}
    </p>`;
  }

  /** Which sentence the ratios bear out: at extreme temperatures, and without width, the usual one is not true. */
  #verdict() {
    const ratios = this.line()
      .filter(({ keys }) => told.includes(keys))
      .map(({ result }) => result.compare[0].logitGradientRatio);
    if (ratios.every(({ value }) => Math.abs(value - 1) < 0.005)) return 'same';
    const rises = ratios.every(({ value }, i) => i === 0 || value > ratios[i - 1].value);
    return rises && ratios.every(({ high }) => Number.isFinite(high)) ? 'verdict' : 'plain';
  }

  /** The mission's numbers, measured now. */
  renderNumbers() {
    const { t, format } = this;
    const dk = Number(this.params.dk);
    const places = [...told.map((keys) => ({ dk, keys })), large];
    const rows = places.flatMap((place, i) => {
      const found = this.measured().find((one) => isSame(one, place));
      return found && places.findIndex((one) => isSame(one, place)) === i ? [found] : [];
    });
    if (rows.length === 0) return nothing;
    const share = (/** @type {{share: number, standardError: number}} */ of) =>
      format.share(of.share);
    /** @param {Measured} row @param {'logitGradientRatio' | 'queryGradientRatio'} name */
    const ratio = ({ result }, name) => {
      const { value, low, high } = result.compare[0][name];
      return html`<strong>${format.number(value, 3)}</strong>
        <span class="theory">[${format.number(low, 3)}, ${format.number(high, 3)}]</span>`;
    };
    const head = (/** @type {string} */ name) =>
      html`<th scope="col" class="numeric">
        ${rich(t, `softmax.vanish.head.${name}`, this.names())}
      </th>`;
    return html`<div
      class="scroll"
      tabindex="0"
      role="group"
      aria-label=${plain(t, 'softmax.vanish.caption', this.names())}
    >
      <table class="moments digits">
        <caption>
          ${rich(t, 'softmax.vanish.caption', this.names())}
        </caption>
        <thead>
          <tr>
            ${['keys', 'dk', 'ratio', 'queryRatio', 'dead', 'deadScaled'].map(head)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr data-row="${row.keys}-${row.dk}">
                <th scope="row" class="numeric">${this.count(row.keys)}</th>
                <td class="numeric">${this.count(row.dk)}</td>
                <td class="numeric" data-value="ratio">${ratio(row, 'logitGradientRatio')}</td>
                <td class="numeric">${ratio(row, 'queryGradientRatio')}</td>
                <td class="numeric" data-value="dead">${share(row.result.compare[0].dead)}</td>
                <td class="numeric">${share(row.result.dead)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  table() {
    const { t } = this;
    const column = (/** @type {string} */ key) => ({
      key,
      label: plain(t, `softmax.vanish.column.${key}`),
    });
    const names = [
      ['keys', 'dk', 'draws', 'none', 'scaled', 'ratio', 'low', 'high', 'queryNone', 'queryScaled'],
      ['queryRatio', 'dead', 'deadScaled'],
    ].flat();
    const rows = this.measured().map(({ keys, dk, result }) => {
      const [none] = result.compare;
      const { value, low, high } = none.logitGradientRatio;
      return {
        keys,
        dk,
        draws: result.draws,
        none: none.logitGradient.mean,
        scaled: result.logitGradient.mean,
        ratio: value,
        low,
        high,
        queryNone: none.queryGradient.mean,
        queryScaled: result.queryGradient.mean,
        queryRatio: none.queryGradientRatio.value,
        dead: none.dead.share,
        deadScaled: result.dead.share,
      };
    });
    return { columns: names.map(column), rows };
  }
}

/** @param {{dk: number, keys: number}} one @param {{dk: number, keys: number}} other */
const isSame = (one, other) => one.dk === other.dk && one.keys === other.keys;
