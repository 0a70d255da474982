/**
 * <sd-attention-tokens>: who looks at whom. Lines as thick as the weights, of one head or of all, and beside them the
 * same weights as a matrix. A token that is picked is the one that the answer, the formula and the code tell of.
 */
import { html, nothing } from 'lit';
import { domainOf, heat, heatHeight } from '../../charts/heat.js';
import { keyMark, links, linksHeight, queryMark } from '../../charts/links.js';
import { textWidth } from '../../charts/label.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { figure } from '../parts/figure.js';
import { plain, rich } from '../lab/text.js';
import { bestOf, weightRow } from './model.js';
import { AttentionSection } from './section.js';
import { attentionStyles } from './styles.js';
import { isUntyped } from './words.js';

/** So many tokens are joined by lines; of more, those around the picked one. */
const mostJoined = 32;

/** More words than this are not written beside a matrix. */
const mostNames = 64;

/** More heads than this are not shown as matrices beside each other. */
const mostPanels = 8;

/** @param {number} count @param {number} around */
function windowOf(count, around) {
  const size = Math.min(count, mostJoined);
  const start = Math.max(0, Math.min(count - size, around - (size >> 1)));
  return { start, size, all: size === count };
}

export class AttentionTokens extends AttentionSection {
  static styles = [...AttentionSection.styles, attentionStyles];

  render() {
    const { t } = this;
    return html`<section role="group" aria-label=${plain(t, 'attention.part.tokens')}>
      ${this.renderHeads()}
      <div class="beside">${this.renderLinks()} ${this.renderHeat()}</div>
      ${this.renderNotes()}
    </section>`;
  }

  renderHeads() {
    const { t, model, params, set } = this;
    if (!model || model.heads < 2) return nothing;
    const now = Math.min(Number(params.head), model.heads);
    const chip = (/** @type {number} */ head, /** @type {string} */ words) =>
      html`<button
        type="button"
        class="chip"
        aria-pressed=${head === now ? 'true' : 'false'}
        data-head=${head}
        @click=${() => set({ head })}
      >
        ${words}
      </button>`;
    return html`<div class="choices" role="group" aria-label=${t('attention.heads')}>
      ${chip(0, t('attention.head.all'))}
      ${Array.from({ length: model.heads }, (_, h) => chip(h + 1, this.headName(h)))}
    </div>`;
  }

  /** Goes to the head that is chosen. */
  focusHead() {
    const chip = this.renderRoot.querySelector('[data-head][aria-pressed="true"]');
    /** @type {HTMLElement | null} */ (chip)?.focus();
  }

  /** The heads that are drawn, from 0. */
  get heads() {
    const { model, params, shown } = this;
    if (!model) return [];
    return Number(params.head) === 0
      ? Array.from({ length: model.heads }, (_, head) => head)
      : [shown.head];
  }

  get windows() {
    const { model, shown } = this;
    const [, rows, keys] = model?.weights.shape ?? [0, 0, 0];
    const best = model && rows * keys > 0 ? bestOf(weightRow(model, shown.head, shown.query)) : 0;
    return { rows: windowOf(rows, shown.query), columns: windowOf(keys, best) };
  }

  /** @returns {import('../../charts/links.js').LinkSpec} */
  linkSpec() {
    const { t, heads, windows } = this;
    const { source, weights, cross } = /** @type {import('./model.js').Model} */ (this.model);
    const { rows, columns } = windows;
    const keys = weights.shape[2];
    const part = (/** @type {number} */ head) => {
      const own = new Float32Array(rows.size * columns.size);
      for (let i = 0; i < rows.size; i++) {
        const at = (head * weights.shape[1] + rows.start + i) * keys + columns.start;
        own.set(weights.data.subarray(at, at + columns.size), i * columns.size);
      }
      return own;
    };
    const side = (
      /** @type {'query' | 'key'} */ name,
      /** @type {readonly string[]} */ words,
      /** @type {ReturnType<typeof windowOf>} */ { start, size },
    ) => ({
      label: plain(t, cross ? `attention.side.${name}.cross` : `attention.side.${name}`),
      tokens: words.slice(start, start + size),
    });
    return {
      query: side('query', source.queries, rows),
      key: side('key', source.keys, columns),
      heads: heads.map((head) => ({
        label: this.headName(head),
        weights: part(head),
        category: head,
      })),
      read: (weight, i, j) => this.share(rows.start + i, columns.start + j, weight, 0),
      omitted: (threshold) =>
        t('attention.tokens.omitted', { threshold: this.format.share(threshold) }),
      blind: t('attention.blind'),
    };
  }

