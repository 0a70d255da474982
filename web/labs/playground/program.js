/**
 * <sd-playground-program>: the program, a button that runs it, and its output: lines, tables, pictures and controls.
 */
import { html, nothing } from 'lit';
import { Section } from '../parts/section.js';
import { plain } from '../parts/text.js';
import { base, tokens } from '../../charts/tokens.js';
import { experimentNames, longestProgram } from '../../tables/playground.js';
import { EditorBox } from './editor-box.js';
import { renderDownloads } from './downloads.js';
import { renderOutput } from './output.js';
import { programStyles } from './styles.js';

/** @typedef {import('../scaledot-playground.js').ScaledotPlayground} Playground */

export class PlaygroundProgram extends Section {
  static styles = [tokens, base, Section.styles, programStyles].flat();

  static properties = {
    ...Section.properties,
    lab: { attribute: false },
    version: { attribute: false },
    program: { attribute: false },
  };

  constructor() {
    super();
    /** @type {Playground | null} */
    this.lab = null;
    /** Version of the runner's output. */
    this.version = 0;
    this.program = '';
    this.editor = new EditorBox(this);
  }

  /** Requests another update, so that a program off the screen runs once the page has settled, even if nothing changes. */
  firstUpdated() {
    if (!this.onScreen) this.requestUpdate();
  }

  /** Called when it is visible and the engine is loaded. Runs a program that starts by itself. */
  follow() {
    if (this.lab?.isDue) this.track(this.lab.run());
  }

  /** Whether to wait for a picture before loading everything else. False if nothing runs. */
  get awaitsFigure() {
    return this.lab?.runner.isRunning ?? false;
  }

  /** @param {KeyboardEvent} event */
  onKey = (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented)
      return;
    event.preventDefault();
    void this.lab?.run();
  };

  render() {
    const { lab, t } = this;
    if (!lab) return nothing;
    if (lab.still) return this.editor.render();
    return html`<section aria-label=${t('playground.program.title')} @keydown=${this.onKey}>
      <h3 class="visually-hidden">${t('playground.program.title')}</h3>
      ${this.#renderBar(lab)}
      <div class="workspace">
        <div class="said ${lab.isExpected ? 'expected' : ''}">${renderOutput(this, lab)}</div>
        <div class="written">
          ${this.editor.render()}
          <p class="status" id="hint">${this.#renderHint(lab)}</p>
          ${renderDownloads(this, lab)}
        </div>
      </div>
    </section>`;
  }

  /** @param {Playground} lab */
  #renderBar(lab) {
    const { t } = this;
    const { isRunning } = lab.runner;
    const run = () => (isRunning ? lab.runner.stop() : void lab.run());
    return html`<div class="bar">
      <button
        type="button"
        class="primary run"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        @click=${run}
      >
        ${t(isRunning ? 'common.stop' : 'playground.run')}
      </button>
      ${lab.isFixed ? nothing : this.#renderChoice(lab)}
      <span class="status" role="status">${this.#renderStatus(lab)}</span>
    </div>`;
  }

  /** @param {Playground} lab */
  #renderChoice(lab) {
    const { t, params } = this;
    const label = t('playground.param.experiment');
    const choose = (/** @type {Event & {target: HTMLSelectElement}} */ { target }) => {
      if (target.value !== '') lab.stepTo({ experiment: target.value, code: '', controls: '' });
    };
    const own = lab.isOwn
      ? html`<option value="" .selected=${true}>${t('playground.own')}</option>`
      : nothing;
    return html`<label class="experiment"
      ><span class="visually-hidden">${label}</span
      ><select @change=${choose}>
        ${own}
        ${experimentNames.map(
          (name) =>
            html`<option value=${name} .selected=${!lab.isOwn && params.experiment === name}>
              ${plain(t, `playground.choice.experiment.${name}`)}
            </option>`,
        )}
      </select></label
    >`;
  }

  /** Renders the status of the current or last run. @param {Playground} lab */
  #renderStatus({ runner, isDue }) {
    const { t, format } = this;
    const { status, milliseconds, output } = runner;
    if (status === 'idle' && isDue) return nothing;
    if (status === 'running' && output.progress) {
      const { done, total } = output.progress;
      return html`<progress
        max="1"
        .value=${done / total}
        aria-label=${t('common.progress')}
      ></progress>`;
    }
    if (status === 'idle' || status === 'running') return t(`playground.status.${status}`);
    return t(`playground.status.${status}`, { time: format.integer(milliseconds) });
  }

  /** @param {Playground} lab */
  #renderHint(lab) {
    const { t, format } = this;
    if (lab.isTooLong)
      return t('playground.tooLong', {
        length: format.integer(lab.program.length),
        most: format.integer(longestProgram),
      });
    if (lab.isLeft) return t('playground.left');
    if (lab.isGarbled) return t('playground.garbled');
    return lab.isFixed ? t('playground.fixed') : t('playground.hint');
  }
}
