/**
 * Lazy parts of an element, fetched shortly before they come into view. A placeholder takes the part's place until then.
 * The part's code is fetched when the placeholder comes near the window, or on request.
 */

/** @import { Translate } from '../../i18n/index.js' */
/** @import { StateElement } from './state-element.js' */

import { html } from 'lit';

/** Distance from the window at which a part is fetched. */
const nearby = '240px';

export class LazyParts {
  #host;
  #fetchers;
  /** @type {IntersectionObserver | null} */
  #watch = null;
  /** @type {Map<string, Promise<void>>} */
  #brought = new Map();
  /** Parts whose last fetch failed. @type {Set<string>} */
  #failed = new Set();

  /** @param {StateElement} host @param {Readonly<Record<string, () => Promise<unknown>>>} fetchers  by part */
  constructor(host, fetchers) {
    this.#host = host;
    this.#fetchers = fetchers;
  }

  /** Renders the placeholder of a part. @param {string} part @param {Translate} t */
  place(part, t) {
    return html`<div class="lazy" data-part=${part}>
      ${this.#failed.has(part) ? this.#renderFailed(part, t) : t('common.waiting')}
    </div>`;
  }

  /** @param {string} part @param {Translate} t */
  #renderFailed(part, t) {
    return html`<p role="alert">${t('common.notFetched')}</p>
      <button type="button" @click=${() => this.#fetch(part)}>${t('common.tryAgain')}</button>`;
  }

  /** Observes the rendered placeholders. */
  watch() {
    this.#watch ??= new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) this.#fetch(target.getAttribute('data-part') ?? '');
      },
      { rootMargin: nearby },
    );
    for (const place of this.#host.renderRoot.querySelectorAll('.lazy')) this.#watch.observe(place);
  }

  stop() {
    this.#watch?.disconnect();
    this.#watch = null;
  }

  /** Fetches a part unless that was tried before. A failed part waits for its button. @param {string} part */
  ask(part) {
    if (!this.#brought.has(part) && !this.#failed.has(part)) this.#fetch(part);
  }

  /** @param {string} part */
  #fetch(part) {
    this.bring(part).catch((error) =>
      this.#host.emit('scaledot-error', { message: String(error?.message ?? error) }),
    );
  }

  /** Resolves when the part has been rendered. A failed part may be requested again. @param {string} part */
  bring(part) {
    const bring = async () => {
      try {
        await this.#fetchers[part]();
      } catch (error) {
        this.#brought.delete(part);
        this.#failed.add(part);
        this.#host.requestUpdate();
        throw error;
      }
      this.#failed.delete(part);
      this.#host.requestUpdate();
      await this.#host.updateComplete;
    };
    const brought = this.#brought.get(part) ?? bring();
    this.#brought.set(part, brought);
    return brought;
  }
}