  get ready() {
    const { model } = this;
    return model !== null && model.weights.data.length > 0;
  }

  renderLinks() {
    const { t, ready } = this;
    const spec = ready ? this.linkSpec() : null;
    return figure(this, {
      name: 'attention-tokens',
      title: plain(t, 'attention.tokens.title', { head: this.headsTitle() }),
      summary: ready ? this.summary() : t('common.waiting'),
      height: (width) => (spec ? linksHeight(width, spec) : 260),
      draw: spec ? (width) => links({ ...spec, width }) : null,
      table: () => this.table(),
    });
  }

  headsTitle() {
    const { heads, model, t } = this;
    return model && heads.length === model.heads && heads.length > 1
      ? t('attention.head.all')
      : this.headWords(heads[0] ?? 0);
  }

  renderHeat() {
    const { t, ready, heads } = this;
    return figure(this, {
      name: 'attention-weights',
      title: plain(t, 'attention.heat.title', { head: this.headsTitle() }),
      summary: ready ? plain(t, 'attention.heat.summary') : t('common.waiting'),
      height: (width) => (ready ? this.heatHeight(width) : 260),
      draw: ready
        ? (width, height) =>
            heads.length > 1
              ? panels(width, this.layout(), this.panels())
              : this.heat(heads[0], { width, height })
        : null,
      table: () => this.table(),
    });
  }

  /** @param {number} width */
  heatHeight(width) {
    const { heads, model } = this;
    const [, rows, columns] = model?.weights.shape ?? [0, 1, 1];
    if (heads.length > 1) return panelsHeight(width, this.layout());
    const names = model?.source.queries ?? [];
    const left =
      rows <= mostNames ? Math.ceil(Math.max(...names.map((name) => textWidth(name)))) + 10 : 32;
    return heatHeight(width, { rows, columns, most: 420, largest: 40, x: this.columnAxis(), left });
  }

  layout() {
    const [, rows, columns] = this.model?.weights.shape ?? [0, 1, 1];
    return {
      count: Math.min(this.heads.length, mostPanels),
      height: (/** @type {number} */ width) =>
        heatHeight(width, { rows, columns, most: 200, largest: 24, scale: false }) - 44,
      least: 140,
      most: 4,
      foot: 0,
    };
  }

  panels() {
    return this.heads.slice(0, mostPanels).map((head) => ({
      key: `head-${head}`,
      title: this.headName(head),
      draw: (/** @type {{width: number, height: number}} */ { width, height }) =>
        this.heat(head, { width, height, small: true }),
    }));
  }

  /** Of the colours: up to 1, or where many tokens share it, up to the largest weight. @returns {[number, number]} */
  get domain() {
    const { data } = /** @type {import('./model.js').Model} */ (this.model).weights;
    const [, most] = domainOf({ values: data, ramp: 'weight' });
    return [0, most < 0.25 ? most : 1];
  }

  columnAxis() {
    const keys = this.model?.source.keys ?? [];
    const slanted = keys.length <= mostNames;
    return {
      label: plain(this.t, 'attention.axis.key'),
      name: (/** @type {number} */ column) => keys[column],
      ...(slanted && { slanted, tick: (/** @type {number} */ column) => keys[column] }),
    };
  }

