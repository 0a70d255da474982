/**
 * <sd-attention-tokens>: which token attends to which. Draws lines as thick as the weights, of one head or of all, and
 * beside them the same weights as a matrix. The answer, the formula and the code describe the picked token.
 */

/** @import { LinkSpec } from '../../charts/links.js' */
/** @import { Model, Overflow } from './types.js' */

import { html, nothing } from 'lit';
import { domainOf, heat, heatHeight } from '../../charts/heat.js';
import { keyMark, links, linksHeight, queryMark } from '../../charts/links.js';
import { textWidth } from '../../charts/label.js';
import { columns, picture } from '../parts/picture.js';
import { comma, plain, rich } from '../parts/text.js';
import { bestOf, weightRow } from './model.js';
import { AttentionSection } from './section.js';
import { attentionStyles } from './styles.js';
import { overflowOf, overflownIn, overflownRows, overflowWords, summaryEnd } from './overflow.js';
import { isUntyped } from './words.js';

/** @typedef {AttentionSection & {model: Model}} View */
/** @typedef {{width: number, height: number, small?: boolean}} Place */
/** @typedef {Partial<import('../../charts/types.js').Figure>} Figure */

/** Largest number of tokens joined by lines. If there are more, those around the picked one are joined. */
const mostJoined = 32;

/** Largest number of words written beside a matrix. */
const mostNames = 64;

/** Largest number of heads shown as matrices beside each other. */
const mostPanels = 8;

/** Height of a figure that waits, px. */
const emptyHeight = 260;

/** The module that lays out the matrices of all heads beside each other; null until it is fetched. @type {typeof import('../../charts/panels.js') | null} */
let grid = null;

/** Fetches it, once. Not needed at first: the lab opens with one head. */
export async function fetchGrid() {
  grid ??= await import('../../charts/panels.js');
}

export const AttentionTokens = picture(
  {
    name: 'attention-tokens',
    styles: [attentionStyles],
    label: ({ t }) => plain(t, 'attention.part.tokens'),
    title: (view) => plain(view.t, 'attention.tokens.title', { head: headsTitle(view) }),
    height: emptyHeight,

    shows(view) {
      if (!isReady(view)) return {};
      const spec = linkSpec(view);
      return {
        height: (width) => linksHeight(width, spec),
        draw: (width) => links({ ...spec, width }),
        summary: summaryOf(view),
        table: () => tableOf(view),
      };
    },
    layout: (view, { figure, more }) =>
      view.single
        ? [figure, headChips(view), notes(view), more]
        : html`<div class="beside">${figure} ${view.figureOf(weightsFigure(view))}</div>
            ${headChips(view)} ${notes(view)}`,
    more: (view) => (view.single ? view.figureOf(weightsFigure(view)) : nothing),

    picked(
      /** @type {{index?: number, value?: unknown}} */ { index = 0, value },
      { model, shown, set },
    ) {
      if (!model) return;
      const [, rows, keys] = model.weights.shape;
      if (!Array.isArray(value)) set({ token: (Math.floor(index / keys) % rows) + 1 });
      else if (value[0] === 0) set({ token: windowOf(rows, shown.query).start + value[1] + 1 });
    },
    /** Marks the tokens that are the formula's query and key. */
    driven(term, view) {
      if (!isReady(view)) return '';
      const { rows, keys } = windowsOf(view);
      if (term === 'query') return queryMark(view.shown.query - rows.start);
      return term === 'key' ? keyMark(bestKey(view) - keys.start) : '';
    },
    termOf: ({ key }) => (/^q\d/.test(key) ? 'query' : /^k\d/.test(key) ? 'key' : ''),
  },
  AttentionSection,
);

/** Moves the focus to the chosen head. @param {Element | null | undefined} tokens */
export function focusHead(tokens) {
  /** @type {HTMLElement | null | undefined} */
  const chip = tokens?.shadowRoot?.querySelector('[data-head][aria-pressed="true"]');
  chip?.focus();
}

/** @param {AttentionSection} view @returns {view is View} */
const isReady = (view) => Boolean(view.model?.weights.data.length);

/** Returns the heads that are drawn, from 0. @param {AttentionSection} view */
function headsOf({ model, params, shown }) {
  if (!model) return [];
  const isAll = Number(params.head) === 0;
  return isAll ? Array.from({ length: model.heads }, (_, head) => head) : [shown.head];
}

/** @param {AttentionSection} view */
function headsTitle(view) {
  const { model, t, headWords } = view;
  const heads = headsOf(view);
  const isAll = model && heads.length === model.heads && heads.length > 1;
  return isAll ? t('attention.head.all') : headWords(heads[0] ?? 0);
}

