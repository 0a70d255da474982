/**
 * Attention as a job: cut into heads, groups of heads or blocks of rows, which do not depend on each
 * other. A worker is sent copies of its own parts of the tensors only, and hands back its own results.
 */

/** @import { AttentionGradient, AttentionName, AttentionResult, EngineModule, RunResults } from './types.js' */
/** @import { AttentionNumbers, Backward, GradientNumbers, Mask, Problem } from './attention.js' */
/** @import { Memory } from './memory.js' */

import {
  attentionGradientResult,
  attentionResult,
  checkAttention,
  checkAttentionGradient,
  computeAttention,
  computeAttentionGradient,
  gradientOptionNames,
  optionNames,
  widthOf,
} from './attention.js';
import { arrayKind, checkObject, outOfMemory } from './checks.js';
import { variants } from './variants.js';

/**
 * What a worker computes: for each unit its part of the whole.
 *
 * @typedef {{name: 'attention', parts: {problem: Problem, returns: readonly AttentionName[]}[]}} AttentionTask
 * @typedef {{name: 'attentionGradient', parts: {problem: Problem, backward: Backward}[]}} GradientTask
 */

/**
 * A part of the whole: consecutive in memory, because only one of the ranges is neither everything nor
 * a single one.
 *
 * @typedef {object} Range
 * @property {[number, number]} batch
 * @property {[number, number]} heads
 * @property {[number, number]} rows
 */

/**
 * Multiplications and additions: more than these are cut, fewer put together. Where there are no workers a
 * unit is a task of the calling thread, of about 10 milliseconds.
 */
const most = 2e8;
const block = 1e8;
const least = 2e7;
/** How much slower the fallback is, so that its units do not take seconds. */
const fallbackFactor = 16;
/** A block of rows is a multiple of these. */
const rowStep = 32;

/**
 * @param {Memory} memory
 * @param {AttentionTask | GradientTask} task
 * @returns {AttentionNumbers[] | GradientNumbers[] | null} null: no memory
 */
export function computeParts(memory, task) {
  try {
    return task.name === 'attention'
      ? task.parts.map(({ problem, returns }) => computeAttention(memory, problem, returns))
      : task.parts.map(({ problem, backward }) =>
          computeAttentionGradient(memory, problem, backward),
        );
  } catch (error) {
    if (error instanceof RangeError) return null; // all else has been checked
    throw error;
  }
}

/** @param {AttentionNumbers | GradientNumbers} numbers @returns {ArrayBufferLike[]} what a message hands over */
export const buffersOf = (numbers) =>
  ('results' in numbers
    ? numbers.results
    : [numbers.query, numbers.key, numbers.value, ...(numbers.bias ? [numbers.bias] : [])]
  ).map(({ buffer }) => buffer);

// Cutting -------------------------------------------------------------------------------------------

/** @param {Problem} problem @returns {Range} */
const everything = ({ batch, heads, queries }) => ({
  batch: [0, batch],
  heads: [0, heads],
  rows: [0, queries],
});

/**
 * @typedef {object} Cut
 * @property {number} units
 * @property {(unit: number) => Range} range
 */

/** @param {Problem} problem @returns {Cut} */
const uncut = (problem) => ({ units: 1, range: () => everything(problem) });

/**
 * @param {Problem} problem
 * @param {number} step rows in a block
 * @returns {Cut}
 */
function cutRows({ batch, heads, queries }, step) {
  const blocks = Math.ceil(queries / step);
  return {
    units: batch * heads * blocks,
    range(unit) {
      const head = Math.floor(unit / blocks);
      const b = Math.floor(head / heads);
      const h = head % heads;
      const first = (unit % blocks) * step;
      return {
        batch: [b, b + 1],
        heads: [h, h + 1],
        rows: [first, Math.min(queries, first + step)],
      };
    },
  };
}

/**
 * @param {Problem} problem
 * @param {number} step heads in a unit: 1 or a multiple of those that share a key head
 * @returns {Cut}
 */
function cutHeads({ batch, heads, queries }, step) {
  const blocks = Math.ceil(heads / step);
  return {
    units: batch * blocks,
    range(unit) {
      const b = Math.floor(unit / blocks);
      const first = (unit % blocks) * step;
      return {
        batch: [b, b + 1],
        heads: [first, Math.min(heads, first + step)],
        rows: [0, queries],
      };
    },
  };
}

/**
 * @param {Problem} problem
 * @param {number} step
 * @returns {Cut}
 */
const cutBatch = ({ batch, heads, queries }, step) => ({
  units: Math.ceil(batch / step),
  range: (unit) => ({
    batch: [unit * step, Math.min(batch, (unit + 1) * step)],
    heads: [0, heads],
    rows: [0, queries],
  }),
});

