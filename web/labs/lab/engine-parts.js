/**
 * The parts of the engine that the first picture of each lab takes, its answer and its formula; the others come behind it.
 * And those of each picture, where it is shown alone.
 */

/** @import { PartName } from '../../engine/types.js' */

/** The labs whose first answer comes of a run, which more is fetched for. @type {ReadonlySet<string>} */
export const firstRuns = new Set(['story', 'variance', 'softmax']);

/** What runs a network. @type {readonly PartName[]} */
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
 * By the lab's name and the picture's; run() loads what it takes by itself. A picture without parts takes all.
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
 * What is needed before anything is drawn.
 * @param {string} lab
 * @param {readonly string[]} figures  the pictures that alone are shown; none: the lab is
 * @returns {readonly PartName[] | undefined} undefined: all parts
 */
export function partsFor(lab, figures) {
  if (figures.length === 0) return firstParts[lab];
  const parts = figures.map((name) => pictureParts[lab][name]);
  return parts.every((each) => each !== undefined) ? [...new Set(parts.flat())] : undefined;
}

/** The main picture. @param {string} lab */
export const mainOf = (lab) => Object.keys(pictureParts[lab])[0];

/** Whether more than the words of the main picture is told. @param {string} lab @param {readonly string[]} figures */
export const tellsMore = (lab, figures) => figures.some((name) => name !== mainOf(lab));

/** The pictures that a link shows alone, as far as their names tell. @param {string} lab @param {string} [words] */
export const shownIn = (lab, words = '') =>
  words.split(/[\s,]+/).filter((name) => Object.hasOwn(pictureParts[lab], name));
