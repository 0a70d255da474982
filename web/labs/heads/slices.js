/**
 * Long work of a picture, in parts. A work function is a generator that yields between its parts: a page runs it in
 * slices, a test all at once.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Tensor } from '../../engine/types.js' */

/**
 * @template {(...given: any[]) => Generator<void, any, void>} Work
 * @typedef {ReturnType<Work> extends Generator<void, infer Result, void> ? Result : never} ResultOf
 */

/** How long a slice keeps starting new parts, in milliseconds. */
const budget = 12;

/** Multiplications of one part. Plain JavaScript takes 20 ms for them. */
const part = 2 ** 24;

/** Lets the page draw and respond. */
export const pause = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Returns the result of work without pauses.
 * @template Result
 * @param {Generator<void, Result, void>} work
 */
export function atOnce(work) {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * Runs work in slices. For a picture on the screen, the first slice runs at once, so short work is done on return. The
 * rest follows in tasks of its own.
 * @template Result
 * @param {Generator<void, Result, void>} work
 * @param {{signal: AbortSignal, view: {onScreen: boolean}}} given
 * @returns {Result | Promise<Result>}
 */
export function inSlices(work, { signal, view }) {
  const slice = () => {
    const until = performance.now() + budget;
    let part = work.next();
    while (!part.done && performance.now() < until) part = work.next();
    return part;
  };
  const first = view.onScreen ? slice() : null;
  if (first?.done) return first.value;
  const rest = async () => {
    for (;;) {
      await pause();
      signal.throwIfAborted();
      const { done, value } = slice();
      if (done) return value;
    }
  };
  return rest();
}

/**
 * Multiplies matrices as matmul() does, some rows at a time.
 * @param {Engine} engine
 * @param {Tensor} left
 * @param {Tensor} right
 * @param {{transposeRight?: boolean}} [options]
 * @returns {Generator<void, Tensor, void>}
 */
export function* product(engine, left, right, options = {}) {
  const [rows, inner] = left.shape;
  const columns = right.shape[options.transposeRight ? 0 : 1];
  const step = Math.max(1, Math.floor(part / (inner * columns)));
  const data = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row += step) {
    if (row > 0) yield;
    const end = Math.min(rows, row + step);
    const block = { data: left.data.subarray(row * inner, end * inner), shape: [end - row, inner] };
    data.set(engine.matmul(block, right, options).data, row * columns);
  }
  return { data, shape: [rows, columns] };
}
