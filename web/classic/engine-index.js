/** The exports of the script without labs: the same names as those of the package's entry `scaledot`. */
import { sameBits } from '../engine/border/variants.js';
import { partNames, trainingParts } from '../engine/border/parts.js';
import { loader } from '../engine/load.js';
import { hintAtNearNames } from '../engine/near-names.js';
import { codeOf } from '../engine/parts/all.js';
import { snapshots } from '../engine/snapshots.js';
import { importBeside } from './beside.js';
import { startVariant } from './embedded-classic.js';
import { haveParts } from './training-parts.js';

export { Engine } from '../engine/engine.js';
export { limits } from '../engine/border/limits.js';
export { NumpyRandom } from '../engine/functions/numpy-random.js';
export { tensor } from '../engine/border/tensor.js';
export { version } from '../engine/version.js';

hintAtNearNames();

export const load = loader({
  startVariant,
  openLearning: () => importBeside('learning'),
  codeOf,
  usual: () =>
    haveParts() ? partNames : partNames.filter((part) => !trainingParts.includes(part)),
  known: sameBits,
  snapshots,
});
