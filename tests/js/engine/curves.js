// The runs of tests/training.json, and a hash of the bits of a whole curve, as in tests/native/training_test.cpp.
import training from '../../training.json' with { type: 'json' };
import { hashOfWords } from './tensors.js';

/** @import { TrainerOptions, TrainingRow } from '../../../web/engine/index.js' */

/**
 * All runs except the one of text, whose examples the engines do not have.
 * @type {{name: string, options: TrainerOptions & {task: string, steps: number}, loss: number, curve: string}[]}
 */
export const runs = /** @type {any} */ (
  training.runs
    .map((run) => ({ ...run, options: { ...training.common, ...run.options } }))
    .filter(({ options }) => options.task !== 'text')
);

/** Returns the numbers of a row in the core's order. @param {TrainingRow} row @returns {number[]} */
const numbersOf = ({ layers, blocks, ...head }) => [
  ...Object.values(head),
  ...layers,
  ...blocks.flatMap(({ wq, wk, heads }) => [wq, wk, ...heads.flatMap(Object.values)]),
];

/** @param {readonly TrainingRow[]} rows */
export const curveOf = (rows) =>
  hashOfWords(new Uint32Array(Float64Array.from(rows.flatMap(numbersOf)).buffer));
