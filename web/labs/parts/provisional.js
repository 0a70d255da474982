/**
 * Numbers in an answer that come from a running measurement. Until they have settled they have their own style, and the
 * sentence says "so far" once. `data-provisional` marks them for styles, tests and hosts, aria-busy for screen readers.
 */

/** @import { Content } from './content.js' */
/** @import { Translate } from '../../i18n/index.js' */

import { html, nothing } from 'lit';

/**
 * Renders a number in a sentence.
 * @param {Content} shown
 * @param {object} how
 * @param {string} [how.name]  value of `data-value`, for tests and hosts
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
 * Returns " so far" for the placeholder {soFar} of a sentence, or nothing once its numbers have settled.
 * @param {Translate} t
 * @param {boolean} provisional
 */
export const soFar = (t, provisional) =>
  provisional ? html`<span class="so-far">${t('common.soFar')}</span>` : '';
