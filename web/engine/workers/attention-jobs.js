/**
 * Attention as a job. It is cut into heads, groups of heads or blocks of rows, which are independent of each other. The
 * tensors and results of a part are views of the whole. A worker gets copies of its own parts only (transfer.js).
 */

/** @import { Memory } from '../border/memory.js' */
/** @import { AttentionNumbers, GradientNumbers } from '../functions/types.js' */
/** @import { Mask, Problem } from '../functions/attention.js' */
/**
 * @import {
 *   AttentionName, AttentionResult, EngineModule, NumberArray, RunOptions, RunResults,
 * } from '../types.js'
 */
/** @import { Copy, Job, Task as AnyTask } from './types.js' */

import {
  attentionResult,
  checkAttention,
  computeAttention,
  optionNames,
  widthOf,
} from '../functions/attention.js';
import {
  checkObject,
  isDetached,
  newArray,
  privateView,
  transferred,
  trueBuffer,
  trueLength,
  write,
  wrongType,
} from '../border/checks.js';
import { variants } from '../border/variants.js';

/**
 * The tasks of a worker: the problem of each part.
 *
 * @typedef {{name: 'attention', parts: {problem: Problem, returns: readonly AttentionName[], into: Float32Array[]}[]}} AttentionTask
 */

/**
 * A part of the whole. It is consecutive in memory, because at most one of the ranges is neither complete nor of length
 * 1.
 *
 * @typedef {object} Range
 * @property {[number, number]} batch
 * @property {[number, number]} heads
 * @property {[number, number]} rows
 */

/**
 * Multiplications and additions. Units with more than `most` are cut, and those with less than `least` are merged.
 * Without workers a unit is a task of about 10 milliseconds on the calling thread.
 */
const most = 2e8;
const block = 1e8;
const least = 2e7;
/** How much slower the fallback is. Without this factor its units would take seconds. */
const fallbackFactor = 16;
/** Assumed work per millisecond until one is measured. */
const speed = 2e7;
const slowSpeed = speed / fallbackFactor;
/** The number of rows in a block is a multiple of this. */
const rowStep = 32;

/** @param {Memory} memory @param {AttentionTask} task @returns {AttentionNumbers[]} */
export const computeParts = (memory, { parts }) =>
  parts.map(({ problem, returns, into }) => computeAttention(memory, problem, returns, into));

// Cutting -------------------------------------------------------------------------------------------

/**
 * @param {Range['batch']} batch
 * @param {Range['heads']} heads
 * @param {Range['rows']} rows
 * @returns {Range}
 */
const rangeOf = (batch, heads, rows) => ({ batch, heads, rows });

/** @param {Problem} problem @returns {Range} */
const everything = ({ batch, heads, queries }) => rangeOf([0, batch], [0, heads], [0, queries]);

/**
 * @typedef {object} Cut
 * @property {number} units
 * @property {(first: number, last: number) => Range[]} ranges of the units [first, last)
 */

/** @param {number} units @param {(unit: number) => Range} range @returns {Cut} */
const cutInto = (units, range) => ({
  units,
  ranges: (first, last) => Array.from({ length: last - first }, (_, i) => range(first + i)),
});

/** @param {Problem} problem @returns {Cut} */
export const uncut = (problem) => cutInto(1, () => everything(problem));

/**
 * @param {Problem} problem
 * @param {number} step rows in a block
 * @returns {Cut}
 */
function cutRows({ batch, heads, queries }, step) {
  const blocks = Math.ceil(queries / step);
  return {
    units: batch * heads * blocks,
    ranges(first, last) {
      const ranges = [];
      // Blocks of the same head form one part, because every part reads all keys again.
      for (let unit = first, end; unit < last; unit = end) {
        const head = Math.floor(unit / blocks);
        end = Math.min(last, (head + 1) * blocks);
        const [b, h] = [Math.floor(head / heads), head % heads];
        const row = (/** @type {number} */ edge) =>
          Math.min(queries, (edge - head * blocks) * step);
        ranges.push(rangeOf([b, b + 1], [h, h + 1], [row(unit), row(end)]));
      }
      return ranges;
    },
  };
}

/**
 * @param {Problem} problem
 * @param {number} step heads in a unit: 1, or a multiple of the number that shares a key head
 * @returns {Cut}
 */
