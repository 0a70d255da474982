/** Reads a file in a worker. Returns a message with its tensors, or with the sentence that refuses it. */

/** @import { Tensor, Variant } from '../engine/types.js' */
/** @import { TensorsOfFile } from './types.js' */

import { memoryOf } from '../engine/border/memory.js';
import { readNpy, readSafetensors } from '../engine/functions/tensor-files.js';
import { startVariant } from '../engine/border/embedded-simd.js';
import { readTensors } from './read-tensors.js';

/**
 * @typedef {{type: 'read', variant: Variant, name: string, source: Blob | string}} ReadOrder
 * @typedef {Omit<TensorsOfFile, 'tensors'> & {type: 'read', tensors: [string, Tensor][]}} ReadAnswer
 *     tensors as pairs, because one may be called __proto__
 */

/**
 * @param {ReadOrder} order
 * @returns {Promise<{answer: ReadAnswer | {type: 'refused', message: string}, transfer: ArrayBuffer[]}>}
 */
export async function readOrder({ variant, name, source }) {
  const memory = memoryOf(await startVariant(variant, ['files']));
  const engine = {
    readNpy: (/** @type {Uint8Array} */ bytes, options = {}) => readNpy(memory, bytes, options),
    readSafetensors: (/** @type {Uint8Array} */ bytes) => readSafetensors(memory, bytes),
  };
  const content = typeof source === 'string' ? source : new Uint8Array(await source.arrayBuffer());
  try {
    const { tensors, ...rest } = readTensors(engine, name, content);
    const pairs = Object.entries(tensors);
    const buffers = pairs.map(([, { data }]) => /** @type {ArrayBuffer} */ (data.buffer));
    return { answer: { type: 'read', tensors: pairs, ...rest }, transfer: [...new Set(buffers)] };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { answer: { type: 'refused', message: error.message }, transfer: [] };
  }
}
