/**
 * The limits of every argument, and choices that several tables share. They are written only here: the checks of the
 * engine, the controls of the page, links and attributes read them.
 */

/** @import { Limit } from './types.js' */

import { constant } from './constant.js';

/** @param {number} min @param {number} max @returns {Readonly<Limit>} */
export const whole = (min, max) => Object.freeze({ min, max, whole: true });
/** @param {number} min @param {number} max @returns {Readonly<Limit>} */
export const real = (min, max) => Object.freeze({ min, max });

/** Choices, in the order of the core's enumerations. */
export const distributions = constant([
  'normal',
  'uniform',
  'rademacher',
  'laplace',
  'student-t',
  'exponential',
]);
export const generators = constant(['scaledot', 'numpy']);
export const scaleRules = constant(['rsqrt', 'none', 'inverse']);
/** Positions of causal masks. The core's enumeration begins with 'none'. */
export const causals = constant(['upper-left', 'lower-right']);
export const masks = constant(['blocked', 'zero']);

/** The largest float32. */
const largest = 2 ** 128 - 2 ** 104;

export const limits = Object.freeze({
  /** d_k, the length of a query and of a key */
  dk: whole(1, 65536),
  queries: whole(1, 2 ** 24),
  keys: whole(1, 2 ** 24),
  /** queries times keys */
  scores: whole(1, 1e10),
  seed: whole(0, Number.MAX_SAFE_INTEGER),
  /** a seed of NumPy's legacy generator */
  numpySeed: whole(0, 2 ** 32 - 1),
  mean: real(-1e6, 1e6),
  sd: real(0, 1e6),
  /** degrees of freedom of Student's t; at 2 and below the variance is infinite or undefined */
  df: real(2.01, 1e6),
  correlation: real(-1, 1),
  /** a factor given as a number */
  scale: real(-1e6, 1e6),
  /** the exponent of d_k^-alpha */
  alpha: real(-4, 4),
  bins: whole(1, 4096),
  /** ends of a histogram */
  range: real(-1e30, 1e30),
  /** pairs of a random walk */
  pairs: whole(1, 1024),
  /** pairs times d_k */
  walkSteps: whole(1, 2 ** 22),
  /** components returned by one call */
  sample: whole(1, 2 ** 22),
  rows: whole(1, 1000),
  columns: whole(1, 1000),
  /** (rows + columns) times d_k of a product of two random matrices */
  productEntries: whole(1, 2 ** 20),
  ddof: real(0, 1e6),
  draws: whole(2, 1e6),
  /** the number of one draw */
  draw: whole(0, 1e6 - 1),
  /** keys of a draw of softmaxStatistics */
  drawKeys: whole(1, 65536),
  /** the same times d_k; a draw is computed in one go */
  drawComponents: whole(1, 2 ** 22),
  /** divides the scaled scores */
  temperature: real(1e-6, 1e6),
  /** added to the logits */
  shift: real(-1e6, 1e6),
  /** gradients with a smaller norm count as dead */
  threshold: real(0, 1e6),
  /** further rules on the same vectors */
  compare: whole(0, 7),
  /** numbers drawn from NumPy's generator by one call */
  size: whole(0, 2 ** 24),
  /** ends of NumPy's randint */
  integer: whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  /** points of a law in one call */
  points: whole(0, 2 ** 20),
  /** steps of the curves of scoreCurves, and standard deviations on either side */
  curvePoints: whole(1, 2 ** 16),
  curveReach: real(2 ** -10, 2 ** 10),
  /** number of d_k and of rules in scoreGrowth */
  growthSizes: whole(1, 1024),
  growthScales: whole(1, 16),
  /** dimensions of a nested array */
  rank: whole(1, 16),
  /** of one axis of a tensor */
  length: whole(0, 2 ** 31 - 1),
  /** product of the other axes if one has length 0: looping over empty rows takes time, too */
  empty: whole(0, 2 ** 24),
  /** any finite float32 */
  float32: real(-largest, largest),
  /** the cap of attention's scores */
  softcap: real(2 ** -126, largest),
  epsilon: real(0, largest),
  heads: whole(1, 65536),
  /** scoring functions in one call */
  functions: whole(1, 16),
  /** cells along each side of a plane, the keys in it, and half its width */
  planeSize: whole(1, 512),
  planeKeys: whole(1, 64),
  planeExtent: real(1e-9, 1e9),
  /** an entry of a key or a parameter in a plane, and a factor; keeps the scores within float32 */
  planeEntry: real(-1e9, 1e9),
  /** hidden width of additive attention in a plane */
  planeHidden: whole(0, 4096),
  /** hidden width of additive attention with random parameters */
  hidden: whole(1, 4096),
  /** entries of one random matrix of parameters */
  parameterEntries: whole(1, 2 ** 24),
  /** scoring functions times draws, whose measures are kept */
  scoringDraws: whole(2, 2e6),
  /** multiplications of a draw with all its functions, so that it does not block a page */
  scoringWork: whole(0, 2 ** 33),
  /** random parameters of all functions, which are kept */
  scoringParameters: whole(0, 2 ** 25),
  /** vectors of layerNormStages */
  vectors: whole(2, 2 ** 16),
  /** the same times d_k */
  vectorEntries: whole(2, 2 ** 23),
  /** standard deviations: of the logarithm of norms, of gains and biases */
  lengthSpread: real(0, 2),
  gainSd: real(0, 100),
  /** of randomTensor: the last axis, all axes together, and independent tensors with one seed */
  randomColumns: whole(0, 2 ** 20),
  randomEntries: whole(0, 2 ** 24),
  stream: whole(0, 65535),
  /** sizes of multi-head attention whose costs are counted */
  modelDim: whole(1, 65536),
  tokens: whole(1, 2 ** 24),
  /** sizes of a head whose singular values are computed; the time grows with the cube */
  spectrumDim: whole(1, 1024),
  spectrumHeadDim: whole(1, 4096),
  /** the same from its thin factors; the time grows with the width and the square of d_k */
  thinDim: whole(1, 16384),
  thinHeadDim: whole(1, 512),
  /** an entry of its matrices; keeps their product within float32 */
  headEntry: real(-1e15, 1e15),
  /** bytes of a file of tensors */
  fileBytes: whole(0, 2 ** 26),
  /** bytes of its header */
  fileHeader: whole(0, 2 ** 20),
  /** its tensors and the entries of its metadata */
  fileTensors: whole(0, 4096),
  fileMetadata: whole(0, 1024),
  /** numbers of all its tensors, which become float32 */
  fileNumbers: whole(0, 2 ** 24),
  /** word number of a token of handMade, and tokens of a sentence */
  handMadeWord: whole(0, 239),
  handMadeTokens: whole(1, 64),
  /** rows of a table of positions, and tokens of a forward pass */
  positions: whole(1, 65536),
  /** the base of rotary embeddings, and their stretch factors */
  rotaryBase: real(1, 2 ** 40),
  workers: whole(0, 16),
});

/** Returns the limit of a file in words. */
export const mostFileBytes = () => {
  const { max } = limits.fileBytes;
  return `at most ${max}, ${max / 2 ** 20} MiB`;
};