/** @param {Problem} problem @param {boolean} slow @returns {Cut} */
function cutForward(problem, slow) {
  const { batch, heads, keyHeads, queries, keys, headDim, valueDim } = problem;
  const rowWork = (slow ? fallbackFactor : 1) * 2 * keys * (headDim + valueDim);
  const headWork = queries * rowWork;
  if (batch * heads * headWork <= least) return uncut(problem); // no heads, too
  if (headWork > most) {
    // Every block reads all keys anew: for one of few rows that would be much of its work.
    const fewest = slow ? 1 : 2;
    const rows = Math.max(fewest, Math.floor(block / rowWork / rowStep)) * rowStep;
    return cutRows(problem, rows);
  }
  const together = least / headWork;
  if (together > heads) return cutBatch(problem, Math.floor(together / heads));
  const group = heads / keyHeads;
  return cutHeads(problem, together < 2 ? 1 : Math.ceil(together / group) * group);
}

/**
 * The gradient is cut between key heads only, because the rows of all queries that share one are added
 * up in it. Nor is it cut where a bias is shared, whose gradient is such a sum, too.
 *
 * @param {Problem} problem
 * @returns {Cut}
 */
function cutGradient(problem) {
  const { batch, heads, keyHeads, visibility } = problem;
  const strides = visibility.bias?.strides;
  const shared = strides && ((batch > 1 && strides[0] === 0) || (heads > 1 && strides[1] === 0));
  if (shared || batch * heads === 0) return uncut(problem);
  return cutHeads(problem, heads / keyHeads);
}

// Parts ---------------------------------------------------------------------------------------------

/**
 * @template {import('./types.js').NumberArray} Numbers
 * @param {Numbers} data
 * @param {number} first
 * @param {number} last
 */
const view = (data, first, last) => /** @type {Numbers} */ (data.subarray(first, last));

/** @param {Mask | null} mask @param {Range} range @param {number} keys @returns {Mask | null} */
function partOfMask(mask, { batch, heads, rows }, keys) {
  if (!mask) return null;
  const lasts = [batch[1], heads[1], rows[1], keys].map((end) => end - 1);
  const firsts = [batch[0], heads[0], rows[0], 0];
  const place = (/** @type {number[]} */ index) =>
    index.reduce((sum, i, axis) => sum + i * mask.strides[axis], 0);
  const empty = lasts.some((last, axis) => last < firsts[axis]);
  const data = view(mask.data, place(firsts), empty ? place(firsts) : place(lasts) + 1);
  return { data, shape: mask.shape, strides: mask.strides };
}

