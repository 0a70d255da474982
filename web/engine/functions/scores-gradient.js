/** The gradient of scores(). The order of the numbers is that of src/bindings/functions.cpp. */

/** @import { ScoresGradient } from '../types.js' */
/** @import { Memory } from '../border/memory.js' */

import { compute } from './functions.js';
import { checkScores, parameterNames, scoresShape, writeScores } from './scoring.js';
import { checkTensorOfShape } from '../border/tensor.js';

/**
 * @param {Memory} memory
 * @param {unknown} query
 * @param {unknown} key
 * @param {unknown} outputGradient
 * @param {unknown} options
 * @returns {ScoresGradient}
 */
export function scoresGradient(memory, query, key, outputGradient, options) {
  const checked = checkScores(memory.module, 'scoresGradient', query, key, options);
  const gradient = checkTensorOfShape('outputGradient', outputGradient, scoresShape(checked));
  const write = () => {
    writeScores(memory, checked);
    memory.input(gradient.data);
  };
  const { parameters } = checked;
  const names = parameterNames.filter((name) => parameters[name]);
  const shapes = [
    checked.query.shape,
    checked.key.shape,
    ...parameterNames.map((name) => parameters[name]?.shape ?? null),
  ];
  const core = memory.module.scoresGradient;
  const [queryGradient, keyGradient, ...others] = compute(
    memory,
    'scoresGradient',
    core,
    write,
    shapes,
  );
  return {
    query: queryGradient,
    key: keyGradient,
    parameters: Object.fromEntries(names.map((name, i) => [name, others[i]])),
    scale: memory.given(0),
  };
}
