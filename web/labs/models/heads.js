/**
 * <sd-models-heads>: every head of every layer at a glance.
 *
 * The visitor sees layers and heads as cells: how far q.k spreads compared with sqrt(d_k), or how sharp the weights
 * are, with the factor and without. The pictures below show the head of the picked cell.
 */

/** @import { Pass } from './types.js' */

import { html, nothing } from 'lit';
import { save } from '../../charts/export.js';
import { heat, heatHeight } from '../../charts/heat.js';
import { columns, picture } from '../parts/picture.js';
import { renderProgress } from '../parts/progress.js';
import { plain, rich } from '../parts/text.js';
import { headWords, isShare, measured, rangeOf, spread, statisticsOf } from './look.js';
import { ModelSection } from './section.js';
import { factorWords } from './words.js';

/** A spread or an entropy below this is shown as about 0. */
const least = 5e-4;

/** Largest total height of the cells, and largest side of one, px. */
const shown = Object.freeze({ most: 300, largest: 96 });

export const ModelsHeads = picture(
  {
    name: 'models-heads',
    hideTitle: true,
    title(view) {
      const { t, params, opened } = view;
      const measure = plain(t, `models.heads.${params.measure}`);
      const changed = opened?.now && opened.now.multiplier !== 1;
      return changed
        ? plain(t, 'models.heads.changed', { measure, factor: factorWords(view) })
        : measure;
    },
    height: (width, { opened, single, stretch }) =>
      heatHeight(width, {
        rows: opened?.model?.layers ?? 2,
        columns: opened?.model?.heads ?? 4,
        ...shown,
        ...(single && { most: 180 * stretch }),
      }),
    hidesSummary: true,

    controls: (view) => html` <span slot="status">${renderStatus(view)}</span> `,

    shows(view) {
      const { t, opened } = view;
      const pass = opened?.now ?? opened?.base ?? null;
      const model = opened?.model;
      if (!pass || !model || pass.heads.length === 0) return {};
      return {
        draw: (width, height) => drawn(view, pass, width, height),
        summary: summaryOf(view, pass),
        table: () => ({
          columns: columns(t, 'models.column', [
            ...[
              'layer',
              'head',
              'scoreMean',
              'scoreSd',
              'unitSd',
              'spreadSd',
              'independentSd',
              'covarianceSd',
            ],
            ...['logitSd', 'topWeight', 'entropy', 'dominated'],
            ...['plainTopWeight', 'plainEntropy', 'plainDominated'],
          ]),
          rows: pass.heads.flatMap((heads, layer) =>
            heads.map(({ scaled, unscaled, histogram: _, ...head }, i) => ({
              ...{ layer: layer + 1, head: i + 1, ...head, ...scaled },
              plainTopWeight: unscaled.topWeight,
              plainEntropy: unscaled.entropy,
              plainDominated: unscaled.dominated,
            })),
          ),
        }),
      };
    },

    below: renderLeft,

    picked({ index = 0 }, view) {
      const pass = view.opened?.now ?? view.opened?.base;
      const heads = view.opened?.model?.heads ?? 1;
      if (!pass) return;
      const layer = Math.floor(index / heads);
      const head = orderOf(view, pass)[layer]?.[index % heads];
      if (head !== undefined) view.set({ layer: layer + 1, head: head + 1 });
    },

    more: (view) => [
      rich(view.t, 'models.heads.note'),
      html`<p>${rich(view.t, 'models.heads.note.rows')}</p>`,
      renderSave(view),
    ],
  },
  ModelSection,
);

/** Says what was left out of a text. For a visitor's files, the note is beside them. @param {ModelSection} view */
function renderLeft({ t, count, opened, params }) {
  const { tokens, note } = opened ?? {};
  if (params.source === 'own' || !tokens) return nothing;
  const values = { tokens: count(tokens.ids.length), beyond: count(tokens.beyond) };
  const notes = [
    ...(note ? [rich(t, note)] : []),
    ...(tokens.beyond > 0 ? [rich(t, 'models.open.cut', values)] : []),
  ];
  return notes.map((words) => html`<p class="note">${words}</p>`);
}

/** Draws the button that saves the file for the programs. @param {ModelSection} view */
function renderSave({ t, opened, params }) {
  const file = `${params.source}.safetensors`;
  const bytes = opened?.bytes;
  if (!bytes) return nothing;
  return html`<button
    type="button"
    class="quiet"
    data-action="save-model"
    @click=${() => save(file, new Blob([bytes]))}
  >
    ${t('models.heads.save', { file })}
  </button>`;
}

