/** The status of long work beside a picture's buttons: progress, speed, and buttons to stop or repeat it. */

/** @import { Content } from './content.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Section } from './section.js' */
/** @import { Progress } from './types.js' */

import { html, nothing } from 'lit';

/**
 * @typedef {object} Status
 * @property {boolean} running
 * @property {Progress | null} progress
 * @property {(() => void) | null} stop
 * @property {(() => void) | null} [again]  Event handler of the button that starts again
 * @property {Content} [idle]  Shown while nothing runs
 * @property {string} [per]  Key of the words for a rate; scores per second by default
 */

/**
 * @param {Section} section
 * @param {Status} status
 */
export function renderProgress(section, { running, progress, stop, again, idle, per }) {
  const { t, format } = section;
  const share = progress?.done ?? 0;
  if (!running && !again && !idle) return nothing;
  return html`<span class="status">
    ${
      running
        ? html`<progress max="1" .value=${share} aria-label=${t('common.progress')}></progress>
            <span class="number">${format.percent(share, 0)}</span>
            <span class="number rate">${rate(section, progress, per)}</span>`
        : html`<span class="number idle">${idle}</span>`
    }
    ${running || again ? renderButton(t, running ? 'stop' : 'again', running ? stop : again) : nothing}
  </span>`;
}

/**
 * Renders one button for both actions, so that it keeps the keyboard focus.
 * @param {Translate} t
 * @param {'stop' | 'again'} action
 * @param {(() => void) | null} [act]
 */
const renderButton = (t, action, act) =>
  html`<button type="button" data-action=${action} @click=${act}>${t(`common.${action}`)}</button>`;

/**
 * @param {Pick<Section, 't' | 'format'>} section
 * @param {Progress | null} progress
 * @param {string} [per]
 */
export const rate = ({ t, format }, progress, per = 'common.rate') =>
  progress?.perSecond ? t(per, { rate: format.compact(progress.perSecond, 3) }) : '';
