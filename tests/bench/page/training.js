/**
 * Times the training of one entrant in one page. The driver (../training.mjs) opens a page for each entrant and samples them
 * in turn.
 *
 * @typedef {object} Trained
 * @property {string} name
 * @property {() => unknown} start  the next step is the first again
 * @property {(count: number) => number | undefined | Promise<number | undefined>} steps  the loss before the last of them, where it can be compared
 */
import { makeProblem } from './training/problem.js';

/** @type {Trained} */
let entrant;

/** @param {string} module @param {string} [way] @returns {Promise<string>} the entrant's name */
export async function open(module, way) {
  entrant = await (await import(`./training/${module}.js`)).open(makeProblem(), way);
  return entrant.name;
}

/**
 * Takes one step that allocates what later steps reuse, then times `count` more.
 * @param {number} count @returns {Promise<{seconds: number, loss?: number}>}
 */
export async function sample(count) {
  await entrant.start();
  await entrant.steps(1);
  const begin = performance.now();
  const loss = await entrant.steps(count);
  return { seconds: (performance.now() - begin) / 1000, loss };
}
