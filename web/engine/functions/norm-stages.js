/**
 * What layer normalisation, its gain and bias, and a projection make of random vectors: checks, defaults and shapes.
 * src/statistics/norm_stages.h says what is measured.
 */

/** @import { LayerNormStages, NormStage } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import * as defaults from '../border/defaults.js';
import { checkNumber, checkObject, checkRange, wrongType } from '../border/checks.js';
import { Kept } from './kept.js';
import { limits } from '../border/limits.js';
import * as core from '../records/norm-stages.js';
import { histogramOf, rangeOfQuantiles } from './results.js';

/** In the order of the core. */
const stages = /** @type {const} */ (['input', 'normalized', 'gained', 'projected']);

/** @param {unknown} options */
function normNumbers(options) {
  const names = ['dk', 'vectors', 'lengthSpread', 'gainSd', 'biasSd', 'project', 'seed', 'bins'];
  const given = checkObject('layerNormStages', options, [...names, 'range']);
  const {
    dk = defaults.dk,
    vectors = defaults.vectors,
    lengthSpread = defaults.lengthSpread,
    gainSd = defaults.gainSd,
    biasSd = defaults.biasSd,
    project = false,
    seed = defaults.seed,
    bins = defaults.stageBins,
    range,
  } = given;
  if (typeof project !== 'boolean') throw wrongType('project', project, 'true or false');
  const headDim = checkNumber('dk', dk, limits.dk);
  const count = checkNumber('vectors', vectors, limits.vectors);
  if (headDim * count > limits.vectorEntries.max) {
    throw new RangeError(
      `vectors x dk: got ${count} x ${headDim} = ${headDim * count}; expected at most ${limits.vectorEntries.max} components`,
    );
  }
  if (project && headDim * headDim > limits.parameterEntries.max) {
    throw new RangeError(
      `project: the projection would have ${headDim} x ${headDim} = ${headDim * headDim} entries; expected at most ${limits.parameterEntries.max}`,
    );
  }
  return {
    headDim,
    vectors: count,
    lengthSpread: checkNumber('lengthSpread', lengthSpread, limits.lengthSpread),
    gainSd: checkNumber('gainSd', gainSd, limits.gainSd),
    biasSd: checkNumber('biasSd', biasSd, limits.gainSd),
    seed: checkNumber('seed', seed, limits.seed),
    stages: project ? 4 : 3,
    bins: checkNumber('bins', bins, limits.bins),
    range: range === undefined ? undefined : checkRange('range', range, limits.range),
  };
}

/**
 * @param {Memory} memory
 * @param {unknown} options
 * @returns {LayerNormStages}
 */
export function layerNormStages(memory, options) {
  const numbers = normNumbers(options);
  const { vectors: count, bins } = numbers;
  memory.begin('layerNormStages');
  const length = numbers.stages * count;
  const place = memory.room(length);
  const differences = core.normStages(memory, { ...numbers, norms: place });
  const kept = new Kept('layerNormStages', numbers.stages, count);
  kept.absorb(0, count, memory.take(place, length));
  const norms = stages.slice(0, numbers.stages).map((_, i) => kept.spread(memory, i).spread);
  const reach = norms.map(({ quantiles }) => rangeOfQuantiles(quantiles)[1]);
  const [low, high] = numbers.range ?? [0, Math.max(...reach)];
  const entries = norms.map((norm, i) => {
    const values = Float64Array.from(kept.values(i));
    /** @type {NormStage} */
    const stage = {
      norm,
      histogram: histogramOf(memory, 'layerNormStages', values, low, high, bins),
      spread: norm.std === 0 ? 0 : norm.std / norm.mean,
      cosineDifference: differences[i],
    };
    return [stages[i], stage];
  });
  return /** @type {LayerNormStages} */ (Object.fromEntries(entries));
}
