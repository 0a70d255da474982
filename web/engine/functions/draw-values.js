/**
 * The numbers of random draws. All are kept, so that quantiles are exact and do not depend on the order of computation.
 */

/** @import { Ratio, Share, Spread } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { outOfMemory } from '../border/checks.js';
import * as core from '../records/draw-values.js';

/** @template {Float32Array | Float64Array} [Numbers=Float32Array] */
export class DrawValues {
  #name;
  #draws;
  #kind;
  /** @type {Numbers[]} */
  #rows;
  /** @type {[number, number][]} */
  #ranges = [];
  /** How many draws have arrived. */
  arrived = 0;

  /**
   * @param {string} name of the function that keeps them, for errors
   * @param {number} rows numbers of a draw
   * @param {number} draws
   * @param {unknown} [kind] of array
   */
  constructor(name, rows, draws, kind = Float32Array) {
    this.#name = name;
    this.#draws = draws;
    this.#kind = /** @type {{new (length: number): Numbers, BYTES_PER_ELEMENT: number}} */ (kind);
    this.#rows = this.#allocated(rows, draws);
  }

  /** @param {number} rows @param {number} draws */
  #allocated(rows, draws) {
    try {
      return Array.from({ length: rows }, () => new this.#kind(draws));
    } catch {
      throw outOfMemory(this.#name, this.#kind.BYTES_PER_ELEMENT * rows * draws);
    }
  }

  /**
   * Stores the draws [first, last). Called once for each draw, in any order.
   *
   * @param {number} first
   * @param {number} last
   * @param {Numbers} numbers [rows, last - first]
   */
  absorb(first, last, numbers) {
    const count = last - first;
    for (const [i, row] of this.#rows.entries()) {
      row.set(numbers.subarray(i * count, (i + 1) * count), first);
    }
    this.#ranges.push([first, last]);
    this.arrived += count;
  }

  /**
   * @param {Memory} memory
   * @param {number} row
   * @param {number} [threshold]
   * @returns {{spread: Spread, below: Share}} of the draws that have arrived; below: the share below the threshold
   */
  spread(memory, row, threshold = 0) {
    const values = this.values(row);
    memory.begin(this.#name);
    return core.spread(memory, { count: values.length, threshold, values });
  }

  /**
   * @param {Memory} memory
   * @param {number} over row
   * @param {number} under row
   * @returns {Ratio} of the means of two rows, over the draws that have arrived
   */
  ratio(memory, over, under) {
    memory.begin(this.#name);
    const [count, overs, unders] = [this.arrived, this.values(over), this.values(under)];
    return core.ratio(memory, { count, over: overs, under: unders });
  }

  /** @param {number} row @returns {Numbers} in the order of the draws if all have arrived */
  values(row) {
    const all = this.#rows[row];
    if (this.arrived === this.#draws) return all;
    const [some] = this.#allocated(1, this.arrived);
    let length = 0;
    for (const [first, last] of this.#ranges) {
      some.set(all.subarray(first, last), length);
      length += last - first;
    }
    return some;
  }
}
