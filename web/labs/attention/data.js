/**
 * <sd-attention-data>: matrices of the visitor's own, pasted, chosen or dropped, and every matrix of the lab as a file.
 * What is read stays in this page: it is in no link, and nothing is sent.
 */
import { html, nothing } from 'lit';
import { save } from '../../charts/export.js';
import { htmlLabel } from '../../charts/label.js';
import { readTensors } from '../../files/read-tensors.js';
import { plain, rich } from '../text.js';
import { attentionData, attentionLimits } from '../../files/attention-data.js';
import { saveFormats, saveMatrix } from './save.js';
import { AttentionSection } from './section.js';
import { letters } from './steps.js';
import { attentionStyles, dataStyles } from './styles.js';

/** @typedef {import('../../engine/types.js').Tensor} Tensor */
/** @typedef {{name: string, role: string, tensor: Tensor}} Part  one matrix of several that belong together */
/** @typedef {import('./model.js').MatrixName} MatrixName */

/** Larger files are not read at all, in bytes. */
const largestFile = 64 * 2 ** 20;

/** Four words as points of a plane, to be changed and sent back. */
const sample = `# Four tokens with two components each, and three matrices
X
1, 0
0, 1
1, 1
-1, 0.5

W_q
1, 0
0, 2

W_k
2, 0
0, 1

W_v
1, 0, 1
0, 1, -1
`;

export class AttentionData extends AttentionSection {
  static styles = [...AttentionSection.styles, attentionStyles, dataStyles];

  static properties = {
    ...AttentionSection.properties,
    said: { state: true },
    failure: { state: true },
    over: { state: true },
    parts: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** Matrices that came one by one. @type {Part[]} */ this.parts = [];
    this.said = '';
    this.failure = '';
    this.over = false;
    this.busy = false;
    this.usePasted = () => this.paste();
    this.forgetData = () => this.forgetOwn();
    /** @param {Event & {target: HTMLInputElement}} event */
    this.choose = ({ target }) => {
      const files = [...(target.files ?? [])];
      target.value = '';
      void this.readFiles(files);
    };
    /** @param {DragEvent} event */
    this.dragOver = (event) => {
      event.preventDefault();
      this.over = true;
    };
    this.dragAway = () => {
      this.over = false;
    };
    /** @param {DragEvent} event */
    this.dropped = (event) => {
      event.preventDefault();
      this.over = false;
      const files = [...(event.dataTransfer?.files ?? [])];
      const text = event.dataTransfer?.getData('text/plain') ?? '';
      if (files.length > 0) void this.readFiles(files);
      else if (text) this.read([['text', text]]);
    };
  }

  // ---- reading ----------------------------------------------------------------------------------------------------

  paste() {
    const box = /** @type {HTMLTextAreaElement} */ (this.renderRoot.querySelector('textarea'));
    this.read([[this.t('attention.data.text'), box.value]]);
  }

  /** @param {readonly File[]} files */
  async readFiles(files) {
    if (files.length === 0) return;
    this.busy = true;
    try {
      /** @type {[string, Uint8Array][]} */
      const sources = [];
      for (const file of files) {
        if (file.size > largestFile)
          throw new RangeError(
            `${file.name}: got ${file.size} bytes; expected at most ${largestFile}`,
          );
        sources.push([file.name, new Uint8Array(await file.arrayBuffer())]);
      }
      this.read(sources);
    } catch (error) {
      this.tellFailure(error);
    } finally {
      this.busy = false;
    }
  }

  /** A file that holds one matrix waits for the others. @param {readonly [string, Uint8Array | string][]} sources */
  read(sources) {
    const { engine } = this;
    if (!engine) return;
    this.said = '';
    this.failure = '';
    /** @type {string[]} */
    const notes = [];
    try {
      for (const [name, source] of sources) {
        const { tensors, metadata, notes: own } = readTensors(engine, name, source);
        notes.push(...own.map(({ text }) => text));
        const data = attentionData({ tensors, metadata });
        if (data.kind === 'matrix') this.add(data.name, data.tensor);
        else this.use(data, notes);
      }
      if (this.parts.length > 0) this.join(notes);
    } catch (error) {
      this.tellFailure(error);
    }
  }

