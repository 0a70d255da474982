/**
 * The parts of the engine that each lab's first picture, answer and formula need. The others are loaded later. Also the
 * parts that each picture needs when it is shown alone.
 */

/** @import { PartName } from '../../engine/types.js' */

/** Labs whose first answer comes from a run, which needs further code. @type {ReadonlySet<string>} */
export const firstRuns = new Set(['story', 'variance', 'softmax']);

/** The part that runs a network. @type {readonly PartName[]} */
const ofModels = ['network'];

/** @type {Readonly<Record<string, readonly PartName[]>>} by the lab's name */
export const firstParts = Object.freeze({
  story: ['softmax'],
  variance: ['laws'],
  softmax: ['softmax'],
  scoring: ['scores'],
  attention: ['forward'],
  heads: ['heads'],
  training: [],
  models: ofModels,
  playground: [],
});

/**
 * The parts that each picture needs, by lab and picture. run() loads its own parts. A picture without an entry needs
 * all.
 * @type {Readonly<Record<string, Readonly<Record<string, readonly PartName[] | undefined>>>>}
 */
const pictureParts = Object.freeze({
  story: {
    fan: ['softmax'],
    tokens: [],
    root: ['samples'],
    tried: ['samples'],
    exaggerates: ['softmax'],
    learns: ['softmax'],
    exponent: ['softmax'],
    training: [],
    doors: [],
  },
  variance: {
    histogram: ['laws'],
    walks: ['samples'],
    growth: ['statistics'],
    derivation: ['statistics'],
    replicate: ['samples'],
    blog: ['samples'],
  },
  softmax: {
    one: ['softmax'],
    jacobian: ['softmax'],
    bands: ['softmax'],
    exponent: ['softmax'],
    vanish: ['softmax'],
  },
  scoring: {
    plane: ['scores'],
    norms: ['scores'],
    laws: ['scoring', 'laws'],
    sharpness: ['scoring'],
    layernorm: ['layers'],
    table: ['scores'],
  },
  attention: {
    tokens: ['forward'],
    accuracy: undefined,
    matrices: ['attention'],
    masks: ['forward'],
    data: ['forward', 'files'],
  },
  heads: {
    shapes: ['heads'],
    cost: ['heads'],
    even: ['heads'],
    spectrum: ['heads'],
    merged: ['heads', 'attention'],
    fold: ['heads', 'attention'],
    weights: ['heads', 'layers'],
    sum: ['heads', 'layers', 'attention'],
  },
  training: { curves: [], maps: [], sharpness: [], scores: [], gradients: [], seeds: [] },
  models: {
    heads: ofModels,
    scores: [...ofModels, 'laws'],
    assumptions: ofModels,
    weights: ofModels,
    prediction: ofModels,
    perplexity: ofModels,
    matrices: [...ofModels, 'heads'],
    wild: [],
  },
  playground: { program: [], gallery: [] },
});

/**
 * Returns the parts that are needed before anything is drawn.
 * @param {string} lab
 * @param {readonly string[]} figures  the pictures shown alone; none for the whole lab
 * @returns {readonly PartName[] | undefined} undefined for all parts
 */
export function partsFor(lab, figures) {
  if (figures.length === 0) return firstParts[lab];
  const parts = figures.map((name) => pictureParts[lab][name]);
  return parts.every((each) => each !== undefined) ? [...new Set(parts.flat())] : undefined;
}

/** Returns the name of the main picture. @param {string} lab */
export const mainOf = (lab) => Object.keys(pictureParts[lab])[0];

/**
 * Whether more words than those of the main picture are shown.
 * @param {string} lab
 * @param {readonly string[]} figures
 */
export const tellsMore = (lab, figures) => figures.some((name) => name !== mainOf(lab));

/**
 * Returns the pictures that a link shows alone, as far as their names are known here.
 * @param {string} lab
 * @param {string} [words]
 */
export const shownIn = (lab, words = '') =>
  words.split(/[\s,]+/).filter((name) => Object.hasOwn(pictureParts[lab], name));
