/**
 * NumPy's legacy RandomState, digit for digit, with the names and the order of arguments it has there.
 */

/** @import { EngineModule } from './types.js' */

import { checkNumber, orOutOfMemory, wrongType } from './checks.js';
import { limits } from './limits.js';

/** In the order of the core's enumeration. */
const laws = { normal: 0, uniform: 1, randint: 2 };

/**
 * @param {unknown} size a number, or a shape
 * @returns {number} how many numbers
 */
function countOf(size) {
  if (typeof size === 'number') return checkNumber('size', size, limits.size);
  if (!Array.isArray(size)) {
    throw wrongType('size', size, 'a whole number or an array of whole numbers');
  }
  const count = size.reduce((product, length, axis) => {
    return product * checkNumber(`size[${axis}]`, length, limits.size);
  }, 1);
  return checkNumber('size', count, limits.size);
}

export class NumpyRandom {
  #module;
  /** @type {Uint8Array} the generator's state, moved on by every draw */
  #state;

  /** @param {EngineModule} module @param {unknown} seed */
  constructor(module, seed) {
    const number = checkNumber('seed', seed, limits.numpySeed);
    this.#module = module;
    this.#state = orOutOfMemory(module.numpySeed(number), 'numpyRandom', 2504);
  }

  /**
   * @overload
   * @param {number} [mean]
   * @param {number} [sd]
   * @returns {number}
   */
  /**
   * @overload
   * @param {number} mean
   * @param {number} sd
   * @param {number | readonly number[]} size
   * @returns {Float64Array}
   */
  /**
   * Normal numbers; a single one when no size is given.
   *
   * @param {number} [mean]
   * @param {number} [sd]
   * @param {number | readonly number[]} [size]
   * @returns {number | Float64Array}
   */
  normal(mean = 0, sd = 1, size) {
    checkNumber('mean', mean, limits.range);
    checkNumber('sd', sd, { min: 0, max: limits.range.max });
    return this.#draw(laws.normal, mean, sd, size);
  }

  /**
   * @overload
   * @param {number} [low]
   * @param {number} [high]
   * @returns {number}
   */
  /**
   * @overload
   * @param {number} low
   * @param {number} high
   * @param {number | readonly number[]} size
   * @returns {Float64Array}
   */
  /**
   * Numbers from low (inclusive) to high (exclusive), evenly; a single one when no size is given.
   *
   * @param {number} [low]
   * @param {number} [high]
   * @param {number | readonly number[]} [size]
   * @returns {number | Float64Array}
   */
  uniform(low = 0, high = 1, size) {
    checkNumber('low', low, limits.range);
    checkNumber('high', high, limits.range);
    return this.#draw(laws.uniform, low, high, size);
  }

  /**
   * Standard normal numbers, as many as the shape has; a single one without a shape.
   *
   * @template {number[]} Shape
   * @param {Shape} shape
   * @returns {Shape extends [] ? number : Float64Array}
   */
  randn(...shape) {
    const numbers = this.#draw(laws.normal, 0, 1, shape.length > 0 ? shape : undefined);
    return /** @type {Shape extends [] ? number : Float64Array} */ (numbers);
  }

  /**
   * @overload
   * @param {number} low
   * @param {number} [high]
   * @returns {number}
   */
  /**
   * @overload
   * @param {number} low
   * @param {number | undefined} high
   * @param {number | readonly number[]} size
   * @returns {Float64Array}
   */
  /**
   * Whole numbers from low (inclusive) to high (exclusive), or from 0 to low when no high is given.
   *
   * @param {number} low
   * @param {number} [high]
   * @param {number | readonly number[]} [size]
   * @returns {number | Float64Array}
   */
  randint(low, high, size) {
    checkNumber('low', low, limits.integer);
    if (high !== undefined) checkNumber('high', high, limits.integer);
    const [from, to] = high === undefined ? [0, low] : [low, high];
    if (!(from < to && to - from <= limits.integer.max)) {
      throw new RangeError(
        `high: got the range ${from} to ${to}; expected low < high, at most ${limits.integer.max} apart`,
      );
    }
    return this.#draw(laws.randint, from, to, size);
  }

  /**
   * @param {number} law
   * @param {number} a
   * @param {number} b
   * @param {unknown} size
   */
  #draw(law, a, b, size) {
    const count = size === undefined ? 1 : countOf(size);
    const numbers = orOutOfMemory(
      this.#module.numpyDraw(this.#state, law, a, b, count),
      'numpyRandom',
      8 * count,
    );
    return size === undefined ? numbers[0] : numbers;
  }
}
