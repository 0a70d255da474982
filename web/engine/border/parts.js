/**
 * The parts of the engine: WebAssembly that is fetched and compiled on its own. What is in no list here (scoreTheory())
 * is always there. Training is a module of its own beside these (training/learning.js).
 *
 * scripts/parts.mjs cuts the engine by these names; it stops when a function of src/bindings/ is in no part.
 */

/** @import { PartName } from '../types.js' */

/**
 * Those that are in a script of their own beside the classic script of the engine, in the order in which they need each other.
 *
 * @type {readonly PartName[]}
 */
export const trainingParts = ['network', 'gradients'];

/**
 * needs: parts whose code it uses; functions: their names in one string, which every page downloads and which is shorter so;
 * runs: functions of these that run() takes, and the first picture of no lab.
 *
 * @type {Readonly<Record<PartName, {needs?: readonly PartName[], functions: string, runs?: readonly string[]}>>}
 */
const table = {
  matrices: { functions: 'softmax matmul randomTensor' },
  scores: { needs: ['matrices'], functions: 'scores scorePlane scoreParameters scoreCost' },
  forward: { needs: ['matrices'], functions: 'attention handMade' },
  attention: {
    needs: ['forward'],
    functions: 'logSoftmax entropy softmaxJacobian difference productTerms softmaxTerms',
    runs: ['attention'],
  },
  layers: {
    needs: ['forward', 'measures'],
    functions: 'multiHeadAttention layerNorm rmsNorm layerNormStages rotaryEmbedding',
  },
  gradients: {
    needs: ['scores', 'attention', 'network'],
    functions:
      'attentionGradient multiHeadAttentionGradient scoresGradient softmaxGradient logSoftmaxGradient softmaxJacobianGradient layerNormGradient rmsNormGradient rotaryEmbeddingGradient logSoftmaxJvp linearGradient reluGradient geluGradient sgd adam adamw',
  },
  heads: { needs: ['matrices'], functions: 'headAlgebra' },
  measures: { needs: ['matrices'], functions: 'softmaxMeasures' },
  softmax: { needs: ['measures'], functions: 'softmaxStatistics softmaxSample' },
  scoring: { needs: ['scores', 'measures'], functions: 'scoringStatistics' },
  statistics: { functions: 'scoreStatistics scoreGrowth' },
  samples: {
    needs: ['statistics'],
    functions: 'scoreWalks componentSample sampleVariance productVariance numpyRandom',
  },
  laws: { needs: ['statistics'], functions: 'scoreLaw scoreCurves' },
  network: {
    needs: ['layers'],
    functions:
      'decodeWeight linear pointwise relu gelu rotaryTable relativeBias crossEntropy headStatistics meanOfHeads',
  },
  files: { functions: 'readNpy readSafetensors writeNpy writeSafetensors' },
};

export const partNames = /** @type {readonly PartName[]} */ (Object.freeze(Object.keys(table)));

/** @param {PartName} name @returns {readonly PartName[]} it and what it needs */
const withNeeds = (name) => [...(table[name].needs ?? []).flatMap(withNeeds), name];

/** @param {readonly PartName[]} names @returns {readonly PartName[]} and what these need, each once */
export const completed = (names) => [...new Set(names.flatMap(withNeeds))];

/** @type {ReadonlyMap<string, PartName>} */
const owners = /* @__PURE__ */ new Map(
  partNames.flatMap((part) => table[part].functions.split(' ').map((name) => [name, part])),
);

/** Of the parts; pages make the engine's methods of them (vite.config.js). */
export const functionNames = () => owners.keys();

/** @param {string} name of a function of the engine @returns {PartName | undefined} undefined: it is always there */
export const partOf = (name) => owners.get(name);

/** @param {string} name of a function that run() takes @returns {PartName | undefined} the part whose JavaScript runs it */
export const partOfRun = (name) =>
  partNames.find((part) => table[part].runs?.includes(name)) ?? partOf(name);

/**
 * What a synchronous function throws that lacks its part.
 *
 * @param {string} name of the function
 * @param {PartName} part
 * @param {boolean} runs whether run() takes the name, too
 */
export const missingPart = (name, part, runs) =>
  new Error(
    `${name}: the part "${part}" of this engine is not loaded; load() with parts: ["${part}"]${runs ? ' or run()' : ''} loads it`,
  );