  /** @param {number} head @param {{width: number, height: number, small?: boolean}} place */
  heat(head, { width, height, small = false }) {
    const { t, model } = this;
    const { weights, source, sees } = /** @type {import('./model.js').Model} */ (model);
    const [, rows, columns] = weights.shape;
    const { queries } = source;
    return heat({
      width,
      height,
      rows,
      columns,
      values: weights.data.subarray(head * rows * columns, (head + 1) * rows * columns),
      ramp: 'weight',
      domain: this.domain,
      x: small
        ? { ...this.columnAxis(), label: '', slanted: false, tick: () => '' }
        : this.columnAxis(),
      y: {
        label: small ? '' : plain(t, 'attention.axis.query'),
        name: (row) => queries[row],
        ...((rows <= mostNames || small) && { tick: (row) => (small ? '' : queries[row]) }),
      },
      scale: {
        label: t('attention.weight'),
        read: (weight, row = 0, column = 0) => this.share(row, column, weight),
        format: (weight) => (weight < 0.005 || small ? '' : this.format.fixed(weight, 2)),
        hidden: small,
      },
      crossed: (row, column) => !sees(row, column),
      more: (row, column) =>
        sees(row, column) ? [] : [{ label: t('attention.masked'), value: '−∞' }],
    });
  }

  /** @param {{index?: number, value?: unknown}} place */
  picked({ index = 0, value }) {
    const { model, windows, set } = this;
    if (!model) return;
    if (Array.isArray(value)) {
      if (value[0] === 0) set({ token: windows.rows.start + value[1] + 1 });
      return;
    }
    const [, rows, keys] = model.weights.shape;
    set({ token: (Math.floor(index / keys) % rows) + 1 });
  }

  /** The formula's query and key are tokens of the lines. @param {string} term */
  driven(term) {
    const { shown, model, windows } = this;
    if (!model || model.weights.data.length === 0) return '';
    const best = bestOf(weightRow(model, shown.head, shown.query));
    if (term === 'query') return queryMark(shown.query - windows.rows.start);
    return term === 'key' ? keyMark(best - windows.columns.start) : '';
  }

  /** @param {import('../parts/section.js').Pointed} pointed */
  termOf({ key }) {
    if (/^q\d/.test(key)) return 'query';
    return /^k\d/.test(key) ? 'key' : '';
  }

  summary() {
    const { t, model, shown, windows } = this;
    if (!model) return '';
    const { source, blind } = model;
    const query = source.queries[shown.query];
    const { rows, columns } = windows;
    const part =
      rows.all && columns.all
        ? ''
        : plain(t, 'attention.tokens.window', {
            shown: this.count(rows.size),
            all: this.count(source.queries.length),
          });
    if (blind.has(shown.query)) return part + plain(t, 'attention.tokens.blind', { query });
    const row = weightRow(model, shown.head, shown.query);
    const best = bestOf(row);
    return (
      part +
      plain(t, 'attention.tokens.summary', {
        query,
        key: source.keys[best],
        weight: this.share(shown.query, best, row[best]),
        head: this.headWords(shown.head),
      })
    );
  }

  /** What needs to be said about this state: words that are not the visitor's, rows that see nothing. */
  renderNotes() {
    const { t, model, params } = this;
    if (!model) return nothing;
    const note = (/** @type {string} */ words) => html`<p class="note">${words}</p>`;
    const cut = [
      model.source.cut
        ? note(t('attention.cut', { count: this.count(model.source.queries.length) }))
        : nothing,
      params.source !== 'own' && isUntyped(params) ? note(t('attention.untyped')) : nothing,
    ];
    if (model.blind.size === 0) return cut;
    const names = [...model.blind].slice(0, 6).map((row) => model.source.queries[row]);
    return html`${cut}
      <p class="verdict blind">
        ${rich(t, 'attention.blind.note', {
          tokens: names.map((name) => `“${name}”`).join(t.language === 'en' ? ', ' : '、'),
          count: this.count(model.blind.size),
        })}
      </p>`;
  }

  table() {
    const { t, model, heads } = this;
    const column = (/** @type {string} */ key) => ({ key, label: t(`attention.column.${key}`) });
    if (!model) return { columns: [], rows: [] };
    const { queries, keys } = model.source;
    return {
      columns: ['head', 'query', 'key', 'weight'].map(column),
      rows: heads.flatMap((head) =>
        queries.flatMap((query, i) => {
          const row = weightRow(model, head, i);
          return keys.map((key, j) => ({ head: head + 1, query, key, weight: row[j] }));
        }),
      ),
    };
  }
}
