/**
 * NumPy's legacy RandomState, digit for digit, with NumPy's names and order of arguments.
 */

import { checkNumber, isList, isObject, wrongThis, wrongType } from '../border/checks.js';
import { limits } from '../border/limits.js';
import { Memory } from '../border/memory.js';
import * as core from '../records/numpy-random.js';

/** In the order of the core's enumeration. */
const laws = { normal: 0, uniform: 1, randint: 2 };

/**
 * @param {unknown} size a number, or a shape
 * @returns {number} how many numbers
 */
function countOf(size) {
  if (typeof size === 'number') return checkNumber('size', size, limits.size);
  if (!isList(size)) {
    throw wrongType('size', size, 'a whole number or an array of whole numbers');
  }
  let count = 1;
  for (let axis = 0; axis < size.length; ++axis) {
    count *= checkNumber(`size[${axis}]`, size[axis], limits.size);
  }
  return checkNumber('size', count, limits.size);
}

export class NumpyRandom {
  #memory;
  /** @type {Uint8Array} the generator's state, advanced by every draw */
  #state;

  /**
   * Private: use numpyRandom().
   *
   * @param {Memory} memory
   * @param {unknown} seed
   */
  constructor(memory, seed) {
    if (!isObject(memory) || !(memory instanceof Memory)) {
      throw wrongType('new NumpyRandom', memory, 'numpyRandom(), which makes generators');
    }
    this.#memory = memory;
    memory.begin('numpyRandom');
    const { numpyState } = memory.module;
    const state = memory.alloc(numpyState / 4);
    core.numpySeed(memory, { seed: checkNumber('seed', seed, limits.numpySeed), state });
    this.#state = memory.bytes(state, numpyState);
  }

  /**
   * @overload
   * @param {number} [mean] 0
   * @param {number} [sd] 1, the standard deviation
   * @returns {number}
   */
  /**
   * @overload
   * @param {number} mean
   * @param {number} sd
   * @param {number | readonly number[]} size shape or count
   * @returns {Float64Array} in row-major order of that shape
   */
  /**
   * Draws normal numbers; a single one without size.
   *
   * @param {number} [mean] 0
   * @param {number} [sd] 1, the standard deviation
   * @param {number | readonly number[]} [size] shape or count
   * @returns {number | Float64Array} in row-major order of that shape
   */
  normal(mean = 0, sd = 1, size) {
    checkNumber('mean', mean, limits.range);
    checkNumber('sd', sd, { min: 0, max: limits.range.max });
    return NumpyRandom.#draw(this, 'normal', laws.normal, mean, sd, size);
  }

  /**
   * @overload
   * @param {number} [low] 0
   * @param {number} [high] 1
   * @returns {number}
   */
  /**
   * @overload
   * @param {number} low
   * @param {number} high
   * @param {number | readonly number[]} size shape or count
   * @returns {Float64Array} in row-major order of that shape
   */
  /**
   * Draws uniform numbers from low (inclusive) to high (exclusive); a single one without size.
   *
   * @param {number} [low] 0
   * @param {number} [high] 1
   * @param {number | readonly number[]} [size] shape or count
   * @returns {number | Float64Array} in row-major order of that shape
   */
  uniform(low = 0, high = 1, size) {
    checkNumber('low', low, limits.range);
    checkNumber('high', high, limits.range);
    return NumpyRandom.#draw(this, 'uniform', laws.uniform, low, high, size);
  }

  /**
   * Draws standard normal numbers of the given shape; a single one without a shape.
   *
   * @template {number[]} Shape
   * @param {Shape} shape
   * @returns {Shape extends [] ? number : Float64Array} in row-major order of that shape
   */
  randn(...shape) {
    const numbers = NumpyRandom.#draw(
      this,
      'randn',
      laws.normal,
      0,
      1,
      shape.length > 0 ? shape : undefined,
    );
    return /** @type {Shape extends [] ? number : Float64Array} */ (numbers);
  }

  /**
   * @overload
   * @param {number} low
   * @param {number} [high] if omitted, numbers go from 0 to low
   * @returns {number}
   */
  /**
   * @overload
   * @param {number} low
   * @param {number | undefined} high
   * @param {number | readonly number[]} size shape or count
   * @returns {Float64Array} in row-major order of that shape
   */
  /**
   * Draws whole numbers from low (inclusive) to high (exclusive), or from 0 to low without high.
   *
   * @param {number} low
   * @param {number} [high] if omitted, numbers go from 0 to low
   * @param {number | readonly number[]} [size] shape or count
   * @returns {number | Float64Array} in row-major order of that shape
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
    return NumpyRandom.#draw(this, 'randint', laws.randint, from, to, size);
  }

  /**
   * @param {NumpyRandom} generator
   * @param {string} name of the method
   * @param {number} law
   * @param {number} a
   * @param {number} b
   * @param {unknown} size
   */
  static #draw(generator, name, law, a, b, size) {
    if (!(#memory in Object(generator))) {
      throw wrongThis(name, generator, 'the generator that numpyRandom() gives');
    }
    const count = size === undefined ? 1 : countOf(size);
    const memory = generator.#memory;
    const { numpyState } = memory.module;
    memory.begin('numpyRandom');
    const after = memory.alloc(numpyState / 4);
    const place = memory.alloc(2 * count);
    const draw = { law, a, b, count, before: generator.#state, after };
    core.numpyDraw(memory, { ...draw, numbers: place });
    const numbers = memory.doubles(place, count);
    generator.#state = memory.bytes(after, numpyState);
    return size === undefined ? numbers[0] : numbers;
  }
}
