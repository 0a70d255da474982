/** The gradient of scores(). */

/** @import { ScoreFunctionOptions, ScoresGradient, TensorLike } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import * as core from '../records/scores-gradient.js';
import { tensorsOf } from './functions.js';
import { checkScores, parameterNames, problemOf, scoresShape } from './scoring.js';
import { checkTensorOfShape } from '../border/tensor.js';

/**
 * @param {Memory} memory
 * @param {TensorLike} query
 * @param {TensorLike} key
 * @param {TensorLike} outputGradient
 * @param {ScoreFunctionOptions | undefined} options
 * @returns {ScoresGradient}
 */
export function scoresGradient(memory, query, key, outputGradient, options) {
  const checked = checkScores(memory.module, 'scoresGradient', query, key, options);
  const gradient = checkTensorOfShape('outputGradient', outputGradient, scoresShape(checked));
  const { parameters } = checked;
  const names = parameterNames.filter((name) => parameters[name]);
  const shapes = [
    checked.query.shape,
    checked.key.shape,
    ...parameterNames.map((name) => parameters[name]?.shape ?? null),
  ];
  const problem = problemOf(checked);
  let scale = 0;
  const tensors = tensorsOf(
    memory,
    'scoresGradient',
    shapes,
    (query, key, weight, queryWeight, keyWeight, vector) => {
      const gradients = { query, key, weight, queryWeight, keyWeight, vector };
      scale = core.scoresGradient(memory, { problem, outputGradient: gradient.data, gradients });
    },
  );
  const [queryGradient, keyGradient, ...others] = tensors;
  return {
    query: queryGradient,
    key: keyGradient,
    parameters: Object.fromEntries(names.map((name, i) => [name, others[i]])),
    scale,
  };
}
