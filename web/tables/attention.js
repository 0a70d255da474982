/** The parameters of the Attention lab, and the engine options made from them. */

/** @import { AttentionVisibility } from '../engine/types.js' */
/** @import { Edit, Fit, Params, Table } from './types.js' */

import { constant } from '../engine/border/constant.js';
import { limits } from '../engine/border/limits.js';
import { attentionLimits } from './attention-limits.js';
import {
  commonEntries,
  entry,
  longestText,
  lower,
  scaleEntries,
  seedEntry,
  within,
} from './entries.js';
import { addTable } from './params.js';

/** The sentences of the lab, first the initial one, and `own` for the visitor's. */
export const exampleNames = constant([
  'tired',
  'wide',
  'law',
  'repeated',
  'sorted',
  'pair-fr',
  'tired-zh',
  'wide-zh',
  'law-zh',
  'repeated-zh',
  'pair-zh',
  'own',
]);

/** The matrices that a visitor may edit, in the order of their numbers in the link. */
export const inputNames = constant(['x', 'c', 'wq', 'wk', 'wv', 'q', 'k', 'v']);

/** @typedef {(typeof inputNames)[number]} InputName */

/** How many numbers an edit has in the link, and the largest number of edits. */
const editSize = 5;
export const mostEdits = 64;

const { tokens: mostTokens, heads: mostHeads } = attentionLimits;

/** The largest width of random tokens and of their heads. */
const widest = 512;

/** The largest number of tokens of a visitor's text. */
const mostSplit = limits.handMadeTokens.max;

/** The largest number of attention blocks of a trained model: layers of an encoder with one each, those of its decoder with two. */
const mostBlocks = 3 * attentionLimits.layers;

/** Limits of a change: its cost in multiplications, and the number of weights that are stored. */
const most = Object.freeze({ work: 2 ** 26, weights: 2 ** 21 });

/** The trained networks that the lab includes (web/labs/parts/shipped.js). */
export const modelNames = constant(['dates', 'pronouns']);

/** Sources that are trained networks; `network` is the visitor's. */
const trainedSources = [...modelNames, 'network'];

/** Held-out examples that the accuracy of a trained model is measured on. */
export const heldOut = 500;

/** @param {Params} params */
export const isTrained = ({ source }) => trainedSources.includes(String(source));

/** @param {string} source */
const from = (source) => (/** @type {Params} */ params) => params.source === source;
const random = from('random');
/** @param {Params} params */
const hasWords = (params) => !isNumbered(params) && !isTrained(params);
/** Adds to a condition that the model is not trained. Trained models have their own setting. @param {(params: Params) => boolean} [when] */
const untrained =
  (when = () => true) =>
  (/** @type {Params} */ params) =>
    !isTrained(params) && when(params);

/** Whether tokens are numbers instead of words. @param {Params} params */
export const isNumbered = (params) => params.source === 'random' && Number(params.count) > 0;

