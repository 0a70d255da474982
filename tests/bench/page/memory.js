/**
 * Measures an engine's memory after one long attention in a fresh page. Runs in the page.
 */
import { makeProblem } from './problem.js';

/** @param {'relaxed' | 'simd'} variant @param {number} length @param {number} dim */
export async function heapAfter(variant, length, dim) {
  // The engine does not expose its memory, but whoever instantiates its module sees it.
  /** @type {WebAssembly.Memory[]} */
  const memories = [];
  const { instantiate } = WebAssembly;
  // An engine starts from a compiled module, so instantiate() returns only the instance.
  const listen = async (
    /** @type {WebAssembly.Module} */ module,
    /** @type {WebAssembly.Imports} */ imports,
  ) => {
    const instance = await instantiate(module, imports);
    for (const item of Object.values(instance.exports))
      if (item instanceof WebAssembly.Memory) memories.push(item);
    return instance;
  };
  WebAssembly.instantiate = /** @type {typeof instantiate} */ (/** @type {unknown} */ (listen));
  const { load } = await import('/web/engine/index.js');
  const engine = await load({ engine: variant });
  const size = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
  const before = size();
  const problem = makeProblem([1, length, dim]);
  const shape = [length, dim];
  engine.attention(
    { data: problem.query, shape },
    { data: problem.key, shape },
    { data: problem.value, shape },
  );
  return { before, after: size() };
}