  /** @param {string} name @param {Tensor} tensor */
  add(name, tensor) {
    const role = roleOf(name);
    const others = this.parts.filter((part) => part.name !== name && (!role || part.role !== role));
    this.parts = [...others, { name, role, tensor }];
  }

  /** Parts that make a whole are used. @param {string[]} [notes] */
  join(notes = []) {
    const named = this.parts.filter(({ role }) => role !== '');
    const has = new Set(named.map(({ role }) => role));
    const isWhole = wholes.some((roles) => roles.every((role) => has.has(role)));
    if (!isWhole) return;
    const tensors = Object.fromEntries(named.map(({ role, tensor }) => [role, tensor]));
    const data = attentionData({ tensors });
    if (data.kind !== 'matrix') this.use(data, notes);
  }

  /** @param {import('./own.js').OwnData} data @param {readonly string[]} notes */
  use(data, notes) {
    this.parts = [];
    this.said = [this.t('attention.data.now'), ...notes].join(' ');
    this.tell('sd-own', { data });
  }

  /** @param {unknown} error */
  tellFailure(error) {
    this.said = '';
    this.failure = error instanceof Error ? error.message : String(error);
  }

  /** The sample as a file to begin with. @param {string} kind */
  saveSample(kind) {
    const { engine } = this;
    if (!engine) return;
    const { tensors } = readTensors(engine, 'sample', sample);
    const metadata = { tokens: JSON.stringify(['one', 'two', 'three', 'four']) };
    const content =
      kind === 'csv'
        ? sample
        : /** @type {BlobPart} */ (engine.writeSafetensors(tensors, metadata));
    save(`attention-sample.${kind}`, new Blob([content]));
  }

  forgetOwn() {
    this.parts = [];
    this.said = '';
    this.failure = '';
    this.tell('sd-own', { data: null });
  }

  // ---- drawing ----------------------------------------------------------------------------------------------------

  render() {
    const { t } = this;
    return html`<section aria-labelledby="title">
      <h3 id="title">${rich(t, 'attention.data.title')}</h3>
      <p class="lead">${rich(t, 'attention.data.lead')}</p>
      ${this.renderDrop()} ${this.renderExport()}
    </section>`;
  }

  renderDrop() {
    const { t, model, params, busy } = this;
    const own = params.source === 'own' && model && !model.source.missing;
    const fill = () => {
      const box = /** @type {HTMLTextAreaElement} */ (this.renderRoot.querySelector('textarea'));
      box.value = sample;
      box.focus();
    };
    return html`<div
        class="drop"
        ?data-over=${this.over}
        @dragover=${this.dragOver}
        @dragleave=${this.dragAway}
        @drop=${this.dropped}
      >
        <label for="paste">${t('attention.data.paste')}</label>
        <textarea
          id="paste"
          spellcheck="false"
          placeholder=${t('attention.data.placeholder')}
        ></textarea>
        <div class="choices">
          <button type="button" class="primary" data-action="use" @click=${this.usePasted}>
            ${t('attention.data.use')}
          </button>
          <button type="button" data-action="sample" @click=${fill}>
            ${t('attention.data.sample')}
          </button>
          <span class="note">${t('attention.data.download')}</span>
          ${['csv', 'safetensors'].map(
            (kind) =>
              html`<button
                type="button"
                class="quiet"
                data-sample=${kind}
                aria-label="${t('attention.data.download')} .${kind}"
                @click=${() => this.saveSample(kind)}
              >
                .${kind}
              </button>`,
          )}
          ${
            own
              ? html`<button type="button" data-action="forget" @click=${this.forgetData}>
                  ${t('attention.data.forget')}
                </button>`
              : nothing
          }
        </div>
        <label for="files">${t('attention.data.file')}</label>
        <input
          id="files"
          type="file"
          multiple
          accept=".csv,.tsv,.txt,.json,.npy,.npz,.safetensors"
          @change=${this.choose}
        />
        <p class="note">
          ${t('attention.data.limits', {
            tokens: this.count(attentionLimits.tokens),
            heads: this.count(attentionLimits.heads),
            width: this.count(attentionLimits.width),
            megabytes: this.count(largestFile / 2 ** 20),
          })}
        </p>
      </div>
      <p class="note" role="status">${busy ? t('attention.data.reading') : this.said}</p>
      ${this.renderParts()}
      ${this.failure ? html`<p class="problem" role="alert">${this.failure}</p>` : nothing}`;
  }

