/**
 * <sd-attention-matrices>: from X to the output, matrix by matrix, one step at a time or all at once.
 *
 * Pointing at a cell, stepping to it or tapping it shows the row and the column that made it, and its arithmetic in
 * numbers. Cells of X, W, Q, K and V can be changed; everything computed from them follows.
 */

/** @import { Current, State, View } from './cell.js' */
/** @import { ShownName, Step } from './types.js' */

import { html, nothing } from 'lit';
import { htmlLabel } from '../../charts/label.js';
import { besideCells } from '../../charts/matrix.js';
import { matrix } from '../parts/matrix.js';
import { picture } from '../parts/picture.js';
import { ruleWords } from '../parts/rule.js';
import { plain, rich } from '../parts/text.js';
import { colorDomain } from './colours.js';
import { changedIn, focusEditor, letterText, currentOf, placeName, renderCell } from './cell.js';
import { AttentionSection } from './section.js';
import { colors, isOverKeys, letters, highlightedBy, placeIn, tensorOf } from './steps.js';
import { letterStyles, matricesStyles } from './story-styles.js';
import { attentionStyles } from './styles.js';

/** Sides of cells, heights of matrices and the width of a sign, px. */
const sizes = { largest: 40, readable: 8, tall: 460, tallAll: 300, sign: 40, largestAll: 24 };

/** Largest number of rows or columns whose names are written. */
const mostNames = 64;

/** @type {State} */
const atFirst = { width: 0, pinned: null, hovered: null, unfolded: false, noted: null };

export const AttentionMatrices = picture(
  {
    name: 'attention-matrices',
    styles: [attentionStyles, letterStyles, matricesStyles],
    state: atFirst,
    connect(view) {
      const measure = () => {
        const width = Math.floor(view.clientWidth);
        if (width > 0 && width !== view.state.width) view.change({ width });
      };
      const observer = new ResizeObserver(measure);
      observer.observe(view);
      measure();
      return () => observer.disconnect();
    },
    on: {
      'sd-cell': ({ key, row, column, way }, view) => {
        const place = placeIn(key, row, column);
        view.change({ hovered: way === 'over' ? place : null });
        if (way === 'over' || way === 'away') return;
        view.change({ pinned: place });
        if (way === 'open') void focusEditor(view);
      },
    },
    layout(view, { head, problem }) {
      const { model, state } = view;
      const current = model && state.width > 0 ? currentOf(view, model) : null;
      return html`${head} ${problem} ${current ? renderSteps(view, current) : nothing}
        <div class="work">
          <div class="equations">${current ? renderEquations(view, current) : nothing}</div>
          ${current ? renderCell(view, current) : nothing}
        </div>`;
    },
  },
  AttentionSection,
);

/** @param {View} view @param {Current} current @param {(now: number) => number} wanted  which step, from 0 */
function goTo({ change, set }, { first, steps, step, stepIn }, wanted) {
  let next = step;
  change({ pinned: null, hovered: null, unfolded: false });
  set((params) => {
    next = Math.max(first, Math.min(steps.length - 1, wanted(stepIn(params))));
    return { step: next + 1, view: 'steps' };
  });
  return next;
}

/** @param {View} view @param {Current} current @param {KeyboardEvent} event */
async function onStepKey(view, current, event) {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!way) return;
  event.preventDefault();
  const next = goTo(view, current, (now) => now + way);
  await view.updateComplete;
  /** @type {HTMLElement | null} */
  const chip = view.renderRoot.querySelector(`[data-step="${next + 1}"]`);
  chip?.focus();
}

