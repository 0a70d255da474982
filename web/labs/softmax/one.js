/**
 * <sd-softmax-one>: logits and weights of one query, without a factor and under the rule, on the same vectors.
 *
 * The visitor sees four small pictures: what goes into softmax and what comes out, twice. Logits can be dragged; then
 * the scores are the visitor's and stand in the link. Below are the numbers of this query, and of some thousand others.
 */
import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { bars } from '../../charts/bars.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { Section } from '../parts/section.js';
import { figure } from '../parts/figure.js';
import { renderProgress } from '../parts/progress.js';
import { ruleWords as columnWords } from '../parts/rule.js';
import { plain, rich } from '../lab/text.js';
import { Population } from './population.js';
import { oneQuery, queryInputs } from './query.js';
import { ruleText } from './rule.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {'before' | 'after'} Which */
/** @typedef {import('../../engine/types.js').SoftmaxStatistics} SoftmaxStatistics */

const sides = /** @type {const} */ (['before', 'after']);

/** Most bars that can be dragged: as many as the link has room for. */
const mostHandles = 64;

const layout = { count: 4, height: 138, least: 300, most: 2 };

export class SoftmaxOne extends Section {
  constructor() {
    super();
    /** @type {import('./query.js').Query | null} */ this.query = null;
    /** @type {SoftmaxStatistics | null} Of many queries, partial or complete. */ this.result =
      null;
    /** While a bar is dragged the axis stays. @type {number} */ this.held = 0;
    this.population = new Population({
      show: (result) => this.show(result),
      redraw: () => this.redraw(),
      fail: (error) => this.fail(error),
      track: (work) => this.track(work),
    });
    this.drag = (/** @type {CustomEvent} */ event) => this.dragged(event.detail);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.population.forget();
  }

  inputs() {
    return [queryInputs(this.params), this.params.draws];
  }

  /** @param {Engine} engine */
  compute(engine) {
    this.query = oneQuery(engine, this.params);
    this.population.follow(engine, this.params);
  }

  /** @param {SoftmaxStatistics | null} result */
  show(result) {
    this.result = result;
    this.publish('one', result);
  }

  /**
   * A bar was dragged to a logit: the score behind it is kept, with all others.
   * @param {{index: number, value: number, done: boolean}} drag
   */
  dragged({ index, value, done }) {
    const { engine } = this;
    if (!engine) return;
    this.held = done ? 0 : this.reach();
    this.set((params) => {
      const { scores } = oneQuery(engine, params);
      const own = Array.from(scores, (score) => Number(score.toPrecision(5)));
      const score = (value - Number(params.shift)) * Number(params.temperature);
      own[index] = Number(score.toPrecision(6));
      return { logits: own.join(',') };
    });
  }

  /** Half the height of the logits' axis: a round number, the same for both sides. */
  reach() {
    if (this.held > 0 || !this.query) return this.held || 1;
    let most = 1;
    for (const side of sides) {
      for (const logit of this.query[side].logits.data) {
        if (Math.abs(logit) > most && Number.isFinite(logit)) most = Math.abs(logit);
      }
    }
    const power = 10 ** Math.floor(Math.log10(most));
    return power * (niceSteps.find((step) => step * power >= most * 1.02) ?? 10);
  }

  render() {
    const { t } = this;
    return html`<section role="group" aria-labelledby="title" @sd-drag=${this.drag}>
      <h3 id="title" class="visually-hidden">${rich(t, 'softmax.one.title')}</h3>
      ${guard([this.query, this.params, this.t, this.link], () => this.renderFigure())}
      ${this.renderProblem()} ${this.renderOwn()}
      <div class="pair">${this.renderThis()} ${this.renderMany()}</div>
      ${this.renderStatus()}
      <p class="note">${rich(t, 'softmax.one.note')} ${this.renderMasked()}</p>
    </section>`;
  }

  /** It stays as it is while other queries come in. */
  renderFigure() {
    return figure(
      this,
      {
        name: 'softmax-query',
        title: plain(this.t, 'softmax.one.figure', this.names()),
        summary: this.summary(),
        height: (width) => panelsHeight(width, layout),
        draw: this.query ? (width) => this.draw(width) : null,
        table: () => this.table(),
      },
      this.renderControls(),
    );
  }

  /** Words for d_k, the number of keys and the rule. */
  names() {
    const { t, format, params } = this;
    return {
      dk: this.count(params.dk),
      keys: this.count(this.query?.keys ?? params.keys),
      rule: ruleText(t, format, params),
    };
  }

