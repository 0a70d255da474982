/** Files larger than memory: which parts are read, and how much at once. */
import { beforeAll, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { openModel } from '../../../web/engine/models/index.js';
import { gpt2Tensors, madeFile } from './files.js';

/** @type {import('../../../web/engine/index.js').Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

const MiB = 2 ** 20;
const ids = Array.from({ length: 64 }, (_, i) => (i * 7919) % 50257);

/**
 * Returns the bytes of ArrayBuffers and of WebAssembly memory, including those not collected yet. Node counts both as
 * external.
 */
const bytesNow = () => process.memoryUsage().external;

/**
 * Returns the same file, and records at every read how far memory is above its minimum so far.
 *
 * @param {ReturnType<typeof madeFile>} file
 */
function watched(file) {
  let least = bytesNow(); // falls when garbage of earlier tests is collected
  const { slice } = file;
  const watch = { file, most: 0 };
  file.slice = (from, to) => ({
    arrayBuffer: async () => {
      const buffer = await slice(from, to).arrayBuffer();
      const now = bytesNow();
      least = Math.min(least, now);
      watch.most = Math.max(watch.most, now - least);
      return buffer;
    },
  });
  return watch;
}

test("550 MB in GPT-2's layout: twelve layers by blocks, and the memory of a few", async () => {
  // With the masks that files of that age contain. They are never read.
  const masks = Array.from(
    { length: 12 },
    (_, i) => /** @type {const} */ ([`h.${i}.attn.bias`, [1, 1, 1024, 1024]]),
  );
  const size = { layers: 12, width: 768, vocabulary: 50257, positions: 1024 };
  const watch = watched(madeFile([...gpt2Tensors(size), ...masks]));
  const { file } = watch;
  expect(file.size).toBeGreaterThan(545e6);
  const model = await openModel(sd, file, { heads: 12 });
  expect(model.unused).toEqual(masks.map(([name]) => name));
  expect(file.read).toBeLessThan(MiB);
  /** @type {number[]} */
  const layers = [];
  const heads = await model.headStatistics(ids, { onLayer: ({ layer }) => layers.push(layer) });
  expect(layers).toEqual(Array.from({ length: 12 }, (_, i) => i));
  expect(heads.map((each) => each.length)).toEqual(new Array(12).fill(12));
  expect(heads.flat().every(({ scoreSd }) => scoreSd > 0)).toBe(true);
  expect(file.most).toBeLessThanOrEqual(4 * MiB);
  expect(watch.most).toBeGreaterThan(4 * MiB);
  expect(watch.most).toBeLessThan(256 * MiB);
  // Only the rows of the tokens are read from the embeddings.
  expect(file.read).toBeLessThan(12 * 7.1e6 * 4 + 2 * MiB);
}, 600_000);

test('12 GB: the header at once, and layer after layer in the same memory', async () => {
  const size = { layers: 48, width: 2304, vocabulary: 50257, positions: 1024 };
  const watch = watched(madeFile(gpt2Tensors(size)));
  const { file } = watch;
  expect(file.size).toBeGreaterThan(12e9);
  const model = await openModel(sd, file, { heads: 36 });
  expect(file.read).toBeLessThan(MiB);
  const run = await model.run(ids, { layers: [0] });
  expect(run.layers[0].weights?.shape).toEqual([36, 64, 64]);
  expect(file.read).toBeLessThan(100 * MiB);
  const heads = await model.headStatistics(ids.slice(0, 16), { layers: [4, 5] });
  expect(heads).toHaveLength(2);
  expect(file.read).toBeGreaterThan(1.2e9);
  expect(watch.most).toBeLessThan(256 * MiB);
}, 600_000);

test('a pass ends with its signal, between two blocks', async () => {
  const file = madeFile(gpt2Tensors({ layers: 12, width: 768, vocabulary: 1000, positions: 64 }));
  const model = await openModel(sd, file, { heads: 12 });
  const controller = new AbortController();
  const run = model.run([1, 2, 3], {
    signal: controller.signal,
    onLayer: () => controller.abort(new Error('enough')),
  });
  await expect(run).rejects.toThrow('enough');
  expect(file.read).toBeLessThan(2 * 7.1e6 * 4 + MiB);
}, 600_000);

// Must be the last test. Its memory would otherwise be collected during another test, and hide that test's own memory.
test('what is counted has the memory of WebAssembly in it', () => {
  // An allocation may trigger the collection of earlier tests' garbage, but only once.
  const memories = Array.from({ length: 4 }, () => {
    const before = bytesNow();
    const memory = new WebAssembly.Memory({ initial: 1600 });
    return { memory, more: bytesNow() - before };
  });
  expect(Math.max(...memories.map(({ more }) => more))).toBeGreaterThan(99 * MiB);
  for (const { memory } of memories) expect(memory.buffer.byteLength).toBe(100 * MiB);
});
