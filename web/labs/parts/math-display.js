/** Display formulas, each on a line of its own. */
/** @import { Content } from './content.js' */

import { html } from 'lit';
import { ref } from 'lit/directives/ref.js';

/** @type {ResizeObserver | undefined} */
let sizes;

/** @param {ResizeObserverEntry[]} entries */
function onSizes(entries) {
  for (const { target } of entries) {
    const line = target.closest('.display');
    if (!line) continue;
    if (line.scrollWidth > line.clientWidth) line.setAttribute('tabindex', '0');
    else line.removeAttribute('tabindex');
  }
}

/**
 * Makes a formula that is wider than its column focusable, so that it can be scrolled by keyboard.
 * @param {Element | undefined} line
 */
function watch(line) {
  if (!line) return;
  sizes ??= new ResizeObserver(onSizes);
  sizes.observe(line);
  for (const child of line.children) sizes.observe(child);
}

/** Renders a formula on its own line, in display size. @param {Content} content */
export const display = (content) =>
  html`<div class="display" ${ref(watch)}><math displaystyle="true">${content}</math></div>`;