export function cutHeads({ batch, heads, queries }, step) {
  const blocks = Math.ceil(heads / step);
  return cutInto(batch * blocks, (unit) => {
    const b = Math.floor(unit / blocks);
    const first = (unit % blocks) * step;
    return rangeOf([b, b + 1], [first, Math.min(heads, first + step)], [0, queries]);
  });
}

/**
 * @param {Problem} problem
 * @param {number} step
 * @returns {Cut}
 */
const cutBatch = ({ batch, heads, queries }, step) =>
  cutInto(Math.ceil(batch / step), (unit) =>
    rangeOf([unit * step, Math.min(batch, (unit + 1) * step)], [0, heads], [0, queries]),
  );

/** @param {Problem} problem @param {boolean} slow @returns {Cut} */
function cutForward(problem, slow) {
  const { batch, heads, keyHeads, queries, keys, headDim, valueDim } = problem;
  const rowWork = (slow ? fallbackFactor : 1) * 2 * keys * (headDim + valueDim);
  const headWork = queries * rowWork;
  if (batch * heads * headWork <= least) return uncut(problem); // also without heads
  if (headWork > most) {
    // Every block reads all keys again, which would be much of the work in a block of few rows.
    const fewest = slow ? 1 : 2;
    const rows = Math.max(fewest, Math.floor(block / rowWork / rowStep)) * rowStep;
    return cutRows(problem, rows);
  }
  const together = least / headWork;
  if (together > heads) return cutBatch(problem, Math.floor(together / heads));
  const group = heads / keyHeads;
  return cutHeads(problem, together < 2 ? 1 : Math.ceil(together / group) * group);
}

// Parts ---------------------------------------------------------------------------------------------

/**
 * @template {NumberArray} Numbers
 * @param {Numbers} data
 * @param {number} first
 * @param {number} last
 */
const view = (data, first, last) => /** @type {Numbers} */ (data.subarray(first, last));

/**
 * The part of data that is broadcast to [batch, heads, queries, keys].
 *
 * @template {NumberArray} Numbers
 * @param {Numbers} data
 * @param {number[]} strides
 * @param {Range} range
 * @param {number} keys
 */
export function broadcastPart(data, strides, { batch, heads, rows }, keys) {
  const lasts = [batch[1], heads[1], rows[1], keys].map((end) => end - 1);
  const firsts = [batch[0], heads[0], rows[0], 0];
  const place = (/** @type {number[]} */ index) =>
    index.reduce((sum, i, axis) => sum + i * strides[axis], 0);
  const empty = lasts.some((last, axis) => last < firsts[axis]);
  return view(data, place(firsts), empty ? place(firsts) : place(lasts) + 1);
}

/** @param {Mask | null} mask @param {Range} range @param {number} keys @returns {Mask | null} */
const partOfMask = (mask, range, keys) =>
  mask && { ...mask, data: broadcastPart(mask.data, mask.strides, range, keys) };

/** A part of a call: its rows of the query and of the keys. */
export class Part {
  /** @param {Problem} problem @param {Range} range */
  constructor(problem, range) {
    const { heads, keyHeads, queries, keys } = problem;
    const group = heads / keyHeads || 1;
    this.whole = problem;
    this.range = range;
    const [firstBatch, endBatch] = range.batch;
    const [firstHead, endHead] = range.heads;
    /** The first row of the query in [batch, heads, queries]. */
    this.row = (firstBatch * heads + firstHead) * queries + range.rows[0];
    this.rowCount =
      (endBatch - firstBatch) * (endHead - firstHead) * (range.rows[1] - range.rows[0]);
    this.firstKeyHead = Math.floor(firstHead / group);
    this.keyHeads = heads > 0 ? Math.ceil(endHead / group) - this.firstKeyHead : keyHeads;
    this.keyRow = (firstBatch * keyHeads + this.firstKeyHead) * keys;
    this.keyRowCount = (endBatch - firstBatch) * this.keyHeads * keys;
  }

  /** @param {Float32Array} data @param {number} width */
  ofRows(data, width) {
    return view(data, this.row * width, (this.row + this.rowCount) * width);
  }

  /** @param {Float32Array} data @param {number} width */
  ofKeyRows(data, width) {
    return view(data, this.keyRow * width, (this.keyRow + this.keyRowCount) * width);
  }

