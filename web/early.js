/**
 * What the first script of a page starts before all else: the engine and the lab that the address asks for are fetched
 * side by side, while the page's own code is still on its way. Whoever needs them asks for them again, gets the same,
 * and tells of what failed.
 */
import { startVariant } from './engine/carried.js';
import { variantRuns, variants } from './engine/variants.js';
import { labNames, loadLab } from './labs/lazy.js';

/** A look at the address that is good enough to begin with; state.js reads it in full. */
const asked = new URLSearchParams(location.hash.slice(1)).get('lab') ?? '';

export function startEarly() {
  const variant = variants.find(variantRuns);
  const lab = labNames.includes(asked) ? asked : labNames[0];
  for (const early of [variant && startVariant(variant), loadLab(lab)]) early?.catch(() => {});
}
