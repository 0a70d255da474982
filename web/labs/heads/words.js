/** How the Heads lab writes sizes and sets up colours. */

/** @import { Format } from '../../i18n/index.js' */
/** @import { Sizes } from '../../tables/types.js' */
/** @import { Section } from '../parts/section.js' */

import { html, nothing } from 'lit';
import { constant } from '../../engine/border/constant.js';
import { sizesOf } from '../../tables/heads.js';
import { rich } from '../parts/text.js';

/** Writes "512 × 64". @param {number} rows @param {number} columns */
export const sizeText = (rows, columns) => `${rows} \u00d7 ${columns}`;

/** Tells how heads share key heads: one head alone, not at all, by some, by all. @param {Pick<Sizes, 'heads' | 'keyHeads'>} sizes */
export function sharing({ heads, keyHeads }) {
  if (heads === 1) return 'single';
  if (keyHeads === heads) return 'mha';
  return keyHeads === 1 ? 'mqa' : 'gqa';
}

/**
 * Returns the colours of values on both sides of 0, as pictures of panels take them.
 * @param {number} far
 * @param {string} label
 * @param {Format} format
 */
export const diverging = (far, label, format) => ({
  ramp: constant('diverging'),
  domain: constant([-far, far]),
  scale: {
    label,
    read: (/** @type {number} */ value) => format.number(value, 7),
    format: (/** @type {number} */ value) => format.number(value, 2),
  },
});

/**
 * Returns a note if a picture is computed with smaller matrices than the state's, else nothing.
 * @param {Pick<Section, 't' | 'params' | 'count'>} view
 * @param {Pick<Sizes, 'modelDim' | 'headDim'>} used
 */
export function narrowedNote({ t, params, count }, used) {
  const wanted = sizesOf(params);
  if (wanted.modelDim === used.modelDim && wanted.headDim === used.headDim) return nothing;
  const sizes = { used: count(used.modelDim), dk: count(used.headDim) };
  return html`<p class="note">${rich(t, 'heads.narrowed', sizes)}</p>`;
}