/** @param {View} view @param {Current} current */
function renderSteps(view, current) {
  const { t, params, set } = view;
  const { steps, first, step: now } = current;
  const all = params.view === 'all';
  const go = (/** @type {(now: number) => number} */ wanted) => goTo(view, current, wanted);
  const onKey = (/** @type {KeyboardEvent} */ event) => onStepKey(view, current, event);
  return html`<div class="choices steps" @keydown=${onKey}>
    <button
      type="button"
      data-action="back"
      ?disabled=${all || now === first}
      @click=${() => go((step) => step - 1)}
    >
      ${t('attention.step.back')}
    </button>
    <span class="chain" role="group" aria-label=${t('attention.step.all')}
      >${steps.map(({ result }, i) =>
        i < first
          ? nothing
          : html`<button
              type="button"
              class="chip"
              data-step=${i + 1}
              data-color=${colors[result]}
              aria-pressed=${!all && i === now ? 'true' : 'false'}
              @click=${() => go(() => i)}
            >
              ${rich(t, `attention.step.${i + 1}.short`)}
            </button>`,
      )}</span
    >
    <button
      type="button"
      data-action="next"
      ?disabled=${all || now === steps.length - 1}
      @click=${() => go((step) => step + 1)}
    >
      ${t('attention.step.next')}
    </button>
    <button
      type="button"
      class="chip"
      data-action="all"
      aria-pressed=${all ? 'true' : 'false'}
      @click=${() => set({ view: all ? 'steps' : 'all' })}
    >
      ${t('attention.step.together')}
    </button>
  </div>`;
}

/** @param {View} view @param {Current} current */
function renderEquations(view, current) {
  const { steps, first, step } = current;
  if (view.params.view !== 'all') return renderEquation(view, current, step, false);
  return steps.slice(first).map((_, i) => renderEquation(view, current, i + first, true));
}

/** @param {View} view @param {Current} current @param {number} index @param {boolean} small */
function renderEquation(view, current, index, small) {
  const { t, params, format } = view;
  const step = current.steps[index];
  const number = index + 1;
  /** @type {ShownName[]} */
  const parts = index === 0 ? [step.result, ...step.from] : [...step.from, step.result];
  const names = [...new Set(parts)].filter((name) => tensorOf(current.head, name));
  const { wrapped, cell } = layOut(view, current, names, small);
  const how = step.how === 'given' && number > 1 ? 'given' : `${number}`;
  const rule = ruleWords(t, format, params);
  return html`<div class="equation" data-equation=${step.result}>
    <h4>${small ? nothing : `${number} `}${rich(t, `attention.step.${number}.title`, { rule })}</h4>
    <p class="note">${rich(t, `attention.step.${how}.text`, { rule, mask: maskWords(view) })}</p>
    <div class="matrices" ?data-wrapped=${wrapped}>
      ${names.map((name, i) => [
        i === 0 ? nothing : renderSign(view, step, i === names.length - 1),
        renderMatrix(view, current, name, cell),
      ])}
    </div>
  </div>`;
}

/** @param {View} view */
function maskWords({ t, params: { kind, mask } }) {
  const both = [kind === 'causal' && mask !== 'causal' ? 'causal' : '', mask];
  return both
    .filter((name) => name && !(name === 'none' && both[0]))
    .map((name) => plain(t, `attention.choice.mask.${name}`))
    .join(' + ');
}

/** Returns the sign before a matrix. @param {View} view @param {Step} step @param {boolean} isResult */
function renderSign({ model, number }, { how }, isResult) {
  if (how === 'given') return html`<span class="sign"></span>`;
  if (!isResult) return html`<span class="sign">×</span>`;
  const signs = {
    product: '=',
    scale: html`× ${number(model?.factor ?? NaN)} =`,
    mask: html`→`,
    softmax: html`<small>softmax</small> =`,
  };
  return html`<span class="sign" data-how=${how}>${signs[how]}</span>`;
}

/** Returns the names of rows and columns that are tokens. @param {Current} current @param {ShownName} name */
function ticksOf({ model }, name) {
  const { queries, keys } = model.source;
  const rows = ['c', 'k', 'v'].includes(name) ? keys : queries;
  const isTokens = !['wq', 'wk', 'wv', 'kt'].includes(name);
  const columns = isOverKeys(name) || name === 'kt' ? keys : [];
  const named = (/** @type {readonly string[]} */ list) =>
    list.length > 0 && list.length <= mostNames ? (/** @type {number} */ i) => list[i] : null;
  return { tick: isTokens ? named(rows) : null, columnTick: named(columns) };
}

