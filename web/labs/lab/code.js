/**
 * <sd-code>: the current experiment as complete programs, one tab per language, with a copy button.
 * Properties: t, params (of the lab), programs ({numpy, pytorch, javascript} or some of them, and `output`, what they
 * print).
 */

/** @import { Params } from '../../tables/types.js' */

import { LitElement, css, html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { base, tokens } from '../../charts/tokens.js';
import { copyText } from '../parts/copy.js';
import { labLink } from '../parts/lab-link.js';
import { fits, pack } from '../parts/packing.js';
import { highlight } from './highlight.js';
import { tabRow, tabStyles } from '../parts/tabs.js';

/** @type {Readonly<Record<string, {name: string, language: 'python' | 'javascript', file: string}>>} */
const kinds = {
  numpy: { name: 'NumPy', language: 'python', file: 'scaledot_numpy.py' },
  pytorch: { name: 'PyTorch', language: 'python', file: 'scaledot_torch.py' },
  javascript: { name: 'JavaScript', language: 'javascript', file: 'scaledot.mjs' },
};

export class Code extends LitElement {
  static properties = {
    t: { attribute: false },
    params: { attribute: false },
    programs: { attribute: false },
    tab: { state: true },
    said: { state: true },
  };

  static styles = [
    tokens,
    base,
    tabStyles,
    css`
      :host {
        display: block;
        border: 1px solid var(--sd-rule);
        border-radius: var(--sd-radius);
        background: var(--sd-panel);
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--sd-1);
        padding: 0 var(--sd-2);
        border-bottom: 1px solid var(--sd-rule);
      }
      .said {
        flex: 1;
        text-align: end;
        font-size: var(--sd-size-s);
        color: var(--sd-muted);
      }
      .lab-link {
        padding: var(--sd-2) 0;
        font-size: var(--sd-size-s);
      }
      .waiting {
        margin: 0;
        padding: var(--sd-4);
        color: var(--sd-muted);
      }
      pre {
        margin: 0;
        padding: var(--sd-4);
        max-height: calc(26 * var(--sd-rem));
        overflow: auto;
        font-size: calc(0.8125 * var(--sd-rem));
        line-height: 1.6;
        tab-size: 4;
        outline-offset: -2px;
      }
      .output {
        border-top: 1px solid var(--sd-rule);
        border-radius: 0 0 var(--sd-radius) var(--sd-radius);
        background: var(--sd-paper);
      }
      .output p {
        padding: var(--sd-2) var(--sd-4) 0;
        font-size: var(--sd-size-s);
      }
      .output pre {
        padding-top: var(--sd-1);
      }
      samp {
        font-family: inherit;
      }
      .comment {
        color: var(--sd-muted);
        font-style: italic;
      }
      .string {
        color: var(--sd-value);
      }
      .number {
        color: var(--sd-key);
      }
      .keyword {
        color: var(--sd-query);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {(key: string, values?: Record<string, unknown>) => string} */
    this.t = (key) => key;
    /** @type {Params} */
    this.params = {};
    /** @type {Readonly<Record<string, string>>} */
    this.programs = {};
    this.tab = 'numpy';
    this.said = '';
  }

  get #tabs() {
    return Object.keys(kinds).filter((kind) => this.programs[kind]);
  }

  /** @param {string} tab */
  #choose(tab) {
    this.tab = tab;
    this.said = '';
  }

  #copy = async () => {
    const code = this.renderRoot.querySelector('pre');
    if (!code) return;
    const done = await copyText(this.programs[this.tab], code);
    this.said = this.t(done ? 'common.copied' : 'common.copySelected');
  };

  /**
   * Renders a link that opens the program in the Playground, where it can be changed and run.
   * @param {string} program
   */
  #renderLink(program) {
    const link = fits(program) ? labLink(this, { lab: 'playground', code: pack(program) }) : null;
    if (!link) return nothing;
    return html`<a class="lab-link" href=${link.href} target=${link.target} rel=${link.rel}
      >${this.t('common.code.link')}</a
    >`;
  }

  /** @param {string} output */
  #renderOutput(output) {
    const words = this.t('common.code.prints');
    return html`<div class="output">
      <p class="muted">${words}</p>
      <pre tabindex="0" role="group" aria-label=${words}><samp>${output}</samp></pre>
    </div>`;
  }

  render() {
    const tabs = this.#tabs;
    if (tabs.length === 0) return html`<p class="waiting">${this.t('common.waiting')}</p>`;
    if (!tabs.includes(this.tab)) this.tab = tabs[0];
    const { language, name } = kinds[this.tab];
    const program = this.programs[this.tab] ?? '';
    return html`<div class="bar">
        ${tabRow({
          of: this,
          label: this.t('common.code.tabs'),
          tabs,
          chosen: this.tab,
          nameOf: (tab) => kinds[tab].name,
          panelOf: () => 'panel',
          choose: (tab) => this.#choose(tab),
        })}
        <span class="said" role="status">${this.said}</span>
        ${this.tab === 'javascript' ? this.#renderLink(program) : nothing}
        <button type="button" class="quiet copy" @click=${this.#copy}>
          ${this.t('common.copy')}
        </button>
      </div>
      <div role="tabpanel" id="panel" aria-labelledby="tab-${this.tab}">
        <pre
          tabindex="0"
          role="group"
          aria-label=${this.t('common.code.program', { name })}
        ><code>${guard([program], () => highlight(program, language))}</code></pre>
        ${this.programs.output ? this.#renderOutput(this.programs.output) : nothing}
      </div>`;
  }
}
