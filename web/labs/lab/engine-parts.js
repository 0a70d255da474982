/** The parts of the engine that the first picture of each lab takes, its answer and its formula; the others come behind it. */

/** @import { PartName } from '../../engine/types.js' */

/** The labs whose first answer comes of a run, which more is fetched for. @type {ReadonlySet<string>} */
export const firstRuns = new Set(['story', 'variance', 'softmax', 'scoring']);

/** @type {Readonly<Record<string, readonly PartName[]>>} by the lab's name */
export const firstParts = Object.freeze({
  story: ['softmax'],
  variance: ['laws'],
  softmax: ['softmax'],
  scoring: ['scoring'],
  attention: ['forward'],
  heads: ['heads'],
  training: [],
});
