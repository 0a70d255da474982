/** The labs by name, each fetched with its words when it is asked for. */

/** @typedef {typeof import('./lab/lab.js').Lab} LabClass */

/** @type {Readonly<Record<string, () => Promise<LabClass>>>} */
const labs = Object.freeze({
  story: async () => (await import('./scaledot-story.js')).ScaledotStory,
  variance: async () => (await import('./scaledot-variance.js')).ScaledotVariance,
  softmax: async () => (await import('./scaledot-softmax.js')).ScaledotSoftmax,
  scoring: async () => (await import('./scaledot-scoring.js')).ScaledotScoring,
  attention: async () => (await import('./scaledot-attention.js')).ScaledotAttention,
  heads: async () => (await import('./scaledot-heads.js')).ScaledotHeads,
  training: async () => (await import('./scaledot-training.js')).ScaledotTraining,
});

export const labNames = Object.freeze(Object.keys(labs));

/** @param {string} name  one of labNames */
export const loadLab = (name) => labs[name]();