/** Shows how far the pass is, and the switch that sorts the cells. @param {ModelSection} view */
function renderStatus(view) {
  const { t, opened, params, set } = view;
  const layers = opened?.model?.layers ?? 1;
  const running = opened !== null && opened.done !== null;
  const progress = { done: (opened?.done ?? 0) / layers, seconds: 0 };
  const sorts = params.order === 'value';
  return html`<button
      type="button"
      class="chip"
      data-action="sort"
      aria-pressed=${String(sorts)}
      @click=${() => set({ order: sorts ? 'place' : 'value' })}
    >
      ${t('models.sort')}
    </button>
    ${renderProgress(view, {
      ...{ running, progress },
      stop: () => opened?.stop(),
      again: opened?.stopped ? () => opened.resume() : null,
    })}`;
}

/** Returns the heads of every layer in the order of its row. @param {ModelSection} view @param {Pass} pass @returns {number[][]} */
function orderOf({ params }, { heads }) {
  return heads.map((layer) => {
    const all = layer.map((_, head) => head);
    if (params.order !== 'value') return all;
    const value = (/** @type {number} */ head) => measured(params, layer[head]);
    return all.sort((a, b) => value(b) - value(a) || a - b);
  });
}

/** @param {ModelSection} view @param {Pass} pass @param {number} width @param {number} height */
function drawn(view, pass, width, height) {
  const { t, format, params, opened, selected } = view;
  const model = opened?.model;
  if (!model) throw new Error('no model');
  const { layers, heads } = model;
  const order = orderOf(view, pass);
  const values = new Float64Array(layers * heads).fill(NaN);
  order.forEach((row, layer) =>
    row.forEach((head, column) => {
      values[layer * heads + column] = measured(params, pass.heads[layer][head]);
    }),
  );
  const number = spread(format);
  const name = plain(t, `models.choice.measure.${params.measure}`);
  const sorted = params.order === 'value';
  return heat({
    ...{ width, height, rows: layers, columns: heads, values },
    ramp: isShare(params) || String(params.measure).includes('ntropy') ? 'weight' : 'score',
    ...(isShare(params) && { domain: [0, 1] }),
    x: {
      label: t(sorted ? 'models.heads.x.sorted' : 'models.heads.x'),
      name: (i) =>
        sorted ? t('models.heads.rank', { i: i + 1 }) : t('models.heads.name', { i: i + 1 }),
    },
    y: {
      label: t('models.heads.y'),
      name: (i) => t('models.layers.name', { i: i + 1 }),
      selected: selected.layer,
    },
    picked: selected.layer * heads + (order[selected.layer]?.indexOf(selected.head) ?? 0),
    scale: {
      label: name,
      read(value) {
        if (isShare(params)) return format.share(value);
        return value > 0 && value < least ? '≈ 0' : number(value);
      },
    },
    more(layer, column) {
      const head = order[layer]?.[column];
      if (head === undefined) return [];
      const { scoreSd, unitSd, scaled, unscaled } = pass.heads[layer][head];
      return [
        ...(sorted ? [{ label: t('models.heads.x'), value: String(head + 1) }] : []),
        { label: plain(t, 'models.read.sd'), value: number(scoreSd) },
        { label: plain(t, 'models.read.unit'), value: number(unitSd) },
        { label: plain(t, 'models.read.top'), value: format.share(scaled.topWeight) },
        { label: plain(t, 'models.read.plain'), value: format.share(unscaled.topWeight) },
      ];
    },
  });
}

/** @param {ModelSection} view @param {Pass} pass */
function summaryOf({ t, format, count, params, opened, selected }, pass) {
  const range = rangeOf(pass, (head) => measured(params, head));
  const own = statisticsOf(pass, selected);
  if (!range || !own || !opened?.model) return '';
  const text = isShare(params) ? format.share : spread(format);
  return plain(t, `models.heads.summary${pass.whole ? '' : '.soFar'}`, {
    layers: count(opened.model.layers),
    heads: count(opened.model.heads),
    done: count(pass.heads.length),
    measure: plain(t, `models.choice.measure.${params.measure}`),
    low: text(range.low),
    high: text(range.high),
    mean: text(measured(params, pass.mean)),
    looked: headWords(t, selected),
    own: text(measured(params, own)),
  });
}
