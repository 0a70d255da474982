/**
 * Inputs may be as large as float32 allows, so products of them may overflow. Such a row has no weights. This module
 * finds where the overflow began, for everything that would have described the weights.
 */

/** @import { MatrixName, Model, Overflow } from './types.js' */

import { constant } from '../../engine/border/constant.js';
import { weightRow } from './model.js';

/** The matrices that lead to a row of weights, in order. */
const way = constant(['q', 'k', 'scores', 'scaled']);

/** Results by model and head. Cached because every picture asks for them. @type {WeakMap<Model, number[][]>} */
const known = new WeakMap();

/**
 * Whether a query sees keys but has no weights: NaN after plus infinity, zeros where all scores are minus infinity.
 * @param {Model} model
 * @param {number} head
 * @param {number} query
 */
function isOverflown(model, head, query) {
  const row = weightRow(model, head, query);
  return (
    !row.every(Number.isFinite) || !(model.fullyMasked.has(query) || row.some((each) => each > 0))
  );
}

/** Returns the queries of a head that see keys but have no weights, from 0. @param {Model} model @param {number} head @returns {readonly number[]} */
export function overflownRows(model, head) {
  const own = known.get(model) ?? [];
  known.set(model, own);
  const queries = Array.from(model.source.queries.keys());
  return (own[head] ??= queries.filter((query) => isOverflown(model, head, query)));
}

/**
 * Returns why a query has no weights; null if it has some.
 * @param {Model} model
 * @param {number} head
 * @param {number} query
 * @returns {Overflow | null}
 */
export function overflowOf(model, head, query) {
  if (!overflownRows(model, head).includes(query)) return null;
  const keys = keysWithoutScore(model, head, query);
  for (const name of way) {
    const { data, shape } = model.head(head)[name];
    for (const [row, column] of cellsOf(name, query, keys, shape[1]))
      if (!Number.isFinite(data[row * shape[1] + column])) return { name, row, column };
  }
  return null;
}

/** Returns the queries without weights in at least one of these heads, from 0. @param {Model} model @param {readonly number[]} heads */
export const overflownIn = (model, heads) =>
  [...new Set(heads.flatMap((head) => overflownRows(model, head)))].sort((a, b) => a - b);

/**
 * Returns the end of the message key about these heads' matrices. It tells whether some rows do not add up to 1.
 * @param {Model} model
 * @param {readonly number[]} heads
 */
export const summaryEnd = (model, heads) =>
  model.fullyMasked.size + overflownIn(model, heads).length > 0 ? '.empty' : '';

/**
 * Returns the keys that a query sees and that have no finite score. Minus infinity counts only where all scores are.
 * @param {Model} model
 * @param {number} head
 * @param {number} query
 */
function keysWithoutScore(model, head, query) {
  const { data, shape } = model.head(head).scaled;
  const seen = Array.from({ length: shape[1] }, (_, key) => key).filter((key) =>
    model.sees(query, key),
  );
  const worst = seen.filter((key) => !(data[query * shape[1] + key] < Infinity));
  return worst.length > 0 ? worst : seen;
}

/**
 * Returns the cells of a matrix to search.
 * @param {MatrixName} name
 * @param {number} query
 * @param {readonly number[]} keys
 * @param {number} columns
 * @returns {[row: number, column: number][]}
 */
function cellsOf(name, query, keys, columns) {
  if (isPair(name)) return keys.map((key) => [query, key]);
  const rows = name === 'k' ? keys : [query];
  /** @type {[number, number][]} */
  const cells = [];
  for (const row of rows)
    for (let column = 0; column < columns; column++) cells.push([row, column]);
  return cells;
}

/** Whether the matrix's columns are keys. @param {MatrixName} name */
const isPair = (name) => name === 'scores' || name === 'scaled';

/**
 * Returns the key of the message, and the names in it.
 * @param {Model} model
 * @param {number} query
 * @param {Overflow} overflow
 * @returns {{key: string, names: {query: string, token: string}}}
 */
export function overflowWords({ source: { queries, keys } }, query, { name, row, column }) {
  const token = isPair(name) ? keys[column] : name === 'k' ? keys[row] : queries[row];
  return { key: `attention.overflow.${name}`, names: { query: queries[query], token } };
}
