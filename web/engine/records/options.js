// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory } from '../border/memory.js' */

/**
 * @typedef {object} ComponentNumbers
 * @property {number} distribution
 * @property {number} mean
 * @property {number} sd
 * @property {number} df
 */

/** @param {Memory} memory @param {ComponentNumbers} componentNumbers */
export function writeComponentNumbers(memory, componentNumbers) {
  memory.add([
    componentNumbers.distribution,
    componentNumbers.mean,
    componentNumbers.sd,
    componentNumbers.df,
  ]);
}
