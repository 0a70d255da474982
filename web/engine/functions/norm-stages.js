/**
 * The stages of layer normalisation, its gain and bias, and a projection, for random vectors: checks, defaults and
 * shapes. src/statistics/norm_stages.h defines the measures.
 */

/** @import { LayerNormStages, LayerNormStagesOptions, NormStage } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import * as defaults from '../border/defaults.js';
import { DrawValues } from './draw-values.js';
import { limits } from '../border/limits.js';
import { checkOptions, flag, number, optional, range } from '../border/option-table.js';
import * as core from '../records/norm-stages.js';
import { histogramOf, rangeOfQuantiles } from './results.js';

/** In the order of the core. */
const stages = ['input', 'normalized', 'gained', 'projected'];

export const layerNormStagesOptions = {
  dk: number(limits.dk, defaults.dk),
  vectors: number(limits.vectors, defaults.vectors),
  lengthSpread: number(limits.lengthSpread, defaults.lengthSpread),
  gainSd: number(limits.gainSd, defaults.gainSd),
  biasSd: number(limits.gainSd, defaults.biasSd),
  project: flag(),
  seed: number(limits.seed, defaults.seed),
  bins: number(limits.bins, defaults.stageBins),
  range: optional(range(limits.range)),
};

/** @param {LayerNormStagesOptions | undefined} options */
function normNumbers(options) {
  const checked = checkOptions('layerNormStages', options, layerNormStagesOptions);
  const { dk: headDim, project, ...same } = checked;
  if (headDim * same.vectors > limits.vectorEntries.max) {
    throw new RangeError(
      `vectors x dk: got ${same.vectors} x ${headDim} = ${headDim * same.vectors}; expected at most ${limits.vectorEntries.max} components`,
    );
  }
  if (project && headDim * headDim > limits.parameterEntries.max) {
    throw new RangeError(
      `project: the projection would have ${headDim} x ${headDim} = ${headDim * headDim} entries; expected at most ${limits.parameterEntries.max}`,
    );
  }
  return { headDim, ...same, stages: project ? 4 : 3 };
}

/**
 * @param {Memory} memory
 * @param {LayerNormStagesOptions | undefined} options
 * @returns {LayerNormStages}
 */
export function layerNormStages(memory, options) {
  const numbers = normNumbers(options);
  const { vectors: count, bins } = numbers;
  memory.begin('layerNormStages');
  const length = numbers.stages * count;
  const place = memory.alloc(length);
  const differences = core.normStages(memory, { ...numbers, norms: place });
  const measured = new DrawValues('layerNormStages', numbers.stages, count);
  measured.absorb(0, count, memory.take(place, length));
  const norms = stages.slice(0, numbers.stages).map((_, i) => measured.spread(memory, i).spread);
  const reach = norms.map(({ quantiles }) => rangeOfQuantiles(quantiles)[1]);
  const [low, high] = numbers.range ?? [0, Math.max(...reach)];
  const entries = norms.map((norm, i) => {
    const values = Float64Array.from(measured.values(i));
    /** @type {NormStage} */
    const stage = {
      norm,
      histogram: histogramOf(memory, 'layerNormStages', values, low, high, bins),
      spread: norm.std === 0 ? 0 : norm.std / norm.mean,
      cosineDifference: differences[i],
    };
    return [stages[i], stage];
  });
  return Object.fromEntries(entries);
}