  /** @returns {Problem} */
  problem() {
    const { whole, range } = this;
    const { keys, headDim, valueDim, visibility } = whole;
    const { keyLengths } = visibility;
    return {
      batch: range.batch[1] - range.batch[0],
      heads: range.heads[1] - range.heads[0],
      keyHeads: this.keyHeads,
      queries: range.rows[1] - range.rows[0],
      keys,
      headDim,
      valueDim,
      query: this.ofRows(whole.query, headDim),
      key: this.ofKeyRows(whole.key, headDim),
      value: this.ofKeyRows(whole.value, valueDim),
      visibility: {
        ...visibility,
        keyLengths: keyLengths && keyLengths.slice(...range.batch),
        firstQuery: range.rows[0],
        wholeQueries: whole.queries,
        allow: partOfMask(visibility.allow, range, keys),
        block: partOfMask(visibility.block, range, keys),
        bias: partOfMask(visibility.bias, range, keys),
      },
    };
  }
}

// Jobs ----------------------------------------------------------------------------------------------

/** Pages do not change their arrays during a run. @type {Copy} */
export const asItIs = (array) => array;

/** @param {Problem} problem @param {Copy} copy @returns {Problem} */
function problemNow(problem, copy) {
  const { query, key, value, visibility } = problem;
  const { allow, block, bias } = visibility;
  const maskNow = (/** @type {Mask | null} */ mask) => mask && { ...mask, data: copy(mask.data) };
  return {
    ...problem,
    query: copy(query),
    key: copy(key),
    value: copy(value),
    visibility: {
      ...visibility,
      allow: maskNow(allow),
      block: maskNow(block),
      bias: maskNow(bias),
    },
  };
}

/** @param {EngineModule} module */
const isSlow = (module) => variants[module.variant] === 'fallback';

/**
 * Chooses the arrays for the results of a run: those of `into`, unless the run also reads from their memory.
 *
 * @param {string} name
 * @param {readonly number[]} lengths
 * @param {readonly (Float32Array | undefined)[]} into
 * @param {readonly (NumberArray | undefined)[]} read
 * @returns {Float32Array[]} zeros
 */
function resultBuffers(name, lengths, into, read) {
  const buffers = read.map((array) => array && trueBuffer(array));
  const own = (/** @type {Float32Array | undefined} */ given) =>
    given && !buffers.includes(trueBuffer(given)) ? given : undefined;
  checkResultBuffers(name, lengths, into);
  return lengths.map((length, i) => {
    const given = own(into[i]);
    // A private view, because the caller may override methods of its array later.
    return given
      ? privateView(given).subarray(0, length).fill(0)
      : newArray(name, length, Float32Array);
  });
}

/**
 * Throws if the caller has transferred or shrunk an array for results since it was checked.
 *
 * @param {string} name
 * @param {readonly number[]} lengths
 * @param {readonly (Float32Array | undefined)[]} into
 */
function checkResultBuffers(name, lengths, into) {
  lengths.forEach((length, i) => {
    const array = into[i];
    if (!array) return;
    if (isDetached(array)) throw transferred(`${name}: into`);
    if (trueLength(array) >= length) return;
    throw wrongType(`${name}: into`, array, `a Float32Array that keeps its length ${length}`);
  });
}

/**
 * The differences between the two jobs.
 *
 * @template {AnyTask} Task
 * @template {AttentionNumbers | GradientNumbers} Numbers
 * @template Result
 * @typedef {object} Plan
 * @property {Task['name']} name
 * @property {Problem} problem as given
 * @property {Copy} copy
 * @property {Cut} cut
 * @property {number} work multiplications and additions for each score
 * @property {readonly number[]} lengths of the results
 * @property {readonly (Float32Array | undefined)[]} into the caller's arrays for them
 * @property {readonly NumberArray[]} reads arrays read besides those of the problem
 * @property {(part: Part, results: Float32Array[]) => Float32Array[]} slots a part's views of the results
 * @property {(part: Part) => object} details of a part, besides its problem
 * @property {(part: Part, numbers: Numbers, index: number) => void} note collects what a part returns besides results
 * @property {(results: Float32Array[]) => Result} result
 */

