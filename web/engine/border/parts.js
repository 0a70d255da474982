/**
 * The parts of the engine: WebAssembly that is fetched and compiled separately. A function in no list (scoreTheory())
 * is always present. Training is a separate module (training/learning.js).
 *
 * scripts/parts.mjs cuts the engine by these names. It fails if a function of src/bindings/ is in no part.
 */

/** @import { PartName } from '../types.js' */

/**
 * The parts that have a script of their own beside the engine's classic script, in order of dependency.
 *
 * @type {readonly PartName[]}
 */
export const trainingParts = ['network', 'gradients'];

/**
 * needs: parts whose code this one uses. functions: names in one string, which is shorter, because every page downloads
 * it. runs: functions of other parts whose run() is computed here, because no lab's first picture needs it.
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

/** @param {PartName} name @returns {readonly PartName[]} the part and those it needs */
const withNeeds = (name) => [...(table[name].needs ?? []).flatMap(withNeeds), name];

/** @param {readonly PartName[]} names @returns {readonly PartName[]} the parts and those they need, each once */
export const completed = (names) => [...new Set(names.flatMap(withNeeds))];

/** @type {ReadonlyMap<string, PartName>} */
const owners = /* @__PURE__ */ new Map(
  partNames.flatMap((part) => table[part].functions.split(' ').map((name) => [name, part])),
);

/** The names of the functions in parts. Pages generate the engine's methods from them (vite.config.js). */
export const functionNames = () => owners.keys();

/** @param {string} name of a function of the engine @returns {PartName | undefined} undefined if it is always present */
export const partOf = (name) => owners.get(name);

/** @param {string} name of a function that run() takes @returns {PartName | undefined} the part whose JavaScript runs it */
export const partOfRun = (name) =>
  partNames.find((part) => table[part].runs?.includes(name)) ?? partOf(name);

/**
 * The error that a synchronous function throws if its part is missing.
 *
 * @param {string} name of the function
 * @param {PartName} part
 * @param {boolean} runs whether run() also takes the name
 */
export const missingPart = (name, part, runs) =>
  new Error(
    `${name}: the part "${part}" of this engine is not loaded; load() with parts: ["${part}"]${runs ? ' or run()' : ''} loads it`,
  );
