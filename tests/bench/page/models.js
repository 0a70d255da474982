/**
 * Times a model of GPT-2's size (124 million numbers). Its file is generated as it is read, and the time for that is left out.
 * Runs in a fresh page; models.mjs calls it.
 */
import { gpt2Tensors, madeFile } from '/tests/js/models/files.js';
import { openProbe, peakNow, seconds } from './probe.js';

const size = { layers: 12, width: 768, vocabulary: 50257, positions: 1024 };

/** Returns the flop of a layer for `length` tokens: its matrices, q.k, and the weights times v. @param {number} length */
const flopOf = (length) => 2 * 12 * size.width ** 2 * length + 2 * 2 * length ** 2 * size.width;

/** Returns a function that gives the bytes of all WebAssembly memories created from now on. */
function listen() {
  /** @type {WebAssembly.Memory[]} */
  const memories = [];
  const { instantiate } = WebAssembly;
  const spy = async (
    /** @type {WebAssembly.Module} */ module,
    /** @type {WebAssembly.Imports} */ imports,
  ) => {
    const instance = await instantiate(module, imports);
    for (const item of Object.values(instance.exports))
      if (item instanceof WebAssembly.Memory) memories.push(item);
    return instance;
  };
  WebAssembly.instantiate = /** @type {typeof instantiate} */ (/** @type {unknown} */ (spy));
  return () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

/**
 * @param {'relaxed' | 'simd'} variant
 * @param {number} length
 * @param {number} layers layers of the longer run
 */
export async function timeModel(variant, length, layers) {
  const probe = await openProbe(variant);
  const bytes = listen();
  const { load } = await import('/web/engine/index.js');
  const { openModel } = await import('/web/engine/models/index.js');
  const engine = await load({ engine: variant });
  const file = madeFile(gpt2Tensors(size));
  const { slice } = file;
  /** Seconds spent on generating the file. */
  let making = 0;
  file.slice = (from, to) => ({
    async arrayBuffer() {
      const start = performance.now();
      const bytes = await slice(from, to).arrayBuffer();
      making += (performance.now() - start) / 1000;
      return bytes;
    },
  });
  const timed = async (/** @type {() => Promise<unknown>} */ work) => {
    making = 0;
    return (await seconds(work)) - making;
  };
  const ids = Array.from({ length }, (_, i) => (i * 7919) % size.vocabulary);
  /** @type {any} */
  let model;
  const open = await timed(async () => {
    model = await openModel(engine, file, { heads: 12 });
  });
  const first = await timed(() => model.headStatistics(ids, { layers: [0] }));
  let peak = await peakNow(probe);
  const all = await timed(() => model.run(ids, { returns: ['hidden'], layers: [layers - 1] }));
  peak = Math.max(peak, await peakNow(probe));
  const statistics = await timed(() =>
    model.headStatistics(ids, { layers: Array.from({ length: layers }, (_, i) => i) }),
  );
  peak = Math.max(peak, await peakNow(probe));
  return {
    ...{ open, first, all, statistics, peak },
    rate: (layers * flopOf(length)) / all,
    memory: bytes(),
  };
}
