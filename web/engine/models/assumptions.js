/**
 * Assumptions: facts about a computation that no file states. Each has a name and values, so that a page can state it
 * in its own language. The sentences are for readers of English.
 */

/** @import { Assumption } from './types.js' */

/** @param {string} reason */
const firstLayer = (reason) => `only the first layer is computed: ${reason}`;

/** @param {string} seen */
const withoutPositions = (seen) => `positions are left out, and ${seen}`;

/** @type {Readonly<Record<string, (values: Assumption['values']) => string>>} */
const sentences = Object.freeze({
  option: ({ name, value }) => `${name} is ${value}`,
  activation: ({ name }) => `the activation is ${name === 'gelu-tanh' ? 'GELU by tanh' : name}`,
  family: ({ layout }) => `the model is a ${layout}, by its names`,
  tied: () => 'logits come from the embeddings',
  quantised: () => firstLayer('its weights are quantised'),
  experts: () => firstLayer('its feed-forward layers are experts'),
  noType: () => firstLayer('no config.json gives the model_type'),
  unknownType: ({ type }) => firstLayer(`model_type ${type} is not known`),
  divided: () => 'scores are divided by sqrt(d_k)',
  undivided: () => 'scores are not divided',
  noNorm: () => 'no norm stands before the first attention',
  rmsNorm: ({ name }) => `embeddings are normalised by ${name}, an RMSNorm`,
  layerNorm: ({ name }) => `embeddings are normalised by ${name}, a LayerNorm`,
  causal: () => withoutPositions('every token sees those up to itself'),
  bidirectional: () => withoutPositions('every token sees all'),
});

/** Reasons why only the first layer is computed. These are not assumptions, because most of them are in config.json. */
export const firstLayerReasons = Object.freeze(['quantised', 'experts', 'noType', 'unknownType']);

/** The names of all assumptions. */
export const assumptionNames = Object.freeze(Object.keys(sentences));

/** @param {Assumption} assumption */
export const sentenceOf = ({ what, values }) => sentences[what](values);