/** @type {Table} */
export const attention = {
  entries: [
    entry('source', 'choice', 'hand-made', {
      choices: ['hand-made', 'random', ...trainedSources, 'own'],
      control: { group: 'source', kind: 'select' },
    }),
    // The number of the visitor's data set, from 1 in order of arrival; 0: the last. Links do not contain the data
    entry('file', 'integer', 0, { min: 0, max: 1e6 }),
    // Facts that the data lack: the number of heads (0: as assumed), and which axis of a square matrix is the input or the heads
    entry('ownHeads', 'integer', 0, {
      min: 0,
      max: mostHeads,
      control: { group: 'source', kind: 'select', when: from('own') },
    }),
    entry('orientation', 'choice', 'assumed', {
      choices: ['assumed', 'in-out', 'out-in', 'heads-first', 'tokens-first'],
      control: { group: 'source', kind: 'select', when: from('own') },
    }),
    entry('count', 'integer', 0, {
      min: 0,
      max: mostTokens,
      control: { group: 'source', kind: 'number', when: random },
    }),
    entry('modelDim', 'integer', 16, {
      min: 1,
      max: widest,
      control: { group: 'source', kind: 'log', top: 256, when: random },
    }),
    entry('dk', 'integer', 8, {
      min: 1,
      max: widest,
      control: { group: 'source', kind: 'log', top: 256, when: random },
    }),
    entry('heads', 'integer', 2, {
      min: 1,
      max: mostHeads,
      control: { group: 'source', kind: 'log', top: mostHeads, when: random },
    }),
    { ...seedEntry, control: { group: 'source', kind: 'seed', when: random } },
    entry('positions', 'choice', 'on', {
      choices: ['on', 'off'],
      control: { group: 'source', kind: 'select', when: from('hand-made') },
    }),
    entry('example', 'choice', 'tired', {
      choices: exampleNames,
      control: { group: 'words', kind: 'select', when: hasWords },
    }),
    entry('text', 'text', '', {
      control: { group: 'words', kind: 'text', when: (p) => hasWords(p) && p.example === 'own' },
    }),
    entry('second', 'text', '', {
      control: { group: 'words', kind: 'text', when: (p) => hasWords(p) && p.kind === 'cross' },
    }),
    // The number of letters of each token of the two texts, because browsers split texts differently
    ...['split', 'secondSplit'].map((name) =>
      entry(name, 'numbers', '', { optional: true, min: 1, max: longestText, most: mostSplit }),
    ),
    entry('kind', 'choice', 'self', {
      choices: ['self', 'causal', 'cross'],
      control: { group: 'sentence', kind: 'select', when: untrained() },
    }),
    // The text that a trained model reads. If it is empty: the held-out example `index`
    entry('date', 'text', '7 March 2024'),
    entry('sentence', 'text', 'the animal did not cross the street because it was too tired'),
    entry('index', 'integer', 0, { min: 0, max: heldOut - 1 }),
    // The number of an attention block of a trained model, from 1; 0: the suggested block and head
    entry('block', 'integer', 0, { min: 0, max: mostBlocks }),
    // 0: the suggested token
    entry('token', 'integer', 0, {
      min: 0,
      max: mostTokens,
      control: { group: 'sentence', kind: 'select' },
    }),
    entry('mask', 'choice', 'none', {
      choices: ['none', 'causal', 'padding', 'window'],
      control: { group: 'main', kind: 'select', when: untrained() },
    }),
    entry('length', 'integer', 8, {
      min: 0,
      max: mostTokens,
      control: {
        group: 'main',
        kind: 'range',
        low: 0,
        high: 32,
        step: 1,
        when: untrained((p) => p.mask === 'padding'),
      },
    }),
    entry('side', 'choice', 'end', {
      choices: ['end', 'start'],
      control: { group: 'main', kind: 'select', when: untrained((p) => p.mask === 'padding') },
    }),
    entry('window', 'integer', 1, {
      min: 0,
      max: mostTokens,
      control: {
        group: 'main',
        kind: 'range',
        low: 0,
        high: 8,
        step: 1,
        when: untrained((p) => p.mask === 'window'),
      },
    }),
    ...scaleEntries(),
    // The cells that the visitor has edited: matrix, head, row, column, value
    entry('edits', 'numbers', '', {
      optional: true,
      ...within(limits.scale),
      most: mostEdits * editSize,
    }),
    // The current view
    entry('view', 'choice', 'steps', { choices: ['steps', 'all'] }),
    entry('step', 'integer', 5, { min: 1, max: 9 }),
    // 0: all
    entry('head', 'integer', 4, { min: 0, max: mostHeads }),
    ...commonEntries,
  ],
  reconcile(params, note, given) {
    const fit = { params, note };
    // With other heads or axes the edits would change other cells
    if ((given.has('ownHeads') || given.has('orientation')) && !given.has('edits'))
      params.edits = '';
    const count = Number(params.count) || 64;
    const own = count * Number(params.modelDim);
    lower(fit, 'heads', Math.max(1, Math.floor(most.weights / (count * count))));
    lower(fit, 'dk', Math.max(1, Math.floor(most.work / (own * Number(params.heads)))));
    fitEdits(fit);
    // Encoder-decoder attention needs a second sentence: the visitor's, or that of a pair
    const isPair = /^(pair-|own$)/.test(String(params.example));
    if (params.kind === 'cross' && params.second === '' && !isPair)
      params.example = String(params.example).endsWith('-zh') ? 'pair-zh' : 'pair-fr';
  },
};

/** Removes numbers that are not valid edits. @param {Fit} fit */
function fitEdits({ params, note }) {
  const value = String(params.edits);
  const kept = editsOf(params);
  const used = editsText(kept);
  if (used === value) return;
  params.edits = used;
  note({ reason: 'notEdits', key: 'edits', value: value.slice(0, 24), used });
}

/** Returns the visitor's edits. The last edit of a cell wins. @param {Params} params @returns {Edit[]} */
export function editsOf({ edits: text }) {
  const numbers = String(text).split(',').filter(Boolean).map(Number);
  /** @type {Map<string, Edit>} */
  const edits = new Map();
  for (let at = 0; at + editSize <= numbers.length; at += editSize) {
    const [matrix, head, row, column, value] = numbers.slice(at, at + editSize);
    const places = [matrix, head, row, column];
    if (places.some((place) => !Number.isInteger(place) || place < 0)) continue;
    const name = inputNames[matrix];
    if (name) edits.set(places.join(), { name, head, row, column, value });
  }
  return [...edits.values()];
}

/** @param {readonly Edit[]} edits */
export const editsText = (edits) =>
  edits
    .slice(-mostEdits)
    .flatMap(({ name, head, row, column, value }) => [
      inputNames.indexOf(name),
      head,
      row,
      column,
      value,
    ])
    .join(',');

/**
 * Returns the visible keys, as options of engine.attention.
 * @param {Params} params
 * @param {number} keys
 * @returns {AttentionVisibility}
 */
export function visibilityOf({ kind, mask, length, side, window }, keys) {
  const wide = Number(window);
  const real = Math.min(Number(length), keys);
  const isReal = (/** @type {number} */ key) => (side === 'end' ? key < real : key >= keys - real);
  return {
    ...((kind === 'causal' || mask === 'causal') && { causal: 'upper-left' }),
    ...(mask === 'window' && { window: { before: wide, after: wide } }),
    ...(mask === 'padding' && {
      mask: {
        allow: {
          data: Uint8Array.from({ length: keys }, (_, key) => Number(isReal(key))),
          shape: [1, keys],
        },
      },
    }),
  };
}

addTable('attention', attention);
