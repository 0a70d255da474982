/**
 * "Try this": claims about what attention computes. Each asks for a prediction, sets the lab, and explains. The words
 * are in web/i18n/attention.*.js under attention.preset.<id>; `values` gives their live numbers.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Format } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Preset } from '../lab/types.js' */

import { shareInWords } from '../../i18n/share-in-words.js';
import { isTrained } from '../../tables/attention.js';
import { bestOf, modelOf, shownHead, shownQuery, weightRow, weightsUnder } from './model.js';
import { saidShare } from './section.js';

/** Returns the state as the pictures have it. @param {Engine} engine @param {Params} given @param {Format} format */
function stateOf(engine, given, format) {
  const params = { ...given, lang: format.language };
  const model = modelOf(engine, params, null);
  const query = shownQuery(model, params);
  const head = shownHead(model, params, query);
  const row = weightRow(model, head, query);
  const best = bestOf(row);
  const { queries, keys } = model.source;
  /** Returns the share of the most attended key. @param {number} [weight]  used in place of the key's own */
  const share = (weight = row[best]) =>
    saidShare(format, model, { query, key: best, share: weight });
  return { model, query, head, best, share, names: { query: queries[query], key: keys[best] } };
}

/** @type {NonNullable<Preset['values']>} */
const trainedNumbers = (_engine, _params, format, explanationData) =>
  explanationData?.(format) ?? null;

/** The hand-made head that resolves pronouns. */
const coreference = 4;

/**
 * Limits a preset to its source: what it says about a trained model holds for that model, and the others are computed
 * without one.
 * @param {Preset} preset
 * @returns {Preset}
 */
const bound = (preset) => {
  const holds = (/** @type {Params} */ params) =>
    isTrained(preset.params)
      ? params.source === preset.params.source
      : !isTrained(params) && params.source !== 'own';
  return { ...preset, holds };
};

/** @type {readonly Preset[]} */
const all = [
  {
    id: 'coreference',
    params: { example: 'tired', head: coreference },
    // Both languages have these words at the same positions.
    choices: {
      a: { of: 'k5' },
      b: { of: 'k1' },
      c: { of: 'k7' },
    },
    answer: 'b',
    section: 'tokens',
    values: (engine, params, format) => {
      const { names, share } = stateOf(engine, params, format);
      const example = format.language === 'en' ? 'wide' : 'wide-zh';
      const wide = stateOf(engine, { ...params, example }, format);
      return {
        ...names,
        weight: share(),
        second: wide.names.key,
        other: wide.share(),
      };
    },
  },
  {
    id: 'trained-head',
    params: { source: 'pronouns' },
    choices: {
      a: { of: 'keys' },
      b: { of: 'k1' },
      c: 'one head is shown at a time',
    },
    answer: 'b',
    section: 'tokens',
    values: trainedNumbers,
  },
  {
    id: 'trained-factor',
    params: { source: 'dates', scale: 'none' },
    choices: {
      a: { of: 'share', at: 0.5, x: 0 },
      b: { of: 'share', at: 0.5, x: 0, to: 1 },
      c: { of: 'share', at: 0.5, x: 0, to: 0 },
    },
    answer: 'c',
    section: 'accuracy',
    values: trainedNumbers,
  },
  {
    id: 'where-qkv',
    params: { step: 2, head: coreference },
    choices: {
      a: 'it is no number',
      b: 'it is no number',
      c: 'it is no number',
    },
    answer: 'b',
    section: 'matrices',
    values: (engine, params, format) => {
      const { names, model, head } = stateOf(engine, params, format);
      const { x, wq } = model.head(head);
      return {
        query: names.query,
        tokens: format.integer(x?.shape[0] ?? 0),
        modelDim: format.integer(wq?.shape[0] ?? 0),
        dk: format.integer(wq?.shape[1] ?? 0),
      };
    },
  },
  {
    id: 'mask-zero',
    params: { source: 'random', mask: 'causal', head: 1, step: 7 },
    choices: {
      a: 'a mask has no weights',
      b: 'a mask has no weights',
      c: 'a mask has no weights',
    },
    answer: 'b',
    section: 'masks',
    values: (engine, params, format) => {
      const { model, query, head } = stateOf(engine, params, format);
      const { masked } = model.head(head);
      const keys = model.source.keys.length;
      const own = masked?.data.slice(query * keys, (query + 1) * keys) ?? new Float32Array(keys);
      const zeroed = own.map((score, j) => (model.sees(query, j) ? score : 0));
      const { data } = engine.softmax({ data: zeroed, shape: [keys] });
      const leaked = data.map((weight, j) => (model.sees(query, j) ? 0 : weight));
      return {
        query: model.source.queries[query],
        key: model.source.keys[bestOf(leaked)],
        leak: shareInWords(format, format.share(leaked[bestOf(leaked)])),
      };
    },
  },
  {
    id: 'order',
    params: { source: 'random', example: 'sorted', head: 1 },
    choices: {
      a: 'a change of all words has no place',
      b: 'a change of all words has no place',
      c: 'which are neighbours is what changes',
    },
    answer: 'a',
    section: 'tokens',
    values: (engine, params, format) => {
      const shuffled = stateOf(engine, params, format);
      const before = stateOf(engine, { ...params, example: 'tired' }, format);
      return {
        ...before.names,
        before: before.share(),
        after: shuffled.share(),
      };
    },
  },
  {
    id: 'no-factor',
    params: {
      source: 'random',
      example: 'tired',
      modelDim: 64,
      dk: 64,
      heads: 2,
      head: 1,
      scale: 'none',
      step: 8,
    },
    choices: {
      a: 'no change has no place',
      b: { of: 'keys' },
      c: 'which word is not said',
    },
    answer: 'c',
    section: 'tokens',
    values: (engine, params, format) => {
      const { model, head, query, names, best, share } = stateOf(engine, params, format);
      const scaled = weightsUnder(engine, model, head, query, 'rsqrt');
      return {
        ...names,
        without: share(),
        scaled: share(scaled[best]),
      };
    },
  },
];

export const presets = all.map(bound);
