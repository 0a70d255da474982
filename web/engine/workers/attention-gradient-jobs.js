/** The gradient of attention as a job. attention-jobs.js has what both share. */

/** @import { Memory } from '../border/memory.js' */
/** @import { Backward } from '../functions/attention-gradient.js' */
/** @import { GradientNumbers } from '../functions/types.js' */
/** @import { Problem } from '../functions/attention.js' */
/** @import { AttentionGradient, EngineModule, RunOptions, RunResults } from '../types.js' */
/** @import { Cut, Part, Plan } from './attention-jobs.js' */
/** @import { Copy, Job } from './types.js' */

import {
  attentionGradientResult,
  checkAttentionGradient,
  computeAttentionGradient,
  gradientOptionNames,
} from '../functions/attention-gradient.js';
import { checkObject } from '../border/checks.js';
import { asItIs, broadcastPart, cutHeads, jobOf, uncut } from './attention-jobs.js';

/** @typedef {{name: 'attentionGradient', parts: {problem: Problem, backward: Backward, into: Float32Array[]}[]}} GradientTask */

/** @param {Memory} memory @param {GradientTask} task @returns {GradientNumbers[]} */
export const computeGradientParts = (memory, { parts }) =>
  parts.map(({ problem, backward, into }) =>
    computeAttentionGradient(memory, problem, backward, into),
  );

/**
 * The gradient is only cut between key heads, because the gradients of all queries that share a key head are summed. It
 * is not cut at all where heads share a bias, whose gradient is such a sum, too.
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

/** @param {Part} part @param {Backward} backward @returns {Backward} */
function backwardOf(part, { outputGradient, weightsGradient, forward }) {
  const { keys, valueDim } = part.whole;
  return {
    outputGradient: part.ofRows(outputGradient, valueDim),
    weightsGradient: weightsGradient && part.ofRows(weightsGradient, keys),
    forward: forward && {
      output: part.ofRows(forward.output, valueDim),
      logSumExp: part.ofRows(forward.logSumExp, 1),
    },
  };
}

/** @param {Backward} backward @param {Copy} copy @returns {Backward} */
const backwardNow = ({ outputGradient, weightsGradient, forward }, copy) => ({
  outputGradient: copy(outputGradient),
  weightsGradient: weightsGradient && copy(weightsGradient),
  forward: forward && { output: copy(forward.output), logSumExp: copy(forward.logSumExp) },
});

/**
 * @param {EngineModule} module
 * @param {RunOptions['attentionGradient']} options
 * @param {Copy} [copy]
 * @returns {Job<RunResults['attentionGradient']>}
 */
export function attentionGradientJob(module, options, copy = asItIs) {
  const names = ['query', 'key', 'value', 'outputGradient', ...gradientOptionNames];
  const given = checkObject('attentionGradient', options, names);
  const { query, key, value, outputGradient } = given;
  const checked = checkAttentionGradient(module, query, key, value, outputGradient, given);
  const { problem, backward, shapes, into } = checked;
  const { headDim, valueDim, keys, visibility } = problem;
  const { forward } = backward;
  const own = backwardNow(backward, copy);
  const { bias } = visibility;
  const cut = cutGradient(problem);
  /** Summed in the order of the units, as the core does. */
  const scales = new Float64Array(cut.units);
  /** @type {Plan<GradientTask, GradientNumbers, AttentionGradient>} */
  const plan = {
    name: 'attentionGradient',
    problem,
    copy,
    cut,
    work: 7 * (headDim + valueDim),
    lengths: [problem.query, problem.key, problem.value, ...(bias ? [bias.data] : [])].map(
      ({ length }) => length,
    ),
    into,
    reads: [
      backward.outputGradient,
      ...(backward.weightsGradient ? [backward.weightsGradient] : []),
      ...(forward ? [forward.output, forward.logSumExp] : []),
    ],
    slots: (part, [queryGradient, keyGradient, valueGradient, biasGradient]) => [
      part.ofRows(queryGradient, headDim),
      part.ofKeyRows(keyGradient, headDim),
      part.ofKeyRows(valueGradient, valueDim),
      ...(bias ? [broadcastPart(biasGradient, bias.strides, part.range, keys)] : []),
    ],
    details: (part) => ({ backward: backwardOf(part, own) }),
    note(_, { scale }, unit) {
      scales[unit] = scale;
    },
    result: (results) => {
      const scale = scales.reduce((sum, one) => sum + one, 0);
      return attentionGradientResult(shapes, { results, scale });
    },
  };
  return jobOf(module, plan);
}