/** @param {AttentionSection} view */
function headChips({ t, model, params, set, headName }) {
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
    ${Array.from({ length: model.heads }, (_, head) => chip(head + 1, headName(head)))}
  </div>`;
}

/** Returns the key that the shown query attends to most. @param {View} view */
const bestKey = ({ model, shown }) => bestOf(weightRow(model, shown.head, shown.query));

/** @param {number} count @param {number} around */
function windowOf(count, around) {
  const size = Math.min(count, mostJoined);
  const start = Math.max(0, Math.min(count - size, around - (size >> 1)));
  return { start, size, all: size === count };
}

/** Returns the tokens that are joined. @param {View} view */
function windowsOf(view) {
  const [, rows, keys] = view.model.weights.shape;
  return { rows: windowOf(rows, view.shown.query), keys: windowOf(keys, bestKey(view)) };
}

/** @param {View} view @returns {LinkSpec} */
function linkSpec(view) {
  const { t, format, model, headName, share } = view;
  const { source, cross } = model;
  const { rows, keys } = windowsOf(view);
  const ofHead = (/** @type {number} */ head) => {
    const own = new Float32Array(rows.size * keys.size);
    for (let i = 0; i < rows.size; i++) {
      const row = weightRow(model, head, rows.start + i);
      own.set(row.subarray(keys.start, keys.start + keys.size), i * keys.size);
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
    key: side('key', source.keys, keys),
    heads: headsOf(view).map((head) => ({
      label: headName(head),
      weights: ofHead(head),
      category: head,
    })),
    read: (weight, i, j) => share(rows.start + i, keys.start + j, weight, 0),
    omitted: (threshold) => t('attention.tokens.omitted', { threshold: format.share(threshold) }),
    fullyMasked: (i) => emptyWords(view, rows.start + i),
    low: view.single,
    ...(view.params.head !== 0 && { threshold: Math.min(0.25, 1.2 / keys.size) }),
  };
}

/** Says why no lines start at a query; '' if they only leave the window. @param {View} view @param {number} query */
function emptyWords(view, query) {
  const { t, model } = view;
  if (model.fullyMasked.has(query)) return t('attention.blind');
  return overflownIn(model, headsOf(view)).includes(query) ? t('attention.overflown') : '';
}

/** @param {AttentionSection} view @returns {Figure} */
function weightsFigure(view) {
  const { t } = view;
  const heads = headsOf(view);
  return {
    name: 'attention-weights',
    title: plain(t, 'attention.heat.title', { head: headsTitle(view) }),
    height: emptyHeight,
    ...(isReady(view) && {
      ...(heads.length > 1 ? manyHeads(view, heads) : oneHead(view, heads[0])),
      summary:
        plain(t, `attention.heat.summary${summaryEnd(view.model, heads)}`) +
        (view.model.hides ? t('attention.heat.hidden') : ''),
      table: () => tableOf(view),
    }),
  };
}

/** Returns the largest total height of the cells, px. The whole matrix stays in view and each row still has room for its name. @param {number} rows */
const mostTall = (rows) => Math.max(270, Math.min(420, 14 * rows));

/** @param {View} view @param {number} head @returns {Figure} */
function oneHead(view, head) {
  const { weights, source } = view.model;
  const [, rows, columns] = weights.shape;
  const widest = () => Math.max(...source.queries.map((name) => textWidth(name)));
  const left = rows <= mostNames ? Math.ceil(widest()) + 10 : 32;
  const size = { rows, columns, most: mostTall(rows), largest: 40, x: columnAxis(view), left };
  return {
    height: (width) => heatHeight(width, size),
    draw: (width, height) => heatOf(view, head, { width, height }),
  };
}

/** Returns a figure of matrices beside each other. @param {View} view @param {readonly number[]} heads @returns {Figure} */
function manyHeads(view, heads) {
  const [, rows, columns] = view.model.weights.shape;
  const layout = {
    count: Math.min(heads.length, mostPanels),
    height: (/** @type {number} */ width) =>
      heatHeight(width, { rows, columns, most: 200, largest: 24, scale: false }) - 44,
    least: 140,
    most: 4,
    foot: 0,
  };
  const drawn = heads.slice(0, mostPanels).map((head) => ({
    key: `head-${head}`,
    title: view.headName(head),
    draw: (/** @type {Place} */ place) => heatOf(view, head, { ...place, small: true }),
  }));
  if (!grid) return { height: emptyHeight };
  const { panels, panelsHeight } = grid;
  return {
    height: (width) => panelsHeight(width, layout),
    draw: (width) => panels(width, layout, drawn),
  };
}

/** @param {View} view */
function columnAxis({ t, model }) {
  const { keys } = model.source;
  const slanted = keys.length <= mostNames;
  return {
    label: plain(t, 'attention.axis.key'),
    name: (/** @type {number} */ column) => keys[column],
    ...(slanted && { slanted, tick: (/** @type {number} */ column) => keys[column] }),
  };
}

/** Returns the domain of the colours: up to 1, or if many tokens share the attention, up to the largest weight. @param {Model} model @returns {[number, number]} */
function weightDomain({ weights }) {
  const [, most] = domainOf({ values: weights.data, ramp: 'weight' });
  return [0, most < 0.25 ? most : 1];
}

/** @param {View} view @param {number} head @param {Place} place */
function heatOf(view, head, { width, height, small = false }) {
  const { t, format, model, share } = view;
  const { weights, source, sees } = model;
  const [, rows, columns] = weights.shape;
  const { queries } = source;
  const overflown = overflownRows(model, head);
  const x = columnAxis(view);
  return heat({
    ...{ width, height, rows, columns },
    values: weights.data.subarray(head * rows * columns, (head + 1) * rows * columns),
    ramp: 'weight',
    domain: weightDomain(model),
    x: small ? { ...x, label: '', slanted: false, tick: () => '' } : x,
    y: {
      label: small ? '' : plain(t, 'attention.axis.query'),
      name: (row) => queries[row],
      ...(!small && { selected: view.shown.query }),
      ...((rows <= mostNames || small) && { tick: (row) => (small ? '' : queries[row]) }),
    },
    scale: {
      label: t('attention.weight'),
      read: (weight, row = 0, column = 0) =>
        overflown.includes(row) ? '–' : share(row, column, weight),
      format: (weight) => (weight < 0.005 || small ? '' : format.fixed(weight, 2)),
      tick: (weight) => format.number(weight),
      hidden: small,
    },
    crossed: (row, column) => !sees(row, column),
    more: (row, column) =>
      sees(row, column) ? [] : [{ label: t('attention.masked'), value: '−∞' }],
  });
}

/** @param {View} view */
function summaryOf(view) {
  const { t, model, shown, count, said, headWords } = view;
  const { source, fullyMasked } = model;
  const query = source.queries[shown.query];
  const { rows, keys } = windowsOf(view);
  const part =
    rows.all && keys.all
      ? ''
      : plain(t, 'attention.tokens.window', {
          shown: count(rows.size),
          all: count(source.queries.length),
        });
  if (fullyMasked.has(shown.query)) return part + plain(t, 'attention.tokens.blind', { query });
  const overflow = overflowOf(model, shown.head, shown.query);
  if (overflow) return part + overflowText(view, overflow);
  const best = bestKey(view);
  const row = weightRow(model, shown.head, shown.query);
  const seen = row.filter((_, key) => model.sees(shown.query, key));
  const tied = seen.filter((weight) => weight === row[best]).length;
  const end = tied === 1 ? '' : tied === seen.length ? '.even' : '.tied';
  return (
    part +
    plain(t, `attention.tokens.summary${end}`, {
      query,
      key: source.keys[best],
      count: count(tied),
      weight: said(shown.query, best, row[best]),
      head: headWords(shown.head),
    })
  );
}

/** @param {View} view @param {Overflow} overflow */
function overflowText({ t, model, shown }, overflow) {
  const { key, names } = overflowWords(model, shown.query, overflow);
  return plain(t, key, names);
}

/** Returns the notes about this state: words that are not the visitor's, rows that see nothing. @param {AttentionSection} view */
function notes(view) {
  const { t, model, params, count } = view;
  if (!model) return nothing;
  const { source, fullyMasked } = model;
  const note = (/** @type {string} */ words) => html`<p class="note">${words}</p>`;
  const warning = (/** @type {string} */ key, /** @type {readonly number[]} */ rows) =>
    rows.length === 0
      ? nothing
      : html`<p class="verdict warning">
          ${rich(t, key, {
            tokens: rows
              .slice(0, 6)
              .map((row) => `“${source.queries[row]}”`)
              .join(comma(t)),
            count: count(rows.length),
          })}
        </p>`;
  return [
    source.cut ? note(t('attention.cut', { count: count(source.queries.length) })) : nothing,
    params.source !== 'own' && isUntyped(params) ? note(t('attention.untyped')) : nothing,
    warning('attention.blind.note', [...fullyMasked]),
    warning('attention.overflow.note', overflownIn(model, headsOf(view))),
  ];
}

/** @param {View} view */
function tableOf(view) {
  const { t, model } = view;
  const { queries, keys } = model.source;
  return {
    columns: columns(t, 'attention.column', ['head', 'query', 'key', 'weight']),
    rows: headsOf(view).flatMap((head) =>
      queries.flatMap((query, i) => {
        const row = weightRow(model, head, i);
        return keys.map((key, j) => ({ head: head + 1, query, key, weight: row[j] }));
      }),
    ),
  };
}
