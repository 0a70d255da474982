// Truncated, damaged or malicious files. Each gives a sentence or consistent tensors, quickly and with little memory,
// and the engine still gives the same bits afterwards.
import { expect, test } from '@jest/globals';
import { attentionData } from '../../../web/files/attention-data.js';
import { readTensors } from '../../../web/files/read-tensors.js';
import { startVariant } from '../../../web/engine/border/embedded.js';
import { partNames } from '../../../web/engine/border/parts.js';
import * as naive from '../engine/naive.js';
import { onEveryVariant } from '../engine/variants.js';
import { hostileFiles } from './files.js';

/** @import { Engine } from '../../../web/engine/index.js' */
/** @import { HostileFile } from './files.js' */

const all = hostileFiles();
const mebibyte = 2 ** 20;

/**
 * @param {Engine} engine
 * @param {HostileFile} file
 * @returns {string | undefined} the sentence of the refusal, if any
 */
function outcomeOf(engine, { name, bytes }) {
  const copy = bytes.slice();
  let read;
  try {
    read = readTensors(engine, name, copy, { nonFinite: true });
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return /** @type {Error} */ (error).message;
  } finally {
    expect(Buffer.compare(copy, bytes)).toBe(0); // the input is unchanged
  }
  for (const { data, shape } of Object.values(read.tensors)) {
    expect(data).toHaveLength(shape.reduce((size, length) => size * length, 1));
  }
  try {
    attentionData(read);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
  }
  return undefined;
}

test('the corpus has at least 200 files of each format and 2 MB', () => {
  for (const kind of /** @type {const} */ (['safetensors', 'npy', 'npz'])) {
    expect(all[kind].length).toBeGreaterThanOrEqual(200);
  }
  const files = Object.values(all).flat();
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  expect(bytes).toBeGreaterThan(2e6);
  process.stdout.write(
    `hostile files: ${Object.entries(all)
      .map(([kind, list]) => `${list.length} ${kind}`)
      .join(', ')}; ${(bytes / 1e6).toFixed(1)} MB\n`,
  );
});

onEveryVariant('hostile files', (engine, variant) => {
  const [query, key, value] = [1, 2, 3].map((seed) => naive.random(seed, 2, 9, 8));
  const call = () => engine().attention(query, key, value, { returns: ['output', 'weights'] });

  test.each(/** @type {const} */ (['safetensors', 'npy', 'npz', 'text']))(
    'of %s are refused in a sentence or read, quickly and in little memory',
    async (kind) => {
      const before = call();
      const module = await startVariant(variant, partNames);
      const start = process.memoryUsage().rss;
      const refusals = [];
      let slowest = 0;
      let most = 0;
      for (const file of all[kind]) {
        const began = performance.now();
        const sentence = outcomeOf(engine(), file);
        slowest = Math.max(slowest, performance.now() - began);
        most = Math.max(most, process.memoryUsage().rss - start);
        if (sentence !== undefined) refusals.push([file.name, sentence]);
      }
      for (const [name, sentence] of refusals) {
        expect(sentence).toMatch(/^[^\n]+: .*(got|needs) .*; expected .+$/s);
        expect(sentence.length).toBeLessThan(700 + name.length);
      }
      expect(refusals.length).toBeGreaterThan(all[kind].length / 3);
      expect(slowest).toBeLessThan(20000); // detects a hang, not slowness
      expect(most).toBeLessThan(256 * mebibyte);
      expect(module.HEAPF32.byteLength).toBeLessThan(256 * mebibyte);
      expect(call()).toEqual(before);
      process.stdout.write(
        `${kind} [${variant}]: ${refusals.length} of ${all[kind].length} refused, slowest ${slowest.toFixed(0)} ms, memory +${(most / mebibyte).toFixed(0)} MiB\n`,
      );
    },
    60000,
  );
});
