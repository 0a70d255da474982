/**
 * Computes the weights over the whole plane, for the background of the eight pictures: in one call of the engine, with
 * as many cells as fit into a frame.
 */
import { functionNames } from '../../tables/scoring.js';
import { functionOf } from './functions.js';
import { extent, tensorOf } from './vectors.js';

/** @import { Engine } from '../../engine/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Vector } from './vectors.js' */

/** @typedef {{size: number, weights: Float32Array[]}} Paint  size: cells along each side; weights: one array for each function */

/** Cells along each side of a plane. During a drag there are fewer, which takes two fifths of the time. */
const sizes = { least: 16, moving: 40, most: 64 };

/** Largest time that the plane may take of a frame, ms. */
const slowest = 10;

export class Painter {
  /** Whether something is being dragged. JSON.stringify() writes nothing else of a painter. */
  moving = false;
  #size = sizes.most;
  /** How many frames in a row were slow. */
  #slow = 0;
  /** A buffer that is overwritten every time. */
  #memory = new Float32Array(0);

  /**
   * @param {Engine} engine
   * @param {Params} params
   * @param {readonly Vector[]} keys
   * @returns {Paint}
   */
  paint(engine, params, keys) {
    const size = this.moving ? Math.min(this.#size, sizes.moving) : this.#size;
    const functions = functionNames.map((name) => functionOf(engine, params, name, keys.length));
    const own = size * size * keys.length;
    const length = functions.length * own;
    if (this.#memory.length !== length) this.#memory = new Float32Array(length);
    const shape = [functions.length, size, size, keys.length];
    const into = { weights: { data: this.#memory, shape } };
    const start = performance.now();
    const { data } = engine.scorePlane({
      functions,
      key: tensorOf(keys),
      size,
      extent,
      into,
    }).weights;
    this.#adapt(performance.now() - start);
    // New views of the same buffer. That they are different objects causes the repaint.
    return { size, weights: functions.map((_, i) => data.subarray(i * own, (i + 1) * own)) };
  }

  /**
   * Adapts the number of cells to what fits into a frame. Ignores a single slow frame.
   * @param {number} took  in milliseconds
   */
  #adapt(took) {
    this.#slow = took > slowest ? this.#slow + 1 : 0;
    if (this.#slow > 2 && this.#size > sizes.least) this.#size /= 2;
    else if (took < slowest / 8 && this.#size < sizes.most) this.#size *= 2;
    else return;
    this.#slow = 0;
  }
}
