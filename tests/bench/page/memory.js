/**
 * The memory of an engine after one long attention, in a fresh page. Runs in the page.
 */
import { makeProblem } from './problem.js';

/** @param {'relaxed' | 'simd'} variant @param {number} length @param {number} dim */
export async function heapAfter(variant, length, dim) {
  // The engine keeps its memory to itself; whoever instantiates its module sees it.
  /** @type {WebAssembly.Memory[]} */
  const memories = [];
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = /** @type {typeof instantiate} */ (
    async (/** @type {BufferSource} */ bytes, /** @type {WebAssembly.Imports} */ imports) => {
      const result = await instantiate(bytes, imports);
      const { exports } = /** @type {WebAssembly.WebAssemblyInstantiatedSource} */ (result)
        .instance;
      for (const item of Object.values(exports))
        if (item instanceof WebAssembly.Memory) memories.push(item);
      return result;
    }
  );
  const { load } = await import('/web/engine/index.js');
  const engine = await load({ engine: variant });
  const size = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
  const before = size();
  const problem = makeProblem([1, length, dim]);
  const shape = [length, dim];
  const start = performance.now();
  const { output } = engine.attention(
    { data: problem.query, shape },
    { data: problem.key, shape },
    { data: problem.value, shape },
  );
  const seconds = (performance.now() - start) / 1000;
  return { before, after: size(), seconds, numbers: output.data.length };
}
