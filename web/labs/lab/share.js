/**
 * <sd-share>: the button of the share dialog. The dialog, with the drawing of its code, is fetched when the button is
 * pressed, or a moment before: when it is pointed at or gets the focus. `open(picture)` opens it for one picture; a lab
 * that shows single pictures has that way alone.
 * Properties: t, params, kind (the lab's class), bare (without its button).
 */
import { LitElement, css, html, nothing } from 'lit';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { base, tokens } from '../../charts/tokens.js';
import { words } from '../../i18n/words.js';
import { innerTag } from '../parts/define.js';

/** @typedef {import('./share-dialog.js').ShareDialog} ShareDialog */
/** @typedef {import('../../i18n/index.js').Language} Language */

/** The dialog and its words. A fetch that failed is tried anew. @param {Language} language */
async function fetchDialog(language) {
  const [{ ShareDialog }] = await Promise.all([
    import('./share-dialog.js'),
    words.share.learn(language),
  ]);
  return ShareDialog;
}

export class Share extends LitElement {
  static properties = {
    t: { attribute: false },
    params: { attribute: false },
    kind: { attribute: false },
    bare: { type: Boolean },
    state: { state: true },
  };

  /** The tag of the dialog, once it is here. */
  #tag = '';

  static styles = [
    tokens,
    base,
    css`
      :host {
        position: relative;
      }
      :host([bare]) {
        position: fixed;
        z-index: 1;
        inset: auto var(--sd-4) calc(3 * var(--sd-rem)) auto;
      }
      .failed {
        position: absolute;
        inset-block-start: calc(100% + var(--sd-1));
        inset-inline-end: 0;
        z-index: 1;
        width: max-content;
        max-width: min(20 * var(--sd-rem), 80vw);
        padding: var(--sd-2) var(--sd-3);
        border: 1px solid var(--sd-warn);
        border-radius: var(--sd-radius);
        background: var(--sd-paper);
        font-size: var(--sd-size-s);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import('../../i18n/index.js').Translate | undefined} */
    this.t = undefined;
    /** @type {import('../../tables/params.js').Params} */
    this.params = {};
    /** @type {typeof import('./lab.js').Lab | undefined} */
    this.kind = undefined;
    this.bare = false;
    /** The picture that is to be shared alone; '' for none. */
    this.picture = '';
    /** @type {'closed' | 'fetching' | 'failed' | 'open'} */
    this.state = 'closed';
  }

  /** A dialog that left the page was closed without a word; put back, it would stand there as a plain box. */
  disconnectedCallback() {
    super.disconnectedCallback();
    if (this.state === 'open') this.state = 'closed';
  }

  get #language() {
    return this.t?.language ?? 'en';
  }

  /** A hint that fails says nothing: the press will. */
  hint = () => void fetchDialog(this.#language).catch(() => {});

  /**
   * @param {string} [picture]  one of the lab's that is to be shared alone
   * @param {Element} [button]  that was pressed
   */
  async open(picture = '', button = this) {
    if (this.state === 'fetching') return;
    this.picture = picture;
    this.state = 'fetching';
    try {
      this.#tag = innerTag('sd-share-dialog', await fetchDialog(this.#language));
    } catch {
      this.state = 'failed';
      return;
    }
    this.state = 'open';
    await this.updateComplete;
    const dialog = /** @type {ShareDialog | null | undefined} */ (
      this.shadowRoot?.querySelector('.dialog')
    );
    // The lab may have gone meanwhile.
    if (this.isConnected) await dialog?.show(button);
  }

  render() {
    const { t, state, bare } = this;
    if (!t) return nothing;
    return html`${bare ? nothing : this.#renderButton(t)}
      <div role="alert">
        ${state === 'failed' ? html`<p class="failed">${t('common.share.failed')}</p>` : nothing}
      </div>
      ${state === 'open' ? this.#renderDialog() : nothing}`;
  }

  /** @param {import('../../i18n/index.js').Translate} t */
  #renderButton(t) {
    return html`<button
      type="button"
      class="share"
      aria-haspopup="dialog"
      aria-busy=${this.state === 'fetching' ? 'true' : 'false'}
      @pointerenter=${this.hint}
      @focus=${this.hint}
      @click=${() => this.open()}
    >
      ${t('common.share.button')}
    </button>`;
  }

  #renderDialog() {
    const { t, params, kind, picture } = this;
    const tag = unsafeStatic(this.#tag);
    const closed = () => (this.state = 'closed');
    return staticHtml`<${tag} class="dialog" .t=${t} .params=${params} .kind=${kind} .picture=${picture} @close=${closed}></${tag}>`;
  }
}
