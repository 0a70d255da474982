// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} PlaneFunction
 * @property {number} kind
 * @property {number} scale
 * @property {number} hidden
 * @property {NumberArray | null | undefined} weight
 * @property {NumberArray | null | undefined} queryWeight
 * @property {NumberArray | null | undefined} keyWeight
 * @property {NumberArray | null | undefined} vector
 */

/** @param {Memory} memory @param {PlaneFunction} planeFunction */
export function writePlaneFunction(memory, planeFunction) {
  memory.add([planeFunction.kind, planeFunction.scale, planeFunction.hidden]);
  memory.input(planeFunction.weight);
  memory.input(planeFunction.queryWeight);
  memory.input(planeFunction.keyWeight);
  memory.input(planeFunction.vector);
}

/**
 * @typedef {object} ScoreProblem
 * @property {number} kind
 * @property {number} batch
 * @property {number} queries
 * @property {number} keys
 * @property {number} queryDim
 * @property {number} keyDim
 * @property {number} hidden
 * @property {number} scale
 * @property {number} epsilon
 * @property {NumberArray} query
 * @property {NumberArray} key
 * @property {NumberArray | null | undefined} weight
 * @property {NumberArray | null | undefined} queryWeight
 * @property {NumberArray | null | undefined} keyWeight
 * @property {NumberArray | null | undefined} vector
 */

/** @param {Memory} memory @param {ScoreProblem} scoreProblem */
export function writeScoreProblem(memory, scoreProblem) {
  memory.add([
    scoreProblem.kind,
    scoreProblem.batch,
    scoreProblem.queries,
    scoreProblem.keys,
    scoreProblem.queryDim,
    scoreProblem.keyDim,
    scoreProblem.hidden,
    scoreProblem.scale,
    scoreProblem.epsilon,
  ]);
  memory.input(scoreProblem.query);
  memory.input(scoreProblem.key);
  memory.input(scoreProblem.weight);
  memory.input(scoreProblem.queryWeight);
  memory.input(scoreProblem.keyWeight);
  memory.input(scoreProblem.vector);
}

/**
 * @typedef {object} ScorePlaneRecord
 * @property {number} size
 * @property {number} extent
 * @property {number} keys
 * @property {NumberArray} key
 * @property {readonly PlaneFunction[]} functions
 * @property {Place} weights
 */

/**
 * @param {Memory} memory
 * @param {ScorePlaneRecord} record
 */
export function scorePlane(memory, record) {
  memory.add([record.size, record.extent, record.keys]);
  memory.input(record.key);
  memory.number(record.functions.length);
  for (const one of record.functions) writePlaneFunction(memory, one);
  memory.number(record.weights);
  memory.call(memory.module.scorePlane);
}

/**
 * @typedef {object} ScoresRecord
 * @property {ScoreProblem} problem
 * @property {Place} to
 */

/**
 * @param {Memory} memory
 * @param {ScoresRecord} record
 */
export function scores(memory, record) {
  writeScoreProblem(memory, record.problem);
  memory.number(record.to);
  memory.call(memory.module.scores);
}
