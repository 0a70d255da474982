/**
 * What the scores of heads that somebody computed are like. The order of the numbers is that of src/bindings/attention.cpp;
 * src/statistics/head_statistics.h says what is measured.
 */

/** @import { HeadStatistics } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { checkObject } from '../border/checks.js';
import { checkTensor } from '../border/tensor.js';
import { checkProblem, visibilityNames, writeProblem } from './attention.js';

/** In the order of HeadStatistics in src/statistics/head_statistics.h. */
const sharpness = ['topWeight', 'entropy', 'dominated'];
const fields = [
  ...['pairs', 'rows', 'scoreMean', 'scoreSd', 'logitMean', 'logitSd'],
  ...sharpness.map((name) => `scaled.${name}`),
  ...sharpness.map((name) => `unscaled.${name}`),
  ...['unitSd', 'spreadSd', 'independentSd', 'covarianceSd', 'independentMean'],
];

/** @param {ArrayLike<number>} numbers of one head @returns {HeadStatistics} */
function statisticsOf(numbers) {
  /** @type {Record<string, unknown>} */
  const head = {};
  fields.forEach((field, i) => {
    const [name, part] = field.split('.');
    if (part) Object.assign((head[name] ??= {}), { [part]: numbers[i] });
    else head[name] = numbers[i];
  });
  return /** @type {HeadStatistics} */ (/** @type {unknown} */ (head));
}

/**
 * @param {Memory} memory
 * @param {unknown} query
 * @param {unknown} key
 * @param {unknown} options
 * @returns {HeadStatistics[]}
 */
export function headStatistics(memory, query, key, options) {
  const given = checkObject('headStatistics', options, visibilityNames);
  const [q, k] = [checkTensor('query', query), checkTensor('key', key)];
  // No value takes part, and one without columns fits every key.
  const value = { data: new Float32Array(0), shape: [...k.shape.slice(0, -1), 0] };
  const problem = checkProblem(memory.module, q, k, value, given);
  if (q.shape.length > 3) {
    throw new RangeError(
      `query: got ${q.shape.length} dimensions; expected [L, d] or [H, L, d], without a batch`,
    );
  }
  const heads = problem.batch === 0 ? 0 : problem.heads;
  memory.begin('headStatistics');
  writeProblem(memory, { ...problem, heads });
  const place = memory.result(2 * fields.length * heads);
  memory.call(memory.module.headStatistics);
  const numbers = memory.takeDoubles(place, fields.length * heads);
  return Array.from({ length: heads }, (_, h) =>
    statisticsOf(numbers.subarray(h * fields.length, (h + 1) * fields.length)),
  );
}
