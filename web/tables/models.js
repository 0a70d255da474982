/** The parameters of the Models lab, and the engine options made from them. */

/** @import { Params, Table } from './types.js' */

import { constant } from '../engine/border/constant.js';
import { limits } from '../engine/border/limits.js';
import { commonEntries, entry, seedEntry, within } from './entries.js';
import { addTable } from './params.js';

/** The trained models that the lab includes (web/labs/parts/shipped.js). */
export const shippedNames = constant(['text', 'pronouns']);

/** The initial text of each model. @type {Readonly<Record<string, string>>} */
export const samples = Object.freeze({
  text: 'She had been forced into prudence in her youth, she learned romance as she grew older',
  pronouns: 'the animal did not cross the street because it was too tired',
});

/** The measures of a head that the heat map can show. */
export const measures = constant([
  'scoreSd',
  'logitSd',
  'topWeight',
  'entropy',
  'dominated',
  'plainTopWeight',
  'plainEntropy',
  'plainDominated',
]);

/** @typedef {(typeof measures)[number]} Measure */

/** Limits of the number of tokens of a text. */
export const tokenLimits = Object.freeze({ min: 2, max: 256 });

/** The number of random tokens, in the lab and in the terminal. */
export const randomTokens = 32;

/** The largest layer, head and token that a link can name. */
const mostLayers = 256;
const mostHeads = 1024;
const mostIds = 2 ** 22;

/** @param {string} name @param {string} value */
const is = (name, value) => (/** @type {Params} */ params) => params[name] === value;
const isOwn = is('source', 'own');

/** Whether the model reads words. The models of the lab read nothing else. @param {Params} params */
export const readsText = (params) => !isOwn(params) || params.input === 'text';

/** @param {string} input */
const reads = (input) => (/** @type {Params} */ params) => isOwn(params) && params.input === input;

/** @type {Table} */
export const models = {
  entries: [
    entry('source', 'choice', 'text', {
      choices: [...shippedNames, 'own'],
      control: { group: 'source', kind: 'select' },
    }),
    entry('text', 'text', samples.text, {
      control: { group: 'words', kind: 'text', when: readsText },
    }),
    entry('input', 'choice', 'text', {
      choices: ['text', 'ids', 'random'],
      control: { group: 'source', kind: 'select', when: isOwn },
    }),
    entry('ids', 'numbers', '', {
      optional: true,
      min: 0,
      max: mostIds,
      most: tokenLimits.max,
      control: { group: 'source', kind: 'list', when: reads('ids') },
    }),
    entry('tokens', 'integer', randomTokens, {
      ...tokenLimits,
      control: { group: 'source', kind: 'log', top: tokenLimits.max, when: reads('random') },
    }),
    { ...seedEntry, control: { group: 'source', kind: 'seed', when: reads('random') } },
    // Facts that the files may lack; 0: as in the files
    entry('ownHeads', 'integer', 0, {
      min: 0,
      max: mostHeads,
      control: { group: 'source', kind: 'number', when: isOwn },
    }),
    entry('orientation', 'choice', 'assumed', {
      choices: ['assumed', 'in-out', 'out-in'],
      control: { group: 'source', kind: 'select', when: isOwn },
    }),
    entry('scale', 'choice', 'own', {
      choices: ['own', 'none', 'times'],
      control: { group: 'main', kind: 'select' },
    }),
    entry('factor', 'number', 2, {
      ...within(limits.scale),
      control: {
        group: 'main',
        kind: 'range',
        low: 0,
        high: 8,
        step: 0.05,
        when: is('scale', 'times'),
      },
    }),
    // The selected head; 0: the one whose scores spread most in relation to the expected spread
    entry('layer', 'integer', 0, {
      min: 0,
      max: mostLayers,
      control: { group: 'main', kind: 'select' },
    }),
    entry('head', 'integer', 0, {
      min: 0,
      max: mostHeads,
      control: { group: 'main', kind: 'select' },
    }),
    // The measure that is shown for all heads, and their order
    entry('measure', 'choice', 'scoreSd', {
      choices: measures,
      control: { group: 'main', kind: 'select' },
    }),
    entry('order', 'choice', 'place', { choices: ['place', 'value'] }),
    ...commonEntries,
  ],
  reconcile(params, _note, given) {
    // A newly chosen model starts with its own text. The same holds for the initial text, which a link leaves out, so that a
    // link restores the same state.
    if (params.text === samples.text || (given.has('source') && !given.has('text')))
      params.text = samples[String(params.source)] ?? params.text;
  },
};

/**
 * Returns the additional factor of every score. 'none' means that scores stay q.k; it is returned only if the model's own rule
 * differs from that.
 * @param {Params} params
 * @param {{name: string}} rule  of the model
 * @returns {number | 'none'}
 */
export function multiplierOf({ scale, factor }, rule) {
  if (scale === 'times') return Number(factor);
  return scale === 'none' && rule.name !== 'none' ? 'none' : 1;
}

addTable('models', models);
