/**
 * The box with the program. At first it is a plain text field over the highlighted program. The editor is loaded on first
 * focus and replaces the field. If it cannot be loaded, the field stays.
 */

/** @import { Ref } from 'lit/directives/ref.js' */
/** @import { Editor } from './editor.js' */

import { html } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { guard } from 'lit/directives/guard.js';
import { highlight } from '../lab/highlight.js';
import { fetchEditor } from './fetch-code.js';
import { failureWords } from './output.js';

/** @typedef {import('./program.js').PlaygroundProgram} Program */

/** Renders the highlighted program behind the field. @param {string} program */
const coloured = (program) =>
  html`<pre
    aria-hidden="true"
  ><code>${guard([program], () => highlight(`${program}\n`, 'javascript'))}</code></pre>`;

export class EditorBox {
  #view;
  /** @type {Ref<HTMLTextAreaElement>} */
  #field = createRef();
  /** @type {Ref<HTMLElement>} */
  #place = createRef();
  /** @type {Promise<void> | null} */
  #fetching = null;
  /** @type {Editor | null} */
  #editor = null;

  /** @param {Program} view */
  constructor(view) {
    this.#view = view;
    view.addController(this);
  }

  hostUpdated() {
    const { program, lab, t } = this.#view;
    if (!lab) return;
    const failure = lab.runner.output.failure;
    const words = failure ? failureWords(this.#view, failure) : '';
    const label = t('playground.editor');
    this.#editor?.show({ program, fixed: lab.isFixed, failure, words, label });
  }

  hostDisconnected() {
    this.#editor?.close();
    [this.#editor, this.#fetching] = [null, null];
  }

  render() {
    const { lab, program, t } = this.#view;
    return html`<div class="editor" ?data-ready=${this.#editor !== null}>
      <div class="plain">
        ${coloured(program)}
        <textarea
          ${ref(this.#field)}
          aria-label=${t('playground.editor')}
          aria-describedby="hint"
          spellcheck="false"
          autocapitalize="off"
          autocomplete="off"
          autocorrect="off"
          ?readonly=${lab?.isFixed}
          .value=${program}
          @focus=${() => this.#fetch()}
          @input=${this.#onInput}
        ></textarea>
      </div>
      <div class="coded" ${ref(this.#place)}></div>
    </div>`;
  }

  #onInput = () => this.#view.lab?.type(this.#field.value?.value ?? '');

  /** Moves the cursor to a place in the program. @param {number} line  From 1 @param {number} column  From 1 */
  async goTo(line, column) {
    await this.#fetch();
    if (this.#editor) return this.#editor.goTo(line, column);
    const field = this.#field.value;
    const before = this.#view.program.split('\n').slice(0, line - 1);
    const at = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    field?.focus();
    field?.setSelectionRange(at, at);
  }

  #fetch() {
    this.#fetching ??= this.#open().catch(() => {
      this.#fetching = null; // the plain field stays; the next focus tries again
    });
    return this.#fetching;
  }

  async #open() {
    const { Editor } = await fetchEditor();
    const [view, field, place] = [this.#view, this.#field.value, this.#place.value];
    if (!view.isConnected || !field || !place || this.#editor) return;
    const hadFocus = field.matches(':focus');
    const { selectionStart, selectionEnd } = field;
    this.#editor = new Editor(place, {
      program: field.value,
      selection: [selectionStart, selectionEnd],
      changed: (text) => view.lab?.type(text),
    });
    view.requestUpdate();
    await view.updateComplete;
    if (hadFocus) this.#editor.focus();
  }
}
