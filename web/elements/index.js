/**
 * The labs as classes. Importing this module registers nothing and touches no DOM. `define()` registers a lab once, under
 * its own tag or another.
 */
import { define as register, publicTag } from '../labs/parts/define.js';
import { ScaledotAttention } from '../labs/scaledot-attention.js';
import { ScaledotFigure } from '../labs/scaledot-figure.js';
import { ScaledotHeads } from '../labs/scaledot-heads.js';
import { keepPlaceholders, labBases, ScaledotLab } from '../labs/scaledot-lab.js';
import { ScaledotModels } from '../labs/scaledot-models.js';
import { ScaledotPlayground } from '../labs/scaledot-playground.js';
import { ScaledotScoring } from '../labs/scaledot-scoring.js';
import { ScaledotSoftmax } from '../labs/scaledot-softmax.js';
import { ScaledotStory } from '../labs/scaledot-story.js';
import { ScaledotTraining } from '../labs/scaledot-training.js';
import { ScaledotVariance } from '../labs/scaledot-variance.js';

export {
  ScaledotAttention,
  ScaledotFigure,
  ScaledotHeads,
  ScaledotLab,
  ScaledotModels,
  ScaledotPlayground,
  ScaledotScoring,
  ScaledotSoftmax,
  ScaledotStory,
  ScaledotTraining,
  ScaledotVariance,
};

/** The story and the labs, in the order of the navigation. */
export const labs = Object.freeze([
  ScaledotStory,
  ScaledotVariance,
  ScaledotSoftmax,
  ScaledotScoring,
  ScaledotAttention,
  ScaledotHeads,
  ScaledotTraining,
  ScaledotModels,
  ScaledotPlayground,
]);

/**
 * Registers a lab, <scaledot-lab> or <scaledot-figure>, unless its tag is already defined by an earlier call or by another
 * version of this package. A lab may have several tags.
 * @param {(typeof labs)[number] | typeof ScaledotLab | typeof ScaledotFigure} lab
 * @param {string} [tag]
 */
export function define(lab, tag) {
  const what = 'the class of a lab, such as ScaledotVariance';
  const name = publicTag(lab, tag, labBases, what);
  keepPlaceholders(); // before the elements on the page are upgraded
  register(name, lab);
}
