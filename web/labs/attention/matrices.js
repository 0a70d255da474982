/**
 * <sd-attention-matrices>: from X to the output, matrix by matrix, one step at a time or all at once.
 *
 * Any cell that is pointed at, stepped to or tapped shows the row and the column that made it, and its arithmetic in
 * numbers. Cells of X, W, Q, K and V can be changed; everything after them follows.
 */
import { html, nothing } from 'lit';
import { domainOf } from '../../charts/heat.js';
import { htmlLabel } from '../../charts/label.js';
import { besideCells } from '../../charts/matrix.js';
import { editsOf, editsText, inputNames, mostEdits } from '../../tables/attention.js';
import { wordsOf } from '../../tables/state.js';
import { matrix } from '../parts/matrix.js';
import { ruleWords } from '../parts/rule.js';
import { plain, rich } from '../lab/text.js';
import { arithmetic, valueOf } from './arithmetic.js';
import { saveMatrix, saveFormats } from './save.js';
import { bestOf, weightRow } from './model.js';
import { AttentionSection } from './section.js';
import { colors, isEditable, letters, litBy, placeIn, stepsOf, tensorOf } from './steps.js';
import { attentionStyles, matricesStyles } from './styles.js';

/** @typedef {import('./steps.js').CellPlace} CellPlace */
/** @typedef {import('./steps.js').ShownName} ShownName */
/** @typedef {import('./steps.js').Step} Step */
/** @typedef {import('./model.js').Head} Head */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {{rows: number, columns: number, tick?: ((row: number) => string) | null}} Size */

/** Sides of cells, and how tall a matrix may be, px. */
const sizes = { largest: 40, readable: 8, tall: 460, tallAll: 300, sign: 40, largestAll: 24 };

/** Names of more rows or columns than this are not written. */
const mostNames = 64;

/** What is read first in a step is its result. */
export class AttentionMatrices extends AttentionSection {
  static pictured = false;
  static styles = [...AttentionSection.styles, attentionStyles, matricesStyles];

  static properties = {
    ...AttentionSection.properties,
    width: { state: true },
    pinned: { state: true },
    hovered: { state: true },
    unfolded: { state: true },
  };

