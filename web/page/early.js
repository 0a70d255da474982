/**
 * What the first script of a page starts before all else: the engine and the lab that the address asks for are fetched
 * side by side, while the page's own code is still on its way. Whoever needs them asks for them again, gets the same,
 * and tells of what failed.
 */
import { startVariant } from '../engine/border/carried.js';
import { variantRuns, variants } from '../engine/border/variants.js';
import { chooseLanguage } from '../i18n/index.js';
import { learn } from '../i18n/words.js';
import { labNames, loadLab } from '../labs/lab/lazy.js';

export function startEarly() {
  // A look at the address that is good enough to begin with; state.js reads it in full.
  const asked = new URLSearchParams(location.hash.slice(1));
  const lab = labNames.find((name) => name === asked.get('lab')) ?? labNames[0];
  const language = chooseLanguage(asked.get('lang'), ...navigator.languages);
  const variant = variants.find(variantRuns);
  const all = [variant && startVariant(variant), loadLab(lab), learn(lab, language)];
  for (const early of all) early?.catch(() => {});
}
