/** The labs by name, each fetched on demand. The story, which links to them, is in lazy.js. */

/** @import { Lab } from './lab/lab.js' */

/** @typedef {typeof Lab} LabClass */

/** In the order of the navigation. @type {Readonly<Record<string, () => Promise<LabClass>>>} */
export const labs = Object.freeze({
  variance: async () => (await import('./scaledot-variance.js')).ScaledotVariance,
  softmax: async () => (await import('./scaledot-softmax.js')).ScaledotSoftmax,
  scoring: async () => (await import('./scaledot-scoring.js')).ScaledotScoring,
  attention: async () => (await import('./scaledot-attention.js')).ScaledotAttention,
  heads: async () => (await import('./scaledot-heads.js')).ScaledotHeads,
  training: async () => (await import('./scaledot-training.js')).ScaledotTraining,
  models: async () => (await import('./scaledot-models.js')).ScaledotModels,
  playground: async () => (await import('./scaledot-playground.js')).ScaledotPlayground,
});

/**
 * The first content of each lab. The lab's own code imports the same modules.
 * @type {Readonly<Record<string, () => Promise<unknown>>>}
 */
export const firsts = Object.freeze({
  variance: () => import('./variance/first.js'),
  softmax: () => import('./softmax/first.js'),
  scoring: () => import('./scoring/first.js'),
  attention: () => import('./attention/first.js'),
  heads: () => import('./heads/first.js'),
  training: () => import('./training/first.js'),
  models: () => import('./models/first.js'),
  playground: () => import('./playground/first.js'),
});