  renderControls() {
    const { t, query } = this;
    const next = () => this.set(({ draw }) => ({ draw: Number(draw) + 1, logits: '' }));
    const back = () => this.set({ logits: '' });
    return html`<div slot="controls" class="choices">
      ${
        query?.own
          ? html`<button type="button" class="chip" @click=${back}>
              ${t('softmax.one.back')}
            </button>`
          : html`<button type="button" class="chip" @click=${next}>
              ${t('softmax.one.next')}
            </button>`
      }
      <span class="status">${this.canDrag() ? t('softmax.one.hint') : nothing}</span>
    </div>`;
  }

  /** How far the many queries have come. */
  renderStatus() {
    const { t, params, population } = this;
    return renderProgress(this, {
      running: population.running,
      progress: population.progress,
      stop: () => population.stop(),
      again: population.stopped ? () => population.again(params) : undefined,
      idle: population.stopped
        ? t('softmax.stopped', { count: this.count(this.result?.draws ?? 0) })
        : undefined,
      per: 'softmax.rate',
    });
  }

  /** The logit of a masked key is no matter of its score. @param {number} index */
  isMasked(index) {
    const { query, params } = this;
    return query !== null && index >= query.keys - Number(params.masked);
  }

  canDrag() {
    return this.query !== null && this.query.keys <= mostHandles && this.params.scale !== 'cosine';
  }

  /** @param {number} width */
  draw(width) {
    const isWide = width >= 2 * layout.least + 28;
    const order = isWide ? ['logits', 'weights'] : ['before', 'after'];
    const parts = order.flatMap((outer) =>
      (isWide ? sides : ['logits', 'weights']).map((inner) => {
        const [what, which] = isWide ? [outer, inner] : [inner, outer];
        return this.panel(what, /** @type {Which} */ (which));
      }),
    );
    return panels(width, layout, parts);
  }

  /** @param {string} what @param {Which} which @returns {import('../../charts/panels.js').Panel} */
  panel(what, which) {
    const { t } = this;
    return {
      key: `${what}-${which}`,
      title: plain(t, `softmax.one.${what}.${which}`, this.names()),
      draw: (place) => (what === 'logits' ? this.logits(which, place) : this.weights(which, place)),
    };
  }

  /** @param {Which} which @param {import('../../charts/panels.js').Place} place */
  logits(which, { width, height, left, isLast }) {
    const { t } = this;
    const side = this.side(which);
    const reach = this.reach();
    return bars({
      width,
      height,
      left,
      series: [
        {
          key: `logits-${which}`,
          label: t('softmax.logit'),
          values: side.logits.data,
          color: 'score',
        },
      ],
      x: { label: isLast ? t('softmax.key') : '' },
      y: {
        label: '',
        domain: [-reach, reach],
        ticks: [-reach, 0, reach],
        read: (value) => this.number(value),
        format: (value) => this.format.number(value, 3),
      },
      name: (i) => this.keyName(i),
      more: (i) => [{ label: t('softmax.weight'), value: this.number(side.weights.data[i]) }],
      drag:
        which === 'before' && this.canDrag()
          ? {
              min: -reach,
              max: reach,
              step: reach / 200,
              only: (i) => !this.isMasked(i),
              name: (i) => t('softmax.one.handle', { key: i + 1 }),
            }
          : null,
    });
  }

  /** @param {Which} which @param {import('../../charts/panels.js').Place} place */
  weights(which, { width, height, left, isLast }) {
    const { t } = this;
    const side = this.side(which);
    return bars({
      width,
      height,
      left,
      series: [
        {
          key: `weights-${which}`,
          label: t('softmax.weight'),
          values: side.weights.data,
          color: 'weight',
        },
      ],
      x: { label: isLast ? t('softmax.key') : '' },
      y: {
        label: '',
        domain: [0, 1],
        spacing: 34,
        read: (value) => this.number(value),
        format: (value) => (value > 0 && value < 0.005 ? '≈ 0' : this.format.number(value, 2)),
      },
      name: (i) => this.keyName(i),
      more: (i) => [{ label: t('softmax.logit'), value: this.number(side.logits.data[i]) }],
    });
  }

  /** @param {Which} which */
  side(which) {
    return /** @type {import('./query.js').Query} */ (this.query)[which];
  }

  /** @param {number} index */
  keyName(index) {
    const { t } = this;
    return t(this.isMasked(index) ? 'softmax.maskedKey' : 'softmax.keyNumber', { key: index + 1 });
  }

