/** A sign on a button, drawn in one line as thick as its words: 20 px, of the button's colour. The button says what it is. */
import { html } from 'lit';

/** @param {string} path  in a square of 20 */
export const icon = (path) =>
  html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
    <path d=${path} fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" />
  </svg>`;
