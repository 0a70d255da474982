/** The close button in the corner of a card or dialog. */

/** @import { Translate } from '../../i18n/index.js' */

import { html } from 'lit';
import { icon } from './icon.js';

/** @param {Translate} t @param {() => void} close */
export const closeButton = (t, close) =>
  html`<button type="button" class="quiet close" aria-label=${t('common.close')} @click=${close}>
    ${icon('M5 5l10 10M15 5L5 15')}
  </button>`;
