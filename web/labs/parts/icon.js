/** An icon on a button: one line as thick as its text, 20 px, in the button's colour. The button has the label. */
import { html } from 'lit';

/** @param {string} path  in a viewBox of 20 x 20 */
export const icon = (path) =>
  html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
    <path d=${path} fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" />
  </svg>`;