/**
 * @template {AnyTask} Task
 * @template {AttentionNumbers | GradientNumbers} Numbers
 * @template Result
 * @param {EngineModule} module
 * @param {Plan<Task, Numbers, Result>} plan
 * @returns {Job<Result & {done: number, partial?: boolean}>}
 */
export function jobOf(
  module,
  { name, problem: given, copy, cut, work, lengths, into, reads, ...plan },
) {
  const { allow, block, bias } = given.visibility;
  const masks = [allow, block, bias].map((mask) => mask?.data);
  const inputs = [given.query, given.key, given.value];
  const problem = problemNow(given, copy);
  const results = resultBuffers(name, lengths, into, [...inputs, ...masks, ...reads]);
  const { units, ranges } = cut;
  const total = problem.batch * problem.heads * problem.queries * problem.keys;
  const partsOf = (/** @type {number} */ first, /** @type {number} */ last) =>
    ranges(first, last).map((range) => new Part(problem, range));
  /** Returns a part's views of the results. @param {Part} part */
  const slotsOf = (part) => {
    checkResultBuffers(name, lengths, into);
    return plan.slots(part, results);
  };
  let arrived = 0;
  return {
    name,
    units,
    total,
    bytes: [...inputs, ...results].reduce((sum, { byteLength }) => sum + byteLength, 0),
    guess: (units * (isSlow(module) ? slowSpeed : speed)) / (total * work),
    task(first, last) {
      const parts = partsOf(first, last).map((part) => ({
        problem: part.problem(),
        ...plan.details(part),
        into: slotsOf(part),
      }));
      return /** @type {Task} */ ({ name, parts });
    },
    absorb(first, last, slice) {
      const numbers = /** @type {Numbers[]} */ (slice);
      for (const [i, part] of partsOf(first, last).entries()) {
        for (const [j, slot] of slotsOf(part).entries()) {
          const result = numbers[i].results[j];
          if (result.buffer !== slot.buffer) slot.set(result); // otherwise it was computed on this thread, in place
        }
        plan.note(part, numbers[i], first + i);
      }
      arrived += last - first;
    },
    begun: () => true,
    result() {
      checkResultBuffers(name, lengths, into);
      const done = arrived / units;
      if (arrived < units) {
        const some = plan.result(results.map((numbers) => numbers.slice()));
        return { ...some, done, partial: true };
      }
      const all = results.map((numbers, i) => {
        const given = into[i] ?? numbers;
        if (trueBuffer(given) !== numbers.buffer) write(given, numbers);
        return given;
      });
      return { ...plan.result(all), done };
    },
  };
}

/**
 * @param {EngineModule} module
 * @param {RunOptions['attention']} options
 * @param {Copy} [copy]
 * @returns {Job<RunResults['attention']>}
 */
export function attentionJob(module, options, copy = asItIs) {
  const given = checkObject('attention', options, ['query', 'key', 'value', ...optionNames]);
  const { query, key, value } = given;
  const { problem, rows, returns, into } = checkAttention(module, query, key, value, given);
  const { batch, heads, queries, headDim, valueDim } = problem;
  const widths = returns.map((name) => widthOf(name, problem));
  /** Rows, in order of arrival. @type {number[]} */
  const fullyMasked = [];
  /** @type {number[]} */
  const nonFinite = [];
  const sorted = (/** @type {number[]} */ indices) => indices.slice().sort((a, b) => a - b);
  /** @type {Plan<AttentionTask, AttentionNumbers, AttentionResult<AttentionName>>} */
  const plan = {
    name: 'attention',
    problem,
    copy,
    cut: cutForward(problem, isSlow(module)),
    work: 2 * (headDim + valueDim),
    lengths: widths.map((width) => batch * heads * queries * width),
    into,
    reads: [],
    slots: (part, results) => results.map((result, i) => part.ofRows(result, widths[i])),
    details: () => ({ returns }),
    note({ row }, numbers) {
      for (const index of numbers.fullyMasked) fullyMasked.push(row + index);
      for (const index of numbers.nonFinite) nonFinite.push(row + index);
    },
    result: (results) =>
      attentionResult(rows, returns, problem, {
        results,
        fullyMasked: sorted(fullyMasked),
        nonFinite: sorted(nonFinite),
      }),
  };
  return jobOf(module, plan);
}
