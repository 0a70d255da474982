// Checkpoints for tests: small random models in .safetensors. Their numbers follow from names (fixtures/reference.py
// has the same generator) and are exact in F32, F16 and BF16.
import { readFileSync } from 'node:fs';
import { imul, sizeOf } from '../engine/tensors.js';
import { headerBytes, jsonFile } from './files.js';

export { sizeOf };

/** @typedef {'F32' | 'F16' | 'BF16'} Type */
/** @typedef {Record<string, readonly number[] | string>} Shapes shapes by name, or the name of the tensor that is saved again */

/**
 * @typedef {object} Case
 * @property {Record<string, any> | null} config of config.json
 * @property {Record<string, any>} options given by hand
 * @property {number[]} [ids]
 * @property {number[]} [rows] shape of the input in place of ids
 * @property {{layers: number, heads: number, keyHeads: number, headDim: number}} sizes
 * @property {Shapes} tensors
 * @property {string[]} hidden of every layer; these and the next are float32 in base64
 * @property {string[]} weights of every layer
 * @property {string} scores of the last layer
 * @property {string} [final]
 * @property {string} [logits]
 */

/** @type {Record<string, Case>} */
export const cases = JSON.parse(
  readFileSync(new URL('fixtures/activations.json', import.meta.url), 'utf8'),
);

/** @param {string} base64 */
export const floatsOf = (base64) =>
  new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);

const gain = /(norm\d?|ln_\w)\.(weight|gamma)$/i;

/** @param {string} model @param {string} name @param {number} count @returns {Float32Array<ArrayBuffer>} */
export function numbersOf(model, name, count) {
  let state = 2166136261;
  for (const byte of Buffer.from(`${model} ${name}`)) state = imul(state ^ byte, 16777619);
  const isGain = gain.test(name);
  const numbers = new Float32Array(count);
  for (let i = 0; i < count; ++i) {
    state = imul(state, 1664525) + 1013904223;
    const n = (state >>> 24) & 255;
    numbers[i] = isGain ? (64 + (n >> 1)) / 128 : (n - 128) / 256;
  }
  return numbers;
}

/** Converts to half precision without rounding. The numbers must be exact, and 0 or normal. @param {number} value */
function halfOf(value) {
  if (value === 0) return 0;
  const bits = new Uint32Array(Float32Array.of(value).buffer)[0];
  return ((bits >>> 16) & 0x8000) | (((bits >>> 13) & 0x3ffff) - (112 << 10));
}

/** @type {Record<Type, (numbers: Float32Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>>} */
const encoders = {
  F32: (numbers) => new Uint8Array(numbers.buffer),
  F16: (numbers) => new Uint8Array(Uint16Array.from(numbers, halfOf).buffer),
  BF16: (numbers) =>
    new Uint8Array(Uint16Array.from(new Uint32Array(numbers.buffer), (bits) => bits >>> 16).buffer),
};

/**
 * Makes a file of tensors.
 *
 * @param {string} file
 * @param {readonly (readonly [name: string, type: string, shape: readonly number[], bytes: Uint8Array<ArrayBuffer>])[]} tensors
 */
export function safetensors(file, tensors) {
  let at = 0;
  const entries = tensors.map(([name, dtype, shape, { length }]) => {
    const data_offsets = [at, (at += length)];
    return [name, { dtype, shape, data_offsets }];
  });
  const bytes = tensors.map(([, , , own]) => own);
  return new File([headerBytes(Object.fromEntries(entries)), ...bytes], file);
}

/**
 * Makes the files of a stored case with other names of tensors and the same numbers.
 *
 * @param {string} name of the case
 * @param {(name: string) => string} rename
 * @param {object} config
 * @param {Shapes} [more] additional tensors
 */
export function renamedFiles(name, rename, config, more = {}) {
  const { tensors } = cases[name];
  const all = { ...tensors, ...more };
  const entries = Object.keys(all).map((own) => {
    const from = typeof all[own] === 'string' ? String(all[own]) : own;
    const shape = /** @type {number[]} */ (all[from]);
    const bytes = new Uint8Array(numbersOf(name, from, sizeOf(shape)).buffer);
    return /** @type {const} */ ([own in more ? own : rename(own), 'F32', shape, bytes]);
  });
  return [safetensors('model.safetensors', entries), jsonFile(config)];
}

/**
 * Makes the files of a model with random weights.
 *
 * @param {string} model name from which the numbers are drawn
 * @param {Shapes} shapes
 * @param {object | null} [config]
 * @param {{type?: Type, shards?: number, index?: boolean}} [how]
 */
export function filesOf(model, shapes, config, { type = 'F32', shards = 1, index = false } = {}) {
  const tensors = Object.entries(shapes).map(([name, own]) => {
    const from = typeof own === 'string' ? own : name;
    const shape = /** @type {number[]} */ (shapes[from]);
    const bytes = encoders[type](numbersOf(model, from, sizeOf(shape)));
    return /** @type {const} */ ([name, type, shape, bytes]);
  });
  const fileOf = (/** @type {number} */ i) =>
    shards === 1 ? 'model.safetensors' : `model-0000${i + 1}-of-0000${shards}.safetensors`;
  const files = Array.from({ length: shards }, (_, i) =>
    safetensors(
      fileOf(i),
      tensors.filter((_, at) => at % shards === i),
    ),
  );
  const map = Object.fromEntries(tensors.map(([name], at) => [name, fileOf(at % shards)]));
  return [
    ...files,
    ...(index ? [jsonFile({ weight_map: map }, 'model.safetensors.index.json')] : []),
    ...(config ? [jsonFile(config)] : []),
  ];
}