  constructor() {
    super();
    this.width = 0;
    /** What was chosen. @type {CellPlace | null} */ this.pinned = null;
    /** What the pointer is on. @type {CellPlace | null} */ this.hovered = null;
    this.unfolded = false;
    this.sizes =
      typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => this.measure());
    /** @param {CustomEvent<{key: ShownName, row: number, column: number, way: string}>} event */
    this.onCell = ({ detail: { key, row, column, way } }) => {
      this.hovered = way === 'over' ? placeIn(key, row, column) : null;
      if (way === 'over' || way === 'away') return;
      this.pinned = placeIn(key, row, column);
      if (way === 'open') void this.edit();
    };
    this.resetEdits = () => this.set({ edits: '' });
  }

  connectedCallback() {
    super.connectedCallback();
    this.sizes?.observe(this);
    this.measure();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes?.disconnect();
  }

  measure() {
    const width = Math.floor(this.clientWidth);
    if (width > 0 && width !== this.width) this.width = width;
  }

  // ---- what is looked at ------------------------------------------------------------------------------------------

  /** The cell that is spelled out: pointed at, else chosen, else the picked token's strongest in this step's result. */
  get cell() {
    const head = this.head;
    const wanted = this.hovered ?? this.pinned;
    if (wanted && this.holds(wanted)) return wanted;
    const { query, head: which } = this.shown;
    const step = this.steps[this.step];
    const { result } = step;
    const [rows, columns] = head[result]?.shape ?? [1, 1];
    const best = this.model ? bestOf(weightRow(this.model, which, query)) : 0;
    const overKeys = ['scores', 'scaled', 'masked', 'weights'].includes(result);
    const row = ['k', 'v'].includes(result) ? best : query;
    return {
      name: result,
      row: Math.min(row, rows - 1),
      column: Math.min(overKeys ? best : 0, columns - 1),
    };
  }

  /** @param {CellPlace} cell */
  holds({ name, row, column }) {
    const tensor = this.head[name];
    return tensor !== undefined && row < tensor.shape[0] && column < tensor.shape[1];
  }

  /** @returns {Head} */
  get head() {
    return this.model?.head(this.shown.head) ?? {};
  }

  get steps() {
    return stepsOf(this.head);
  }

  /** From 0. */
  get step() {
    return this.stepIn(this.params);
  }

  /** @param {import('../../tables/state.js').Params} params */
  stepIn({ step }) {
    return Math.max(this.first, Number(step) - 1);
  }

  /** Without X the queries come first. */
  get first() {
    return this.head.x ? 0 : 1;
  }

  // ---- changes ----------------------------------------------------------------------------------------------------

  /** @param {(now: number) => number} wanted  which step, from 0 */
  goTo(wanted) {
    this.pinned = null;
    this.hovered = null;
    this.unfolded = false;
    let step = this.step;
    this.set((params) => {
      step = Math.max(this.first, Math.min(this.steps.length - 1, wanted(this.stepIn(params))));
      return { step: step + 1, view: 'steps' };
    });
    return step;
  }

  /** @param {KeyboardEvent} event */
  async onStepKey(event) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const next = this.goTo((now) => now + way);
    await this.updateComplete;
    const chip = /** @type {HTMLElement | null} */ (
      this.renderRoot.querySelector(`[data-step="${next + 1}"]`)
    );
    chip?.focus();
  }

  get isLocked() {
    const locked = wordsOf(this.params, 'lock');
    return locked.has('all') || locked.has('edits');
  }

  /** Goes to the box in which the cell is changed. */
  async edit() {
    await this.updateComplete;
    const box = /** @type {HTMLInputElement | null} */ (this.renderRoot.querySelector('#cell'));
    box?.focus();
    box?.select();
  }

  /** @param {CellPlace} cell @param {number | null} value  null: as it was */
  change({ name, row, column }, value) {
    const at = /** @type {import('../../tables/attention.js').InputName} */ (name);
    const head = inputNames.indexOf(at) < 2 ? 0 : this.shown.head;
    const own = value === null ? [] : [{ name: at, head, row, column, value }];
    this.pinned = { name, row, column };
    this.set((params) => {
      const others = editsOf(params).filter(
        (one) => one.name !== at || one.row !== row || one.column !== column || one.head !== head,
      );
      return { edits: editsText([...others, ...own]) };
    });
  }

  // ---- drawing ----------------------------------------------------------------------------------------------------

  render() {
    const { t, model, params } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'attention.matrices.title')}</h3>
      <p class="lead">${rich(t, 'attention.matrices.lead')}</p>
      ${this.renderProblem()} ${model && this.width > 0 ? this.renderSteps() : nothing}
      <div class="equations" @sd-cell=${this.onCell}>
        ${
          model && this.width > 0
            ? params.view === 'all'
              ? this.steps
                  .slice(this.first)
                  .map((_, i) => this.renderEquation(i + this.first, true))
              : this.renderEquation(this.step, false)
            : nothing
        }
      </div>
      ${model && this.width > 0 ? this.renderReadout(model) : nothing}
    </section>`;
  }

  renderSteps() {
    const { t, params, step: now } = this;
    const all = params.view === 'all';
    const { steps, first } = this;
    return html`<div class="choices steps" @keydown=${this.onStepKey}>
      <button
        type="button"
        data-action="back"
        ?disabled=${all || now === first}
        @click=${() => this.goTo((step) => step - 1)}
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
                @click=${() => this.goTo(() => i)}
              >
                ${rich(t, `attention.step.${i + 1}.short`)}
              </button>`,
        )}</span
      >
      <button
        type="button"
        data-action="next"
        ?disabled=${all || now === steps.length - 1}
        @click=${() => this.goTo((step) => step + 1)}
      >
        ${t('attention.step.next')}
      </button>
      <button
        type="button"
        class="chip"
        data-action="all"
        aria-pressed=${all ? 'true' : 'false'}
        @click=${() => this.set({ view: all ? 'steps' : 'all' })}
      >
        ${t('attention.step.together')}
      </button>
    </div>`;
  }

  /** @param {number} index @param {boolean} small */
  renderEquation(index, small) {
    const { t, params, format } = this;
    const step = this.steps[index];
    const number = index + 1;
    /** @type {ShownName[]} */
    const parts = index === 0 ? [step.result, ...step.from] : [...step.from, step.result];
    const names = parts.filter((name, i, list) => this.tensor(name) && list.indexOf(name) === i);
    const layout = this.layOut(names, small);
    const how = step.how === 'given' && number > 1 ? 'given' : `${number}`;
    return html`<div class="equation" data-equation=${step.result}>
      <h4>
        ${small ? nothing : `${number} `}${rich(t, `attention.step.${number}.title`, { rule: ruleWords(t, format, params) })}
      </h4>
      <p class="note">
        ${rich(t, `attention.step.${how}.text`, {
          rule: ruleWords(t, format, params),
          mask: this.maskWords(),
        })}
      </p>
      <div class="matrices" ?data-wrapped=${layout.wrapped}>
        ${names.map((name, i) => [
          i === 0 ? nothing : this.renderSign(step, i === names.length - 1 ? 'equals' : 'times'),
          this.renderMatrix(name, layout.cell, this.ticksOf(name)),
        ])}
      </div>
    </div>`;
  }

  maskWords() {
    const { t, params } = this;
    const causal = params.kind === 'causal' && params.mask !== 'causal';
    return [causal ? 'causal' : '', params.mask]
      .filter((name, i, all) => name && !(name === 'none' && all[0]))
      .map((name) => plain(t, `attention.choice.mask.${name}`))
      .join(' + ');
  }

  /** @param {Step} step @param {'times' | 'equals'} place */
  renderSign({ how }, place) {
    const { model, format } = this;
    if (how === 'given') return html`<span class="sign"></span>`;
    if (place === 'times') return html`<span class="sign">×</span>`;
    const signs = {
      product: '=',
      scale: html`× ${format.number(model?.factor ?? NaN, 4)} =`,
      mask: html`→`,
      softmax: html`<small>softmax</small> =`,
    };
    return html`<span class="sign" data-how=${how}>${signs[how]}</span>`;
  }

  /** @param {ShownName} name */
  tensor(name) {
    return tensorOf(this.head, name);
  }

  /** Names of rows and columns: tokens where they are tokens. @param {ShownName} name */
  ticksOf(name) {
    const { queries, keys } = /** @type {Model} */ (this.model).source;
    const overKeys = ['scores', 'scaled', 'masked', 'weights'].includes(name);
    const rows = ['c', 'k', 'v'].includes(name) ? keys : queries;
    const isTokens = !['wq', 'wk', 'wv', 'kt'].includes(name);
    const columns = overKeys || name === 'kt' ? keys : [];
    const named = (/** @type {readonly string[]} */ list) =>
      list.length > 0 && list.length <= mostNames ? (/** @type {number} */ i) => list[i] : null;
    return {
      tick: isTokens ? named(rows) : null,
      columnTick: named(columns),
    };
  }

  /** @param {readonly ShownName[]} names @param {boolean} small */
  layOut(names, small) {
    const own = names.map((name) => {
      const [rows, columns] = this.tensor(name)?.shape ?? [1, 1];
      return { rows, columns, ...this.ticksOf(name) };
    });
    const tallest = Math.max(...own.map(({ rows }) => rows));
    const most = Math.min(
      small ? sizes.largestAll : sizes.largest,
      (small ? sizes.tallAll : sizes.tall) / tallest,
    );
    const beside = own.reduce((sum, matrix) => sum + besideCells(matrix), 0);
    const columns = own.reduce((sum, matrix) => sum + matrix.columns, 0);
    const inRow = (this.width - beside - sizes.sign * 1.6 * (own.length - 1)) / columns;
    const alone = Math.min(
      ...own.map((matrix) => (this.width - besideCells(matrix) - 4) / matrix.columns),
    );
    const wrapped = inRow < sizes.readable && alone > 1.3 * inRow;
    const cell = Math.max(0.5, Math.min(most, wrapped ? alone : inRow));
    return { wrapped, cell: cell >= 8 ? Math.floor(cell) : cell };
  }

  /** @param {ShownName} name @param {number} side @param {{tick: ((i: number) => string) | null, columnTick: ((i: number) => string) | null}} ticks */
  renderMatrix(name, side, ticks) {
    const { t, model, cell } = this;
    const tensor = this.tensor(name);
    if (!tensor || !model) return nothing;
    const [rows, columns] = tensor.shape;
    const lit = litBy(cell, this.head)[name] ?? null;
    const masked = name === 'masked' || name === 'weights';
    const title = plain(t, `attention.matrix.${name}`);
    return html`<div class="matrix" data-matrix=${name}>
      <div class="caption">
        <span class="letter" data-letter=${name}>${htmlLabel(letters[name])}</span>
        <span class="muted">${this.count(rows)} × ${this.count(columns)}</span>
      </div>
      ${matrix({
        key: name,
        name: `${letters[name].replace(/[_^{}]/g, '')}: ${title}. ${t('attention.matrices.keys')}`,
        rows,
        columns,
        values: tensor.data,
        ramp: name === 'weights' ? 'weight' : 'diverging',
        domain: name === 'weights' ? [0, 1] : this.domainOf(name),
        color: lit && !lit.cell ? colors[name] : 'ink',
        cell: side,
        ...ticks,
        at: (/** @type {number} */ row, /** @type {number} */ column) =>
          this.placeName(placeIn(name, row, column)),
        read: (/** @type {number} */ value) => this.number(value),
        format: (/** @type {number} */ value) => this.short(value, side),
        crossed: masked
          ? (/** @type {number} */ row, /** @type {number} */ column) => !model.sees(row, column)
          : undefined,
        lit,
        changed: this.changedIn(name),
      })}
    </div>`;
  }

  /** As a cell of this side has room for. @param {number} value @param {number} side */
  short(value, side) {
    if (value === 0) return '0';
    if (Math.abs(value) >= 9.95) return this.format.number(value, 2);
    return side < 36 ? this.format.fixed(value, 1) : this.format.number(value, 2);
  }

  /** @param {ShownName} name */
  domainOf(name) {
    const shared = name === 'masked' ? 'scaled' : name === 'kt' ? 'k' : name;
    const tensor = this.head[shared];
    return tensor && domainOf({ values: tensor.data, ramp: 'diverging' });
  }

  /** @param {ShownName} name @returns {[number, number][]} */
  changedIn(name) {
    const { model, shown } = this;
    const own = name === 'kt' ? 'k' : name;
    return (model?.edits ?? [])
      .filter((one) => one.name === own && (['x', 'c'].includes(own) || one.head === shown.head))
      .map(({ row, column }) => (name === 'kt' ? [column, row] : [row, column]));
  }

  /** @param {CellPlace} cell */
  placeName({ name, row, column }) {
    const { t, model } = this;
    const { queries, keys } = /** @type {Model} */ (model).source;
    const overKeys = ['scores', 'scaled', 'masked', 'weights'].includes(name);
    if (overKeys)
      return plain(t, 'attention.place.pair', { query: queries[row], key: keys[column] });
    const rows = ['c', 'k', 'v'].includes(name) ? keys : queries;
    const isFeatures = name === 'x' || name === 'c';
    const feature = (/** @type {number} */ i) => this.featureName(i);
    if (['wq', 'wk', 'wv'].includes(name))
      return plain(t, 'attention.place.weight', {
        row: feature(row),
        column: this.count(column + 1),
      });
    return plain(t, 'attention.place.component', {
      token: rows[row],
      column: isFeatures ? feature(column) : this.count(column + 1),
    });
  }

  /** @param {Model} model */
  renderReadout(model) {
    const { t, cell, head, engine, isLocked } = this;
    if (!engine || !this.holds(cell)) return nothing;
    const { name } = cell;
    return html`<div class="arithmetic">
      <p class="place">
        <span class="letter" data-letter=${name}>${htmlLabel(letters[name])}</span>
        ${plain(t, `attention.matrix.${name}`)}, ${this.placeName(cell)}
      </p>
      ${arithmetic(this, engine, model, head, cell)}
      <div class="choices">
        ${isEditable(name) ? this.renderEditor(cell, isLocked) : html`<span class="note">${t('attention.edit.follows')}</span>`}
        <span class="save">
          <span class="note"
            >${t('attention.save', { name: letters[name].replace(/[_^{}]/g, '') })}</span
          >
          ${saveFormats.map(
            (kind) =>
              html`<button
                type="button"
                class="quiet"
                aria-label="${t('attention.save', { name: letters[name].replace(/[_^{}]/g, '') })} ${kind.label}"
                @click=${() => this.save(kind.format)}
              >
                ${kind.label}
              </button>`,
          )}
        </span>
      </div>
      ${this.renderEdits(model, isLocked)}
    </div>`;
  }

  /** @param {import('./save.js').Format} format */
  save(format) {
    const { cell, head, shown, model, engine } = this;
    const tensor = head[cell.name];
    if (!tensor || !engine) return;
    const perHead = !['x', 'c'].includes(cell.name) && (model?.heads ?? 1) > 1;
    saveMatrix(engine, format, tensor, perHead ? `${cell.name}-head${shown.head + 1}` : cell.name);
  }

  /** @param {CellPlace} cell @param {boolean} locked */
  renderEditor(cell, locked) {
    const { t, params } = this;
    const now = String(Number(valueOf(this.head, cell).toPrecision(7)));
    const full = editsOf(params).length >= mostEdits && !this.isChanged(cell);
    const onChange = (/** @type {Event & {target: HTMLInputElement}} */ { target }) => {
      const value = Number(target.value);
      if (target.value.trim() !== '' && Number.isFinite(value)) this.change(cell, value);
      else target.value = now;
    };
    return html`<label class="switch"
        >${t('attention.edit.label')}
        <input
          id="cell"
          type="number"
          step="any"
          .value=${now}
          ?disabled=${locked || full}
          @change=${onChange}
      /></label>
      ${
        this.isChanged(cell)
          ? html`<button type="button" ?disabled=${locked} @click=${() => this.change(cell, null)}>
              ${t('attention.edit.undo')}
            </button>`
          : nothing
      }
      ${full ? html`<span class="note">${t('attention.edit.full', { count: mostEdits })}</span>` : nothing}`;
  }

  /** @param {CellPlace} cell */
  isChanged({ name, row, column }) {
    return this.changedIn(name).some(([r, c]) => r === row && c === column);
  }

  /** @param {Model} model @param {boolean} locked */
  renderEdits(model, locked) {
    const { t } = this;
    const count = model.edits.length + model.lost;
    if (count === 0) return nothing;
    return html`<p class="edits">
      ${t('attention.edit.count', { count: this.count(model.edits.length) })}
      ${model.lost > 0 ? t('attention.edit.lost', { count: this.count(model.lost) }) : nothing}
      <button type="button" data-action="reset" ?disabled=${locked} @click=${this.resetEdits}>
        ${t('attention.edit.reset')}
      </button>
    </p>`;
  }
}
