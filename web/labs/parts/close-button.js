/** The cross in the corner of what can be closed. */
import { html } from 'lit';

/** @param {import('../../i18n/index.js').Translate} t @param {() => void} close */
export const closeButton = (t, close) =>
  html`<button type="button" class="quiet close" aria-label=${t('common.close')} @click=${close}>
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d="M3 3l10 10M13 3L3 13"
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
      />
    </svg>
  </button>`;
