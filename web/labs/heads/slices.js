/**
 * Long work of a picture, cut where it may be interrupted. A function of such work is a generator that yields between its
 * parts: a page runs it in slices, a test at once.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Tensor } from '../../engine/types.js' */

/**
 * @template {(...given: any[]) => Generator<void, any, void>} Work
 * @typedef {ReturnType<Work> extends Generator<void, infer Result, void> ? Result : never} ResultOf
 */

/** How long a slice goes on with another part, in milliseconds. */
const budget = 12;

/** Multiplications of one part: plain JavaScript takes 20 ms for them. */
const part = 2 ** 24;

/** Lets the page draw and be used. */
export const pause = () => new Promise((resolve) => setTimeout(resolve));

/**
 * The result of work that nobody waits for meanwhile.
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
 * Work that is short is done when this returns, where the picture is on the screen; the rest follows in tasks of its own.
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
 * matmul() of matrices, some rows at a time.
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
