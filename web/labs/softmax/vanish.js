/**
 * <sd-softmax-vanish>: does the gradient vanish without the factor? Its mean against that with the factor, for any number
 * of keys.
 *
 * The visitor sees the ratio of the mean |dL/dz| cross the line at 1: smaller for few keys, larger for many. Beside it
 * the ratio of |dL/dq|, which is never small; below it the numbers, with the share of queries without any gradient.
 */
import { html, nothing } from 'lit';
import { curves } from '../../charts/curves.js';
import { limits } from '../../engine/border/limits.js';
import { drawOptions, ruleOption } from '../../tables/softmax.js';
import { figure } from '../parts/figure.js';
import { plain, rich } from '../lab/text.js';
import { ruleText, ruleWords } from './rule.js';
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
    /** @type {number[]} Numbers of keys in the picture. */ this.sizes = [];
    /** What was measured: off the screen that stays while the page's moves on. */ this.dk = 0;
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
    this.dk = dk;
    this.sizes = keyCounts.filter(
      (keys) => keys * dk <= limits.drawComponents.max && keys > masked + 1,
    );
    this.places = this.sizes.map((keys) => ({ dk, keys }));
    if (masked < large.keys && !this.places.some((place) => isSame(place, large)))
      this.places.push(large);
    const places = this.places.map((place) => ({ ...options, ...place }));
    this.track(this.sweep.start(engine, places, signal, most));
  }

  /** @returns {Measured[]} */
  measured() {
    return this.sweep.results.flatMap((result, i) =>
      result ? [{ ...this.places[i], result }] : [],
    );
  }

  /** Those that differ in the number of keys only. */
  line() {
    return this.measured().filter((one) => one.dk === this.dk);
  }

  ready() {
    return super.ready() && this.sizes.length > 0;
  }

  render() {
    const { t } = this;
    return html`<section role="group" aria-labelledby="title">
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
    const { t, format, params, dk } = this;
    return { dk: this.count(dk || params.dk), rule: ruleText(t, format, this.rule()) };
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
    const { sizes } = this;
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
      at: this.place('keys', sizes),
    });
  }

  /** @param {{value?: number}} place */
  picked({ value }) {
    if (value !== undefined) this.set({ keys: value });
  }

  /** The sizes that the sentences tell of: few keys, more, many; or what there is. */
  told() {
    const { sizes } = this;
    const usual = told.filter((keys) => sizes.includes(keys));
    return this.line().filter(({ keys }) =>
      (usual.length > 0 ? usual : sizes.slice(-1)).includes(keys),
    );
  }

  /** With 8 keys, without a factor. */
  few() {
    return this.line().find(({ keys }) => keys === told[0])?.result.compare[0];
  }

  /** What the sentences say. */
  values() {
    const { t, format } = this;
    const few = this.few();
    const list = new Intl.ListFormat(format.language, { type: 'conjunction' });
    return {
      ...this.names(),
      ratios: list.format(
        this.told().map(({ keys, result }) =>
          t('softmax.vanish.ratio', {
            ratio: format.number(result.compare[0].logitGradientRatio.value, 3),
            keys: this.count(keys),
          }),
        ),
      ),
      reach: few ? format.number(few.queryGradientRatio.value, 3) : '',
      dead: few ? format.share(few.dead.share, 0) : '',
    };
  }

  summary() {
    const { t } = this;
    return this.ready()
      ? plain(t, 'softmax.vanish.summary', this.values())
      : this.waiting(this.sizes);
  }

  renderVerdict() {
    const { t, format } = this;
    if (this.sizes.length === 0 && this.computedBy)
      return html`<p class="verdict">${this.tooMasked()}</p>`;
    if (!this.ready()) return nothing;
    const values = { ...this.values(), rule: ruleWords(t, format, this.rule()) };
    return html`<p class="verdict">${rich(t, `softmax.vanish.${this.#verdict()}`, values)}</p>`;
  }

  /** Which sentence the numbers bear out: at extreme temperatures, and without width, the usual one is not true. */
  #verdict() {
    const { scale, factor } = this.rule();
    if (scale === 'number' && Number(factor) === 0) return 'zero';
    const ratios = this.told().map(({ result }) => result.compare[0].logitGradientRatio);
    if (ratios.every(({ value }) => Math.abs(value - 1) < 0.005)) return 'same';
    const few = this.few();
    if (!few) return 'plain';
    const rises = ratios.every(({ value }, i) => i === 0 || value > ratios[i - 1].value);
    const isBounded = ratios.every(({ high }) => Number.isFinite(high));
    if (!isBounded || !rises) return 'far';
    return few.dead.share > 0.05 && few.queryGradientRatio.value > 1 ? 'verdict' : 'plain';
  }

  /** The mission's numbers, measured now. */
  renderNumbers() {
    const { t, format } = this;
    const { dk } = this;
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
      const shown = html`<strong>${format.number(value, 3)}</strong>`;
      // Where nothing passes with the rule, there is nothing to be unsure of.
      if (!Number.isFinite(value)) return shown;
      return html`${shown}
        <span class="theory">[${format.number(low, 3)}, ${format.number(high, 3)}]</span>`;
    };
    const said = { ...this.names(), rule: ruleWords(t, format, this.rule()) };
    const head = (/** @type {string} */ name) =>
      html`<th scope="col" class="numeric">${rich(t, `softmax.vanish.head.${name}`, said)}</th>`;
    return html`<div
      class="scroll"
      tabindex="0"
      role="group"
      aria-label=${plain(t, 'softmax.vanish.caption', this.names())}
    >
      <table class="moments digits">
        <caption>
          ${rich(t, 'softmax.vanish.caption', said)}
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
      label: plain(t, `softmax.vanish.column.${key}`, this.names()),
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