  /** Matrices that wait for the others, and what each of them is. */
  renderParts() {
    const { t, parts } = this;
    if (parts.length === 0) return nothing;
    const choose = (/** @type {number} */ index, /** @type {string} */ role) => {
      this.failure = '';
      this.parts = parts.map((part, i) => (i === index ? { ...part, role } : part));
      try {
        this.join();
      } catch (error) {
        this.tellFailure(error);
      }
    };
    return html`<p class="note">${rich(t, 'attention.data.parts')}</p>
      ${parts.map(
        ({ name, role, tensor }, i) =>
          html`<label class="switch"
            >${name} (${tensor.shape.map((side) => this.count(side)).join(' × ')})
            ${t('attention.data.is')}
            <select
              data-part=${name}
              @change=${(/** @type {Event & {target: HTMLSelectElement}} */ { target }) => choose(i, target.value)}
            >
              <option value="" .selected=${role === ''}>?</option>
              ${Object.entries(roles).map(
                ([id, words]) =>
                  html`<option value=${id} .selected=${role === id}>${words}</option>`,
              )}
            </select></label
          >`,
      )}`;
  }

  renderExport() {
    const { t, model, shown } = this;
    if (!model) return nothing;
    const head = model.head(shown.head);
    const names = /** @type {MatrixName[]} */ (order.filter((name) => head[name]));
    const title = plain(t, 'attention.data.export', { head: this.headName(shown.head) });
    return html`<h4>${title}</h4>
      <div class="scroll" tabindex="0" role="group" aria-label=${title}>
        <table class="files">
          <tbody>
            ${names.map((name) => {
              const { shape } = /** @type {import('../../engine/types.js').Tensor} */ (head[name]);
              return html`<tr>
                <th scope="row">
                  <span class="letter" data-letter=${name}>${htmlLabel(letters[name])}</span>
                  ${plain(t, `attention.matrix.${name}`)}
                </th>
                <td>${shape.map((side) => this.count(side)).join(' × ')}</td>
                <td>
                  ${saveFormats.map(
                    ({ format, label }) =>
                      html`<button
                        type="button"
                        class="quiet"
                        aria-label="${plain(t, `attention.matrix.${name}`)}: ${label}"
                        @click=${() => this.save(name, format)}
                      >
                        ${label}
                      </button>`,
                  )}
                </td>
              </tr>`;
            })}
          </tbody>
        </table>
      </div>`;
  }

  /** @param {MatrixName} name @param {import('./save.js').Format} format */
  save(name, format) {
    const { engine, model, shown } = this;
    const tensor = model?.head(shown.head)[name];
    if (engine && tensor) saveMatrix(engine, format, tensor, name);
  }
}

/** What a matrix may be, and how it is called. @type {Readonly<Record<string, string>>} */
const roles = Object.freeze({
  query: 'Q',
  key: 'K',
  value: 'V',
  x: 'X',
  context: 'C',
  wq: 'Wq',
  wk: 'Wk',
  wv: 'Wv',
});

const wholes = [
  ['query', 'key', 'value'],
  ['x', 'wq', 'wk', 'wv'],
];

/** What the name of a single matrix says that it is; '' if nothing. @param {string} name */
function roleOf(name) {
  const plain = name.toLowerCase().replace(/[_^.\s-]/g, '');
  const found = Object.entries(roles).find(
    ([role, letter]) => plain === role || plain === letter.toLowerCase(),
  );
  return found?.[0] ?? '';
}

const order = /** @type {const} */ ([
  'x',
  'c',
  'wq',
  'wk',
  'wv',
  'q',
  'k',
  'v',
  'scores',
  'scaled',
  'masked',
  'weights',
  'output',
]);
