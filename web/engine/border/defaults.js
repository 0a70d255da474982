/**
 * The defaults of all options, each written once. Labs and the command line share them, except for those at the end
 * (docs/decisions/defaults.md says why). Bundlers inline these constants.
 */

/** Random scores. */
export const dk = 64;
export const queries = 100;
export const keys = 100;
export const scale = 'rsqrt';
export const seed = 0;
export const generator = 'scaledot';
export const correlation = 0;
export const bins = 200;
/** One component. */
export const distribution = 'normal';
export const mean = 0;
export const sd = 1;
export const df = 5;
/** Curves of laws, and walks. */
export const curvePoints = 240;
export const curveReach = 5;
export const pairs = 8;
/** The variance of a product matrix. */
export const rows = 2;
export const columns = 2;
export const inner = 2;
export const ddof = 0;
export const varianceDraws = 100000;
export const varianceBins = 100;
/** Scoring functions. */
export const scoreKind = 'scaled-dot';
/** Random queries with their keys. */
export const drawKeys = 64;
export const draws = 1000;
export const temperature = 1;
export const masked = 0;
export const maskAs = 'blocked';
export const threshold = 1e-3;
export const shift = 0;
export const draw = 0;
/** Normalised vectors. */
export const vectors = 1000;
export const lengthSpread = 0.5;
export const gainSd = 0;
export const biasSd = 0;
export const stageBins = 100;
export const epsilon = 1e-5;
/** The plane of the Scoring lab. */
export const planeSize = 64;
export const planeExtent = 3;
/** Multi-head attention whose costs are counted. */
export const modelDim = 512;
export const heads = 8;
export const length = 512;
/** Queries whose cost is counted. */
export const costQueries = 1;
/** Attention. */
export const causal = false;
/** Softmax and norms. */
export const axis = -1;
/** Random tensors. */
export const stream = 0;
/** Elementwise functions. */
export const activation = 'none';
export const pointScale = 1;
export const approximate = 'none';
/** Positions. */
export const rotaryBase = 10000;
export const stretch = 'none';
export const stretchFactor = 1;
export const stretchLow = 1;
export const stretchHigh = 4;
export const stretchOriginal = 8192;
export const maxDistance = 128;
/** Optimizers, as in PyTorch. */
export const learningRate = 1e-3;
export const momentum = 0;
export const dampening = 0;
export const beta1 = 0.9;
export const beta2 = 0.999;
export const adamEpsilon = 1e-8;
export const weightDecay = 0;
export const decoupledDecay = 1e-2;
/** Cosine scores. */
export const cosineEpsilon = 0;

/** Defaults of labs and of the command line that differ from those of the functions. */
export const labSeed = 1;
export const labBins = 100;
export const labVarianceDraws = 300000;
export const labDraws = 4000;
export const labKeys = 8;
export const labGainSd = 0.5;
export const labBiasSd = 0.25;
