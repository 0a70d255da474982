/**
 * Numbers of an answer that come from a running measurement: until it has settled they look so, and the sentence says
 * "so far" once. `data-provisional` tells styles, tests and hosts; aria-busy tells screen readers.
 */

/** @import { Content } from './content.js' */
/** @import { Translate } from '../../i18n/index.js' */

import { html, nothing } from 'lit';

/**
 * A number in a sentence.
 * @param {Content} shown
 * @param {object} how
 * @param {string} [how.name]  `data-value`, for tests and hosts
 * @param {string} [how.kind]  its colour: q, k, s or c
 * @param {boolean} [how.provisional]  it may still change
 */
export const live = (shown, { name, kind = '', provisional = false }) =>
  html`<strong
    class="number ${kind}"
    data-value=${name ?? nothing}
    ?data-provisional=${provisional}
    aria-busy=${provisional ? 'true' : nothing}
    >${shown}</strong
  >`;

/**
 * " so far", for the placeholder {soFar} of a sentence; nothing once its numbers have settled.
 * @param {Translate} t
 * @param {boolean} provisional
 */
export const soFar = (t, provisional) =>
  provisional ? html`<span class="so-far">${t('common.soFar')}</span>` : '';