/** The parts of one call: which rows of the query, and which of the keys. */
class Part {
  /** @param {Problem} problem @param {Range} range */
  constructor(problem, range) {
    const { heads, keyHeads, queries, keys } = problem;
    const group = heads / keyHeads || 1;
    this.whole = problem;
    this.range = range;
    const [firstBatch, endBatch] = range.batch;
    const [firstHead, endHead] = range.heads;
    /** Of the query: first, and one past the last, in [batch, heads, queries]. */
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

  /** @param {Backward} backward @returns {Backward} */
  backward({ outputGradient, forward }) {
    const { valueDim } = this.whole;
    return {
      outputGradient: this.ofRows(outputGradient, valueDim),
      forward: forward && {
        output: this.ofRows(forward.output, valueDim),
        logSumExp: this.ofRows(forward.logSumExp, 1),
      },
    };
  }
}

/**
 * Copies of the arrays in a task, each made once however often it stands there, so that a message can
 * hand them over.
 *
 * @template Value
 * @param {Value} value plain data
 * @param {ArrayBufferLike[]} transfer receives the buffers of the copies
 * @param {Map<string, unknown>} [made]
 * @returns {Value}
 */
function copied(value, transfer, made = new Map()) {
  if (ArrayBuffer.isView(value)) {
    const { byteOffset, buffer } = value;
    const array = /** @type {Float32Array} */ (/** @type {unknown} */ (value));
    let known = buffers.get(buffer);
    if (known === undefined) buffers.set(buffer, (known = ++lastBuffer));
    const name = `${known} ${byteOffset} ${array.length} ${arrayKind(array)}`;
    let copy = /** @type {Float32Array | undefined} */ (made.get(name));
    if (!copy) {
      copy = array.slice();
      transfer.push(copy.buffer);
      made.set(name, copy);
    }
    return /** @type {Value} */ (/** @type {unknown} */ (copy));
  }
  if (Array.isArray(value)) {
    return /** @type {Value} */ (value.map((one) => copied(one, transfer, made)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, copied(one, transfer, made)]);
  return Object.fromEntries(entries);
}

/** @type {WeakMap<ArrayBufferLike, number>} */
const buffers = new WeakMap();
let lastBuffer = 0;

// Jobs ----------------------------------------------------------------------------------------------

/** @param {string} name @param {readonly number[]} lengths @returns {Float32Array[]} */
function rooms(name, lengths) {
  try {
    return lengths.map((length) => new Float32Array(length));
  } catch {
    throw outOfMemory(name, 4 * lengths.reduce((sum, length) => sum + length, 0));
  }
}

/** @param {EngineModule} module */
const isSlow = (module) => variants[module.variant] === 'fallback';

/**
 * Bytes of the tensors of a call.
 *
 * @param {Problem} problem
 * @param {readonly Float32Array[]} others
 */
const bytesOf = ({ query, key, value }, others) =>
  [query, key, value, ...others].reduce((sum, { byteLength }) => sum + byteLength, 0);

/**
 * @param {EngineModule} module
 * @param {unknown} options
 * @returns {import('./jobs.js').Job<RunResults['attention']>}
 */
export function attentionJob(module, options) {
  const given = checkObject('attention', options, ['query', 'key', 'value', ...optionNames]);
  const { query, key, value } = given;
  const { problem, rows, returns } = checkAttention(module, query, key, value, given);
  const { batch, heads, queries, keys } = problem;
  const widths = returns.map((name) => widthOf(name, problem));
  const results = rooms(
    'attention',
    widths.map((width) => batch * heads * queries * width),
  );
  const { units, range } = cutForward(problem, isSlow(module));
  /** @type {number[]} */
  const fullyMasked = [];
  let arrived = 0;
  return {
    name: 'attention',
    units,
    total: batch * heads * queries * keys,
    bytes: bytesOf(problem, results),
    task(first, last, transfer) {
      const parts = [];
      for (let unit = first; unit < last; ++unit) {
        parts.push({ problem: new Part(problem, range(unit)).problem(), returns });
      }
      /** @type {AttentionTask} */
      const task = { name: 'attention', parts };
      return transfer ? copied(task, transfer) : task;
    },
    absorb(first, last, numbers) {
      const parts = /** @type {AttentionNumbers[]} */ (numbers);
      for (let unit = first; unit < last; ++unit) {
        const part = parts[unit - first];
        const { row } = new Part(problem, range(unit));
        part.results.forEach((result, i) => results[i].set(result, row * widths[i]));
        for (const index of part.fullyMasked) fullyMasked.push(row + index);
      }
      arrived += last - first;
    },
    begun: () => true,
    result() {
      const partial = arrived < units;
      const result = attentionResult(rows, returns, problem, {
        results: partial ? results.map((numbers) => numbers.slice()) : results,
        fullyMasked: fullyMasked.sort((a, b) => a - b).slice(),
      });
      return { ...result, done: arrived / units, ...(partial && { partial }) };
    },
  };
}

/**
 * @param {EngineModule} module
 * @param {unknown} options
 * @returns {import('./jobs.js').Job<RunResults['attentionGradient']>}
 */
export function attentionGradientJob(module, options) {
  const names = ['query', 'key', 'value', 'outputGradient', ...gradientOptionNames];
  const given = checkObject('attentionGradient', options, names);
  const { query, key, value, outputGradient } = given;
  const checked = checkAttentionGradient(module, query, key, value, outputGradient, given);
  const { problem, backward, shapes } = checked;
  const { batch, heads, queries, keys, headDim, valueDim, visibility } = problem;
  const tensors = [problem.query, problem.key, problem.value];
  const biasLength = visibility.bias ? [visibility.bias.data.length] : [];
  const lengths = [...tensors.map(({ length }) => length), ...biasLength];
  const results = rooms('attentionGradient', lengths);
  const { units, range } = cutGradient(problem);
  /** Added up in the order of the units, as the core does it. */
  const scales = new Float64Array(units);
  let arrived = 0;
  return {
    name: 'attentionGradient',
    units,
    total: batch * heads * queries * keys,
    bytes: bytesOf(problem, results),
    task(first, last, transfer) {
      const parts = [];
      for (let unit = first; unit < last; ++unit) {
        const part = new Part(problem, range(unit));
        parts.push({ problem: part.problem(), backward: part.backward(backward) });
      }
      /** @type {GradientTask} */
      const task = { name: 'attentionGradient', parts };
      return transfer ? copied(task, transfer) : task;
    },
    absorb(first, last, numbers) {
      const parts = /** @type {GradientNumbers[]} */ (numbers);
      for (let unit = first; unit < last; ++unit) {
        const part = new Part(problem, range(unit));
        const gradients = parts[unit - first];
        results[0].set(gradients.query, part.row * headDim);
        results[1].set(gradients.key, part.keyRow * headDim);
        results[2].set(gradients.value, part.keyRow * valueDim);
        if (gradients.bias && visibility.bias) {
          const { batch: batches, heads: headRange } = part.range;
          const [batchStride, headStride] = visibility.bias.strides;
          results[3].set(gradients.bias, batches[0] * batchStride + headRange[0] * headStride);
        }
        scales[unit] = gradients.scale;
      }
      arrived += last - first;
    },
    begun: () => true,
    result() {
      const partial = arrived < units;
      const [queryGradient, keyGradient, valueGradient, bias = null] = partial
        ? results.map((numbers) => numbers.slice())
        : results;
      const result = attentionGradientResult(shapes, problem, {
        query: queryGradient,
        key: keyGradient,
        value: valueGradient,
        scale: scales.reduce((sum, scale) => sum + scale, 0),
        bias,
      });
      return { ...result, done: arrived / units, ...(partial && { partial }) };
    },
  };
}
