/**
 * <sd-attention-data>: matrices of the visitor's own, pasted, chosen or dropped, and every matrix of the lab as a file.
 * What is read stays in this page: it is in no link, and nothing is sent.
 */
import { html, nothing } from 'lit';
import { save } from '../../charts/export.js';
import { htmlLabel } from '../../charts/label.js';
import { limits } from '../../engine/border/limits.js';
import { fileLimits } from '../../files/problem.js';
import { readTensors } from '../../files/read-tensors.js';
import { readFile } from '../lab/read-file.js';
import { plain, rich } from '../lab/text.js';
import { attentionData, attentionLimits, isNetwork } from '../../files/attention-data.js';
import { saveFormats, saveMatrix } from './save.js';
import { AttentionSection } from './section.js';
import { letters } from './steps.js';
import { ruleOf } from './trained-rule.js';
import { attentionStyles, dataStyles } from './styles.js';

/** @typedef {import('../../engine/types.js').Tensor} Tensor */
/** @typedef {{name: string, role: string, tensor: Tensor}} Part  one matrix of several that belong together */
/** @typedef {import('./model.js').MatrixName} MatrixName */
/** @typedef {import('../../files/read-tensors.js').TensorsOfFile} TensorsOfFile */

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
  static pictured = false;
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
    /** What the readers note about what is in use. @type {readonly string[]} */ this.said = [];
    /** @type {{name: string, problem: string, rule: string} | null} */ this.failure = null;
    /** Whether matrices have just been taken. */ this.inUse = false;
    /** @type {AbortController | null} */ this.reading = null;
    this.over = false;
    this.busy = false;
    this.usePasted = () => this.paste();
    this.forgetData = () => {
      this.forgetOwn();
      // Its button goes away
      /** @type {HTMLElement} */ (this.renderRoot.querySelector('textarea')).focus();
    };
    /** @param {Event & {target: HTMLInputElement}} event */
    this.choose = ({ target }) => {
      const files = [...(target.files ?? [])];
      target.value = '';
      void this.readAll(files.map((file) => [file.name, file]));
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
      if (files.length > 0) void this.readAll(files.map((file) => [file.name, file]));
      else if (text) void this.readAll([[this.t('attention.data.text'), text]]);
    };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.reading?.abort();
    this.busy = false;
  }

  // ---- reading ----------------------------------------------------------------------------------------------------

  paste() {
    const box = /** @type {HTMLTextAreaElement} */ (this.renderRoot.querySelector('textarea'));
    void this.readAll([[this.t('attention.data.text'), box.value]]);
  }

  /**
   * All of them, or none: what is wrong with one leaves everything as it was. Whoever comes later goes first.
   * @param {readonly [string, Blob | string][]} sources
   */
  async readAll(sources) {
    const { engine } = this;
    if (!engine || sources.length === 0) return;
    this.reading?.abort();
    const own = (this.reading = new AbortController());
    this.said = [];
    this.failure = null;
    this.busy = true;
    /** @type {[name: string, file: TensorsOfFile, source: Blob | string][]} */
    const files = [];
    let now = '';
    try {
      for (const [name, source] of sources) {
        now = name;
        files.push([name, await readFile(engine, name, source, own.signal), source]);
        if (own.signal.aborted) return;
      }
      this.take(files, (name) => (now = name));
    } catch (error) {
      if (!own.signal.aborted) this.tellFailure(error, now);
    } finally {
      if (this.reading === own) this.busy = false;
    }
  }

  /**
   * A file that holds one matrix waits for the others.
   * @param {readonly [name: string, file: TensorsOfFile, source: Blob | string][]} files
   * @param {(name: string) => void} look  Tells which of them is looked at
   */
  take(files, look) {
    const known = files.map(([name, file, source]) => {
      look(name);
      const data = attentionData(file);
      if (data.kind === 'checkpoint') checkRule(data.metadata);
      const isWhole = data.kind === 'checkpoint' && isNetwork(data.metadata);
      return isWhole && typeof source !== 'string' ? { ...data, file: source } : data;
    });
    const notes = files.flatMap(([, file]) => file.notes.map(({ text }) => text));
    const { parts } = this;
    for (const data of known) if (data.kind === 'matrix') this.add(data.name, data.tensor);
    const last = known.findLast((data) => data.kind !== 'matrix');
    if (last) {
      this.use(last, notes);
      return;
    }
    look(this.t('attention.data.these'));
    try {
      this.join(notes);
    } catch (error) {
      this.parts = parts;
      throw error;
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
    this.said = notes;
    this.inUse = true;
    this.tell('sd-own', { data, state: stateFor(data) });
  }

  /** The sentence says what is wrong where; the file is named around it. @param {unknown} error @param {string} name */
  tellFailure(error, name) {
    const sentence = error instanceof Error ? error.message : String(error);
    const start = [name, 'the file'].find((words) => sentence.startsWith(`${words}: `));
    const problem = start === undefined ? sentence : sentence.slice(start.length + 2);
    this.said = [];
    this.failure = { name, problem, rule: error instanceof OtherRule ? error.rule : '' };
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
    this.reading?.abort();
    this.parts = [];
    this.said = [];
    this.failure = null;
    this.busy = false;
    this.inUse = false;
    if (isOwn(this.params)) this.tell('sd-own', { data: null, state: { source: 'hand-made' } });
  }

  // ---- drawing ----------------------------------------------------------------------------------------------------

  render() {
    const { t } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'attention.data.title')}</h3>
      <p class="lead">${rich(t, 'attention.data.lead')}</p>
      ${this.renderDrop()} ${this.renderExport()}
    </section>`;
  }

  renderDrop() {
    const { t, model, params, busy, failure } = this;
    const own = isOwn(params) && model && !model.source.missing;
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
            own || this.parts.length > 0
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
            layers: this.count(attentionLimits.layers),
            megabytes: this.count(limits.fileBytes.max / 2 ** 20),
            text: this.count(fileLimits.text / 2 ** 20),
          })}
        </p>
      </div>
      <p class="note" role="status">
        ${busy ? t('attention.data.reading') : own && this.inUse ? [t('attention.data.now'), ...this.said].join(' ') : nothing}
      </p>
      ${this.renderParts()}
      ${
        failure
          ? html`<p class="problem" role="alert">
              ${plain(t, `attention.data.refused${failure.rule ? '.rule' : ''}`, failure)}
            </p>`
          : nothing
      }`;
  }

  /** Matrices that wait for the others, and what each of them is. */
  renderParts() {
    const { t, parts } = this;
    if (parts.length === 0) return nothing;
    const choose = (/** @type {number} */ index, /** @type {string} */ role) => {
      this.failure = null;
      this.parts = parts.map((part, i) => (i === index ? { ...part, role } : part));
      try {
        this.join();
      } catch (error) {
        this.tellFailure(error, t('attention.data.these'));
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
    const title = plain(t, 'attention.data.export', { head: this.headWords(shown.head) });
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
      </div>
      ${globalThis.origin === 'null' ? html`<p class="note">${t('attention.data.sandboxed')}</p>` : nothing}`;
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

/** Scores that the lab does not compute. */
class OtherRule extends RangeError {
  /** @param {string} rule */
  constructor(rule) {
    super(`rule: got ${rule}; expected power`);
    this.rule = rule;
  }
}

/** What is computed here are multiples of q·k; by any other rule all numbers would be wrong. @param {Record<string, string>} metadata */
function checkRule({ rule = 'power' }) {
  if (rule !== 'power') throw new OtherRule(rule.slice(0, 24));
}

/** @param {import('../../tables/state.js').Params} params */
const isOwn = ({ source }) => source === 'own' || source === 'network';

/** A whole network is shown from its first held-out example, with the factor that it was trained with. @param {import('./own.js').OwnData} data */
const stateFor = (data) =>
  data.kind === 'checkpoint' && data.file
    ? { source: 'network', block: 0, index: 0, ...ruleOf(alphaIn(data.metadata)) }
    : { source: 'own' };

/** As the trainer writes numbers: as decimals or as fractions. @param {Record<string, string>} metadata */
const alphaIn = ({ alpha }) => {
  const [, above, power] = /^(\d+)\/2\^(\d+)$/.exec(alpha) ?? [];
  return power === undefined ? Number(alpha) : Number(above) / 2 ** Number(power);
};

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
