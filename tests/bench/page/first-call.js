/** Times the first long call of an engine and later ones in a fresh page, where V8 starts with slow code. Runs in the page. */
import { makeProblem } from './problem.js';

/**
 * @param {'relaxed' | 'simd'} variant
 * @param {'attention' | 'attentionGradient'} name
 * @param {number} length
 * @param {number} dim
 * @returns {Promise<{first: number, later: number}>} seconds; later: the best of three
 */
export async function timeFirstCall(variant, name, length, dim) {
  const { load } = await import('/web/engine/index.js');
  const engine = await load({ engine: variant });
  const problem = makeProblem([1, length, dim]);
  const shape = [length, dim];
  const query = { data: problem.query, shape };
  const key = { data: problem.key, shape };
  const value = { data: problem.value, shape };
  const outputGradient = { data: problem.outputGradient, shape };
  const call = () => {
    const start = performance.now();
    if (name === 'attention') engine.attention(query, key, value);
    else engine.attentionGradient(query, key, value, outputGradient);
    return (performance.now() - start) / 1000;
  };
  return { first: call(), later: Math.min(call(), call(), call()) };
}
