/**
 * The lab's answer about the selected query: the key of the message and the numbers in it. If both sides of a
 * comparison would read the same, the answer says so.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Format } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Model } from './types.js' */

import { bestOf, weightRow, weightsUnder } from './model.js';
import { overflowOf, overflowWords } from './overflow.js';
import { saidShare } from './section.js';

/** @typedef {{query: number, head: number}} Shown */
/** @typedef {{key: string, values: Record<string, string>, rest?: string}} Answer  values: formatted, by their name in the words; rest: key of the words below the picture */

/** Whether all keys that a query sees have the same number. @param {Model} model @param {number} query @param {Float32Array} row */
function isEven(model, query, row) {
  const seen = row.filter((_, key) => model.sees(query, key));
  return seen.length > 1 && seen.every((one) => one === seen[0]);
}

/** Whether equal weights come from equal scores and not from the factor. @param {Model} model @param {Shown} shown */
function hasEvenScores(model, { query, head }) {
  const { data, shape } = model.head(head).scores;
  return isEven(model, query, data.subarray(query * shape[1], (query + 1) * shape[1]));
}

/**
 * @param {Engine} engine
 * @param {Params} params
 * @param {Model} model
 * @param {Shown} shown
 * @param {Format} format
 * @returns {Answer}
 */
export function answerOf(engine, params, model, { query, head }, format) {
  const { queries, keys } = model.source;
  const name = queries[query];
  if (model.fullyMasked.has(query))
    return { key: 'attention.answer.blind', values: { query: name } };
  const overflow = overflowOf(model, head, query);
  if (overflow) {
    const { key, names } = overflowWords(model, query, overflow);
    return { key, values: names };
  }
  const row = weightRow(model, head, query);
  const best = bestOf(row);
  const share = (/** @type {number} */ weight) =>
    saidShare(format, model, { query, key: best, share: weight });
  const weight = share(row[best]);
  if (isEven(model, query, row)) {
    const count = format.integer(row.filter((_, key) => model.sees(query, key)).length);
    const values = { query: name, weight, count };
    if (hasEvenScores(model, { query, head }))
      return { key: 'attention.answer.even', values, rest: 'attention.rest.even' };
    const factor = format.number(model.factor);
    return {
      key: 'attention.answer.even.factor',
      values: { ...values, factor },
      rest: 'attention.rest.even.factor',
    };
  }
  const isScaled = params.scale !== 'none';
  const under = weightsUnder(engine, model, head, query, isScaled ? 'none' : 'rsqrt');
  const other = share(under[best]);
  const values = { query: name, key: keys[best], weight, other, dk: format.number(model.dk) };
  const end = other === weight ? '.same' : isScaled ? '' : '.unscaled';
  return { key: `attention.answer${end}`, values };
}
