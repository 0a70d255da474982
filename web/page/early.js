/**
 * What the first script of a page starts before all else: the engine and the lab that the address asks for are fetched
 * side by side, while the page's own code is still on its way. Whoever needs them asks for them again, gets the same,
 * and tells of what failed.
 */
import { startVariant } from '../engine/border/carried-simd.js';
import { completed, partNames } from '../engine/border/parts.js';
import { sameBits, variantRuns } from '../engine/border/variants.js';
import { coordinating } from '../engine/coordinating.js';
import { startTrainingWorkers } from '../engine/training/early-workers.js';
import { openLearning } from '../engine/training/open.js';
import { labIn, valueIn } from '../tables/fragment.js';
import { chooseLanguage } from '../i18n/index.js';
import { learn } from '../i18n/words.js';
import { firstRuns, partsFor, shownIn, tellsMore } from '../labs/lab/engine-parts.js';
import { codeOf } from '../engine/parts/index.js';
import { labNames, loadFirst, loadLab } from '../labs/lazy.js';
import { fetchWhole } from '../labs/lab/whole-part.js';

/** @param {string} [opening]  the lab of an address that asks for nothing */
export function startEarly(opening) {
  const lab = labIn(location.hash, labNames, opening);
  // Good enough to begin with: params.js mends what is written in another way.
  const language = chooseLanguage(valueIn(location.hash, 'lang'), ...navigator.languages);
  const shown = shownIn(lab, valueIn(location.hash, 'show'));
  const parts = partsFor(lab, shown);
  const more = tellsMore(lab, shown);
  const variant = sameBits.find(variantRuns);
  const all = [
    variant && startVariant(variant, parts ?? partNames),
    ...completed(parts ?? partNames).map((part) => Promise.resolve(codeOf(part))),
    firstRuns.has(lab) && !more ? coordinating() : null,
    loadLab(lab),
    shown.length === 0 ? fetchWhole() : null,
    more ? null : loadFirst(lab),
    learn(lab, language, more || Boolean(valueIn(location.hash, 'preset'))),
    lab === 'training' && variant === 'simd' && startTraining(),
  ];
  for (const early of all) Promise.resolve(early).catch(() => {});
}

/** A worker is there, with what trains, when the lab asks for its networks. */
async function startTraining() {
  // What a sandboxed frame refuses is refused to the lab, too, which then does without.
  startTrainingWorkers(
    () => new Worker(new URL('../engine/training/program.js', import.meta.url), { type: 'module' }),
  );
  return openLearning();
}
