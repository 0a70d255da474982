// Cut and changed files. Each gives one sentence, or consistent tensors. The input stays unchanged.
import { load } from '../../web/engine/index.js';
import { attentionData } from '../../web/files/attention-data.js';
import { readTensors } from '../../web/files/read-tensors.js';
import { hostileFiles } from '../js/files/files.js';
import { changed } from './bytes.mjs';

/** @typedef {import('./source.mjs').Source} Source */

const sd = await load({ engine: 'simd', workers: 0 });
const encoder = new TextEncoder();
const text = (/** @type {string} */ name, /** @type {string} */ words) => ({
  name,
  bytes: encoder.encode(words),
});
const seeds = [
  text('a.csv', 'q\n1,2,3\n4,5,6\n\nk\n1,0,0\n'),
  text('a.tsv', 'a\tb\n1\t2\n'),
  text('a.txt', '1 2 3\n-4e-3 inf nan\n'),
  text('a.json', '{"q":[[1,2],[3,4]],"k":[[1,-2.5e3]],"note":"x"}'),
  text('b.json', '[[1,2],[3,"NaN"]]'),
  ...Object.values(hostileFiles()).flat(),
].filter(({ bytes }) => bytes.length < 1e5);

/** @param {Source} source */
export function file(source) {
  const { name, bytes } = source.of(seeds);
  const given = changed(bytes, source);
  const before = given.slice();
  let read;
  try {
    read = readTensors(sd, name, given, { nonFinite: source.oneIn(2) });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const isFine = error instanceof RangeError && !/\n/.test(message) && message.length < 600;
    if (!isFine) throw new Error(`${name} refused by ${error}`, { cause: error });
  }
  if (Buffer.compare(given, before) !== 0) throw new Error(`${name} was changed by reading it`);
  if (!read) return;
  for (const [tensor, { data, shape }] of Object.entries(read.tensors))
    if (data.length !== shape.reduce((size, length) => size * length, 1))
      throw new Error(`${name}: ${tensor} has ${data.length} numbers for ${shape}`);
  try {
    attentionData(read);
  } catch (error) {
    if (!(error instanceof RangeError))
      throw new Error(`${name} refused by ${error}`, { cause: error });
  }
}
