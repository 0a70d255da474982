// Small checkpoints of every layout with a changed header, config.json, numbers or input. Each is opened and computes, or is
// refused with one sentence.
import { openModel } from '../../web/engine/models/index.js';
import { cases, filesOf } from '../js/models/models.js';
import { changed } from './bytes.mjs';
import { checkBits, engines } from './engines.mjs';
import { checkRefusal, mutated, Thrown } from './hostile.mjs';

/** @typedef {import('./source.mjs').Source} Source */

const sd = engines.simd;

/** @type {readonly {config: object | null, bytes: Uint8Array, options: object, input: unknown}[]} */
const seeds = await Promise.all(
  Object.entries(cases).map(async ([name, { tensors, config, options, ids, rows }]) => {
    const [file] = filesOf(name, tensors, null);
    const [length, width] = rows ?? [0, 0];
    return {
      config,
      bytes: new Uint8Array(await file.arrayBuffer()),
      options: options.nhead ? { heads: options.nhead, config: options } : { config: options },
      input: ids?.slice(0, 4) ?? { data: new Float32Array(length * width).fill(0.5), shape: rows },
    };
  }),
);
/** Returns the length of the header. @param {Uint8Array} bytes */
const headerLength = (bytes) =>
  Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));

/** Returns a value as JSON, or null where JSON cannot hold it or the file would not be small. @param {unknown} value */
function jsonOf(value) {
  let left = 1e4;
  try {
    const text = JSON.stringify(value, (_, each) => {
      if (--left < 0) throw new RangeError('too much');
      return each;
    });
    return text ?? 'null';
  } catch {
    return 'null';
  }
}

/** Returns a file with a change in its header's tree. The numbers keep their place. @param {Uint8Array} bytes @param {Source} source */
function otherHeader(bytes, source) {
  const end = 8 + headerLength(bytes);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, end)));
  const text = new TextEncoder().encode(jsonOf(mutated(header, source)));
  const start = new Uint8Array(8);
  new DataView(start.buffer).setBigUint64(0, BigInt(text.length), true);
  return Buffer.concat([start, text, bytes.subarray(end)]);
}

/** @param {object | null} config @param {Source} source */
function otherConfig(config, source) {
  if (!config) return null;
  const text = jsonOf(source.oneIn(3) ? config : mutated(config, source));
  return source.oneIn(4) ? changed(new TextEncoder().encode(text), source) : text;
}

/** @param {Source} source */
export async function model(source) {
  const { config, bytes, options, input } = source.of(seeds);
  try {
    const weights = source.of([
      () => bytes,
      () => otherHeader(bytes, source),
      () => changed(bytes, source, 8 + headerLength(bytes)),
    ])();
    const json = otherConfig(config, source);
    const overrides = source.oneIn(3) ? mutated(options, source) : options;
    const files = [
      new File([/** @type {any} */ (weights)], 'model.safetensors'),
      ...(json === null ? [] : [new File([/** @type {any} */ (json)], 'config.json')]),
    ];
    const opened = await openModel(sd, files, /** @type {any} */ (overrides));
    const given = source.oneIn(3) ? mutated(input, source) : input;
    const returns = source.of([['weights'], ['logits', 'crossEntropy'], ['hidden', 'statistics'], ['query', 'scores']]); // prettier-ignore
    await opened.run(/** @type {any} */ (given), /** @type {any} */ ({ returns }));
    opened.close();
  } catch (error) {
    if (!(error instanceof Thrown)) checkRefusal(error);
  }
  checkBits(sd);
}
