/**
 * The labs as classes. Importing this registers nothing and touches no DOM; `define()` registers a lab, under its own
 * tag or another, once.
 */
import { define as register } from './labs/define.js';
import { ScaledotVariance } from './labs/scaledot-variance.js';

export { ScaledotVariance };

/** All labs, in the order of the navigation. A new lab is one more line here, its file, and its table in state.js. */
export const labs = Object.freeze([ScaledotVariance]);

/**
 * @param {(typeof labs)[number]} lab
 * @param {string} [tag]
 */
export const define = (lab, tag = lab.tag) => register(tag, lab);