/**
 * Returns the side of a cell, and whether the matrices are stacked.
 * @param {View} view
 * @param {Current} current
 * @param {readonly ShownName[]} names
 * @param {boolean} small
 */
function layOut({ state: { width }, stretch }, current, names, small) {
  const own = names.map((name) => {
    const [rows, columns] = tensorOf(current.head, name)?.shape ?? [1, 1];
    return { columns, rows, beside: besideCells({ rows, ...ticksOf(current, name) }) };
  });
  const sum = (/** @type {'columns' | 'beside'} */ of) =>
    own.reduce((total, each) => total + each[of], 0);
  const tallest = Math.max(...own.map(({ rows }) => rows));
  const most = Math.min(
    small ? sizes.largestAll : sizes.largest * Math.max(1, stretch),
    (small ? sizes.tallAll : sizes.tall * stretch) / tallest,
  );
  const signs = sizes.sign * 1.6 * (own.length - 1);
  const inRow = (width - sum('beside') - signs) / sum('columns');
  const alone = Math.min(...own.map(({ columns, beside }) => (width - beside - 4) / columns));
  const wrapped = inRow < sizes.readable && alone > 1.3 * inRow;
  const cell = Math.max(0.5, Math.min(most, wrapped ? alone : inRow));
  return { wrapped, cell: cell >= 8 ? Math.floor(cell) : cell };
}

/** @param {View} view @param {Current} current @param {ShownName} name @param {number} side  of a cell, px */
function renderMatrix(view, current, name, side) {
  const { t, count, number } = view;
  const { model, head, cell } = current;
  const tensor = tensorOf(head, name);
  if (!tensor) return nothing;
  const [rows, columns] = tensor.shape;
  const lit = highlightedBy(cell, head)[name] ?? null;
  const isWeights = name === 'weights';
  const title = plain(t, `attention.matrix.${name}`);
  const { far, isCut } = isWeights ? { far: 1, isCut: false } : colorsOf(current, name);
  const high = `${isCut ? '≥\u2009' : ''}${number(far)}`;
  const low = isWeights ? '0' : `${isCut ? '≤\u2009' : ''}${number(-far)}`;
  return html`<div class="matrix" data-matrix=${name}>
    <div class="caption">
      <span class="letter" data-letter=${name}>${htmlLabel(letters[name])}</span>
      <span class="muted">${count(rows)} × ${count(columns)}</span>
    </div>
    ${matrix({
      key: name,
      name: `${letterText(name)}: ${title}. ${t('attention.matrices.keys')}`,
      ...{ rows, columns, values: tensor.data, lit, cell: side },
      ramp: isWeights ? 'weight' : 'diverging',
      domain: [isWeights ? 0 : -far, far],
      legend: [low, high],
      color: lit && !lit.cell ? colors[name] : 'ink',
      ...ticksOf(current, name),
      at: (row, column) => placeName(view, model, placeIn(name, row, column)),
      read: number,
      format: (value) => shortNumber(view, value, side),
      crossed:
        name === 'masked' || isWeights ? (row, column) => !model.sees(row, column) : undefined,
      changed: changedIn(view, name),
    })}
  </div>`;
}

/** Writes a number in the room that a cell of this side has. @param {View} view @param {number} value @param {number} side */
function shortNumber({ format }, value, side) {
  if (value === 0) return '0';
  if (Math.abs(value) >= 9.95) return format.number(value, 2);
  return side < 36 ? format.fixed(value, 1) : format.number(value, 2);
}

/** Returns the range of the colours. A transposed or masked matrix has that of the matrix it was made of. @param {Current} current @param {ShownName} name */
function colorsOf({ head }, name) {
  const tensor = head[name === 'masked' ? 'scaled' : name === 'kt' ? 'k' : name];
  return colorDomain(tensor?.data ?? []);
}
