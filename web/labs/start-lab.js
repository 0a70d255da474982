/**
 * Fetches in parallel what a lab needs for its first picture: its code, its words and its parts of the engine. Later
 * requests get the same promises, and report failures.
 */

/** @import { Language } from '../i18n/index.js' */

import { startVariant } from '../engine/border/embedded-simd.js';
import { completed, partNames } from '../engine/border/parts.js';
import { sameBits, variantRuns } from '../engine/border/variants.js';
import { coordinating } from '../engine/coordinating.js';
import { codeOf } from '../engine/parts/index.js';
import { learn } from '../i18n/words.js';
import { firstRuns, partsFor, shownIn, tellsMore } from './lab/engine-parts.js';
import { fetchLabShell } from './lab/fetch-lab-shell.js';
import { loadFirst, loadLab } from './lazy.js';

/**
 * @param {string} lab
 * @param {Language} language
 * @param {{show?: string, preset?: string}} asked  as in a link
 * @returns {ReturnType<typeof sameBits.find>} the variant of the engine that runs in this browser
 */
export function startLab(lab, language, { show = '', preset = '' }) {
  const shown = shownIn(lab, show);
  const parts = partsFor(lab, shown) ?? partNames;
  const more = tellsMore(lab, shown);
  const variant = sameBits.find(variantRuns);
  const all = [
    variant && startVariant(variant, parts),
    ...completed(parts).map((part) => Promise.resolve(codeOf(part))),
    firstRuns.has(lab) && !more ? coordinating() : null,
    loadLab(lab),
    more ? null : loadFirst(lab),
    shown.length === 0 ? fetchLabShell() : null,
    learn(lab, language, more || preset !== ''),
  ];
  for (const early of all) Promise.resolve(early).catch(() => {});
  return variant;
}
