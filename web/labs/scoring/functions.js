/** The eight scoring functions in the plane: their options for the engine, and its results. */

/** @import { Engine } from '../../engine/index.js' */
/** @import { ScoreFunctionOptions, ScoreParameters, Tensor } from '../../engine/types.js' */
/** @import { Format } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { FunctionName } from '../../tables/scoring.js' */
/** @import { Plane, Row } from './types.js' */

import { constant } from '../../engine/border/constant.js';
import { functionNames, kinds } from '../../tables/scoring.js';
import { keysOf, queryOf, tensorOf } from './vectors.js';

/** @type {{engine: Engine, of: string, parameters: Map<string, ScoreParameters>} | null} */
let drawn = null;

/**
 * Returns random parameters of a kind. They are cached while seed and sizes stay the same, so that a drag draws
 * nothing.
 * @param {Engine} engine
 * @param {Params} params
 * @param {FunctionName} name
 * @param {number} keys
 */
function parametersOf(engine, params, name, keys) {
  const { seed, units } = params;
  const of = `${seed} ${units} ${keys}`;
  if (drawn?.engine !== engine || drawn.of !== of) drawn = { engine, of, parameters: new Map() };
  const known = drawn.parameters.get(name);
  if (known) return known;
  const parameters = engine.scoreParameters({
    kind: kinds[name],
    dk: 2,
    keys,
    seed: Number(seed),
    ...(name === 'additive' && { hidden: Number(units) }),
  });
  drawn.parameters.set(name, parameters);
  return parameters;
}

/** The functions with parameters, which are learned. @type {ReadonlySet<FunctionName>} */
const learned = new Set(['general', 'additive', 'location']);

/**
 * Returns a function as options of engine.scores().
 * @param {Engine} engine
 * @param {Params} params
 * @param {FunctionName} name
 * @param {number} keys
 * @returns {ScoreFunctionOptions}
 */
export function functionOf(engine, params, name, keys) {
  const kind = kinds[name];
  if (name === 'temperature') return { kind, scale: 1 / Number(params.temperature) };
  if (!learned.has(name)) return { kind };
  return { kind, parameters: parametersOf(engine, params, name, keys) };
}

/**
 * Returns scores and weights of queries under every function. Each query has its own keys, or all have the same.
 * @param {Engine} engine
 * @param {Params} params
 * @param {Tensor} query [..., 1, 2]
 * @param {Tensor} key [..., n, 2]
 * @returns {Map<FunctionName, Row>}
 */
export function rowsOf(engine, params, query, key) {
  const keys = key.shape[key.shape.length - 2];
  return new Map(
    functionNames.map((name) => {
      const scores = engine.scores(query, key, functionOf(engine, params, name, keys));
      return [name, { scores: scores.data, weights: engine.softmax(scores).data }];
    }),
  );
}

/** @type {{engine: Engine, of: string, plane: Plane} | null} */
let scored = null;

/**
 * Returns the query and keys of the planes, and the result of every function. Cached, because the answer, the formula
 * and the pictures all need it.
 * @param {Engine} engine
 * @param {Params} params
 * @returns {Plane}
 */
export function planeOf(engine, params) {
  const { q, k, temperature, units, seed } = params;
  const of = [q, k, temperature, units, seed].join(' ');
  if (scored?.engine === engine && scored.of === of) return scored.plane;
  const [query, keys] = [queryOf(params), keysOf(params)];
  const rows = rowsOf(engine, params, tensorOf([query]), tensorOf(keys));
  scored = { engine, of, plane: { query, keys, rows } };
  return scored.plane;
}

/**
 * Returns the largest weight that a cosine allows: that of a key in the direction of the query when all other keys have
 * the opposite direction. Cosines are between -1 and 1.
 * @param {Engine} engine
 * @param {number} keys
 * @param {number} temperature
 */
export function ceilingOf(engine, keys, temperature) {
  const key = tensorOf(Array.from({ length: keys }, (_, j) => [j === 0 ? 1 : -1, 0]));
  const options = constant({ kind: 'cosine', scale: 1 / temperature });
  return engine.softmax(engine.scores(tensorOf([[1, 0]]), key, options)).data[0];
}

/** Weights of equal keys differ by rounding at most. */
const rounding = 1e-6;

/**
 * Returns the indices of the keys with the largest weight: one, or all that share it.
 * @param {ArrayLike<number>} weights
 */
export function winnersOf(weights) {
  const list = Array.from(weights);
  const most = Math.max(...list);
  return list.flatMap((weight, j) => (weight >= most - rounding ? [j] : []));
}

/**
 * Formats a weight, or a number of effective keys: with two decimals, or with the first nonzero digit if these would be
 * 0.00.
 * @param {Format} format
 * @param {number} share
 */
export const shareOf = (format, share) =>
  share > 0 && share < 0.005 ? format.number(share, 1) : format.fixed(share, 2);
