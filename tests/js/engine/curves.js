// The runs of tests/training.json, and one number for the bits of a whole curve: as tests/native/training_test.cpp has it.
import fs from 'node:fs';

/** @import { TrainerOptions, TrainingRow } from '../../../web/engine/index.js' */

const { common, runs: own } = JSON.parse(
  fs.readFileSync(new URL('../../training.json', import.meta.url), 'utf8'),
);

/** @type {{options: TrainerOptions & {task: string, steps: number}, loss: number, curve: string}[]} */
export const runs = own.map((/** @type {{options: object}} */ run) => ({
  ...run,
  options: { ...common, ...run.options },
}));

/** The numbers of a row, in the core's order. @param {TrainingRow} row @returns {number[]} */
const numbersOf = ({ layers, blocks, ...head }) => [
  ...Object.values(head),
  ...layers,
  ...blocks.flatMap(({ wq, wk, heads }) => [wq, wk, ...heads.flatMap(Object.values)]),
];

/** @param {readonly TrainingRow[]} rows */
export function curveOf(rows) {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (const word of new Uint32Array(Float64Array.from(rows.flatMap(numbersOf)).buffer)) {
    a = Math.imul(a ^ word, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul(b ^ word, 0x85ebca6b);
    b = (b << 13) | (b >>> 19);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