  /** What is before and after the factor lights with d_k and with the factor. @param {string} term */
  driven(term) {
    if (term === 'dk') return 'logits-before weights-before';
    return term === 'factor' ? 'logits-after weights-after' : '';
  }

  /** @param {{key: string, group: string}} pointed */
  termOf({ group }) {
    if (!group) return '';
    return group.endsWith('after') ? 'factor' : 'dk';
  }

  summary() {
    const { t, query } = this;
    if (!query) return t('common.waiting');
    const { before, after } = query;
    const show = (/** @type {number} */ value) => this.format.number(value, 3);
    return plain(t, 'softmax.one.summary', {
      ...this.names(),
      before: show(before.topWeight),
      after: show(after.topWeight),
      keysBefore: show(before.effectiveKeys),
      keysAfter: show(after.effectiveKeys),
    });
  }

  /** Scores of one's own do not grow with d_k, which real ones do. */
  renderOwn() {
    if (!this.query?.own) return nothing;
    return html`<p class="verdict">${rich(this.t, 'softmax.one.own', this.names())}</p>`;
  }

  renderMasked() {
    const { t, params } = this;
    if (Number(params.masked) === 0) return nothing;
    return rich(t, `softmax.one.masked.${params.maskAs}`);
  }

  /** @param {unknown} caption @param {unknown} lines */
  renderTable(caption, lines) {
    const { t, format, params } = this;
    return html`<table class="moments">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <td></td>
          <th scope="col" class="numeric">${t('softmax.without')}</th>
          <th scope="col" class="numeric">${columnWords(t, format, params)}</th>
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>`;
  }

  /** @param {string} name @param {string} [id] @param {string[]} values */
  renderLine(name, id, ...values) {
    return html`<tr>
      <th scope="row">${rich(this.t, `softmax.measure.${name}`)}</th>
      ${values.map((value, i) => html`<td class="numeric"><strong data-value="${id}-${sides[i]}">${value}</strong></td>`)}
    </tr>`;
  }

  renderThis() {
    const { t, query } = this;
    const line = (
      /** @type {'topWeight' | 'effectiveKeys' | 'jacobianNorm' | 'logitGradientNorm'} */ name,
    ) =>
      this.renderLine(
        name === 'logitGradientNorm' ? 'logitGradient' : name,
        name,
        ...sides.map((side) => (query ? this.format.number(query[side][name], 3) : '\u2013')),
      );
    return this.renderTable(
      rich(t, query?.own ? 'softmax.one.these' : 'softmax.one.this', {
        draw: this.count(this.params.draw),
      }),
      [line('topWeight'), line('effectiveKeys'), line('logitGradientNorm'), line('jacobianNorm')],
    );
  }

  renderMany() {
    const { t, result } = this;
    const both = result ? [result, result.compare[0]] : [];
    const shown = (
      /** @type {(of: import('../../engine/types.js').SoftmaxRuleStatistics) => string} */ read,
    ) => sides.map((_, i) => (both[i] ? read(both[i]) : '\u2013'));
    const median = (/** @type {'topWeight' | 'effectiveKeys' | 'logitGradient'} */ name) =>
      this.renderLine(
        name,
        `median-${name}`,
        ...shown((of) => this.format.number(of[name].quantiles.p50, 3)),
      );
    return this.renderTable(
      rich(t, 'softmax.one.many', { draws: this.count(result?.draws ?? this.params.draws) }),
      [
        median('topWeight'),
        median('effectiveKeys'),
        median('logitGradient'),
        this.renderLine('dead', 'dead', ...shown(({ dead }) => this.format.share(dead.share))),
      ],
    );
  }

  table() {
    const { t, query } = this;
    const column = (/** @type {string} */ key) => ({
      key,
      label: plain(t, `softmax.one.column.${key}`, this.names()),
    });
    const names = ['key', 'score', 'logitBefore', 'weightBefore', 'logitAfter', 'weightAfter'];
    const rows = Array.from({ length: query?.keys ?? 0 }, (_, i) => {
      const { scores, before, after } = /** @type {import('./query.js').Query} */ (query);
      return {
        key: i + 1,
        score: scores[i],
        logitBefore: before.logits.data[i],
        weightBefore: before.weights.data[i],
        logitAfter: after.logits.data[i],
        weightAfter: after.weights.data[i],
      };
    });
    return { columns: names.map(column), rows };
  }
}

const niceSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
