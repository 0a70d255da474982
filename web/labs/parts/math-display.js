/** Formulas on lines of their own. */
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

/** What is too wide for its column is scrolled, and then the keyboard has to get there. @param {Element | undefined} line */
function watch(line) {
  if (!line) return;
  sizes ??= new ResizeObserver(onSizes);
  sizes.observe(line);
  for (const child of line.children) sizes.observe(child);
}

/** A formula on a line of its own, in display size. @param {Content} content */
export const display = (content) =>
  html`<div class="display" ${ref(watch)}><math displaystyle="true">${content}</math></div>`;
