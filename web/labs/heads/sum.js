/**
 * <sd-heads-sum>: Concat and W^O are a sum over heads.
 *
 * The visitor adds what each head contributes to the output of one token, head by head, and arrives at the layer's
 * output: concatenating and multiplying by W^O computes the same sum.
 */
import { html, nothing } from 'lit';
import { heat, heatHeight } from '../../charts/heat.js';
import { id, num, op, parens, row, sub, subsup, sum, sup, upright } from '../parts/math.js';
import { display } from '../parts/math-display.js';
import { plain, rich } from '../parts/text.js';
import { picture } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { layerNeeds, layerOf, sumOf } from './layer.js';
import { allSizes } from './random.js';
import { inSlices } from './slices.js';
import { narrowedNote } from './words.js';

/** @import { Content } from '../parts/content.js' */
/** @import { Engine } from '../../engine/index.js' */
/** @import { Tensor } from '../../engine/types.js' */
/** @import { Params, Section } from '../parts/section.js' */
/** @import { LayerNeeds } from './layer.js' */
/** @import { ResultOf } from './slices.js' */

/** @typedef {ResultOf<typeof addedUp>} Sum */
/** @typedef {{rows: number, columns: number}} Cells */

/** Largest number of heads and columns that are shown. */
const most = { heads: 16, columns: 24 };

/** Returns how many heads are added. @param {Params} params */
const addedOf = ({ heads, added }) => (added === 0 ? heads : Math.min(heads, added));

/**
 * Computes the sum of the first heads, beside the layer's output.
 * @param {Engine} engine
 * @param {LayerNeeds} needs
 * @param {number} added
 */
function* addedUp(engine, needs, added) {
  const { output, contributions, sizes } = yield* layerOf(engine, needs);
  const total = sumOf(engine, contributions, added);
  const difference = engine.difference(output, total);
  return { output, contributions, total, difference, modelDim: sizes.modelDim };
}

export const HeadsSum = picture({
  name: 'heads-sum',
  results: {
    sum: source({
      needs: (params) => ({ layer: layerNeeds(params), added: addedOf(params) }),
      compute: (engine, { layer, added }, work) => inSlices(addedUp(engine, layer, added), work),
      publish: 'sum',
    }),
  },

  above({ t, params, set, single }) {
    const slider = (
      /** @type {'added' | 'token'} */ name,
      /** @type {number} */ value,
      /** @type {number} */ last,
    ) =>
      html`<label class="slide"
        ><span>${t(`heads.sum.${name}`)}</span>
        <input
          type="range"
          name=${name}
          min="1"
          max=${last}
          step="1"
          .value=${String(value)}
          ?disabled=${last === 1}
          @input=${(/** @type {Event & {target: HTMLInputElement}} */ { target }) => set({ [name]: Number(target.value) })}
        />
        <output class="number">${value} / ${last}</output></label
      >`;
    return html`${single ? nothing : formula()}
      <div class="choices">
        ${slider('added', addedOf(params), params.heads)}
        ${slider('token', params.token, params.tokens)}
      </div>`;
  },

  title: ({ t, params }) => plain(t, 'heads.sum.figure', { token: params.token }),
  height(width, { params, single }) {
    const { rows, columns } = cellsOf(params, width);
    return heatHeight(width, { rows, columns, largest: 30, most: (single ? 14 : 24) * rows });
  },

  shows(view, { sum }) {
    const { t, params, count, format } = view;
    const added = addedOf(params);
    return {
      draw: (width, height) => drawn(view, sum, width, height),
      summary: plain(t, `heads.sum.${added === params.heads ? 'summary' : 'partial'}`, {
        added: count(added),
        heads: count(params.heads),
        largest: format.number(sum.difference.largest, 2),
        scale: format.number(sum.difference.scale, 3),
      }),
      table: () => tableOf(view, sum),
    };
  },

  below: (view) => narrowedNote(view, allSizes(view.params)),
  more: ({ t }) => rich(t, 'heads.sum.note'),
});

/** Returns the size of the picture. Rows: heads, their sum, the layer's output. Columns: as many as fit. @param {Params} params @param {number} [width] */
function cellsOf(params, width = Infinity) {
  const fitting = Math.max(4, Math.floor((width - 100) / 20));
  return {
    rows: Math.min(most.heads, params.heads) + 2,
    columns: Math.min(most.columns, allSizes(params).modelDim, fitting),
  };
}

/** @param {Section} view @param {number} row */
function rowName({ t, params }, row) {
  const heads = cellsOf(params).rows - 2;
  if (row < heads) return t('heads.sum.head', { head: row + 1 });
  return t(row === heads ? 'heads.sum.total' : 'heads.sum.output');
}

/**
 * Returns the values that are drawn. Heads that are not added yet are NaN and stay blank.
 * @param {Params} params
 * @param {Sum} sum
 * @param {Cells} cells
 */
function valuesOf(params, { contributions, total, output, modelDim }, { rows, columns }) {
  const { token, tokens } = params;
  const part = (/** @type {Tensor} */ { data }, /** @type {number} */ block) => {
    const from = (block * tokens + token - 1) * modelDim;
    return data.subarray(from, from + columns);
  };
  const values = new Float32Array(rows * columns).fill(NaN);
  for (let head = 0; head < Math.min(rows - 2, addedOf(params)); head++)
    values.set(part(contributions, head), head * columns);
  values.set(part(total, 0), (rows - 2) * columns);
  values.set(part(output, 0), (rows - 1) * columns);
  return values;
}

/** @param {Section} view @param {Sum} sum @param {number} width @param {number} height */
function drawn(view, sum, width, height) {
  const { t, params, format } = view;
  const cells = cellsOf(params, width);
  const far = sum.difference.scale || 1;
  const nameOf = (/** @type {number} */ i) => rowName(view, i);
  return heat({
    ...{ width, height, ...cells },
    values: valuesOf(params, sum, cells),
    ramp: 'diverging',
    domain: [-far, far],
    x: { label: t('heads.sum.column') },
    y: { label: '', tick: nameOf, name: nameOf },
    scale: {
      label: t('heads.sum.value'),
      read: (value) => format.number(value, 6),
      format: (value) => format.number(value, 2),
    },
    numbers: false,
  });
}

/** @param {Section} view @param {Sum} sum */
function tableOf(view, sum) {
  const cells = cellsOf(view.params);
  const { rows, columns } = cells;
  const values = valuesOf(view.params, sum, cells);
  const names = Array.from({ length: columns }, (_, i) => String(i + 1));
  return {
    columns: [
      { key: 'row', label: view.t('heads.column.row') },
      ...names.map((name) => ({ key: name, label: name })),
    ],
    rows: Array.from({ length: rows }, (_, row) => ({
      row: rowName(view, row),
      ...Object.fromEntries(names.map((name, i) => [name, values[row * columns + i]])),
    })),
  };
}

/** Draws Concat(head_1, ..., head_h) W^O = sum of head_i W_i^O. */
function formula() {
  const [wo, i, h] = [subsup(id('W'), id('i'), id('O')), id('i'), id('h')];
  const head = (/** @type {Content} */ index) => sub(upright('head'), index);
  const one = num(1);
  return display(
    row(
      upright('Concat'),
      parens(head(one), op(','), op('…'), op(','), head(h)),
      sup(id('W'), id('O')),
      op('='),
      sum(row(i, op('='), one), h, row(head(i), wo)),
    ),
  );
}
