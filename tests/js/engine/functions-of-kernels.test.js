// The kernels of attention must stay separate functions: docs/decisions/first-long-call.md.
import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { inRoot } from '../../../scripts/tools.mjs';

/** @param {Buffer} bytes of a WebAssembly module @returns {number[]} the length of each of its functions in bytes */
function functionLengths(bytes) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0, byte = 128; byte >= 128; shift += 7) {
      byte = bytes[at++];
      value += (byte % 128) * 2 ** shift;
    }
    return value;
  };
  const skip = () => {
    const length = number();
    at += length;
    return length;
  };
  const codeSection = 10;
  while (bytes[at++] !== codeSection) skip();
  number(); // the length of the section
  return Array.from({ length: number() }, skip);
}

// If its kernels were inlined, a pass would be a function of at least 8600 bytes forward and 5800 backward.
test.each([
  ['simd-forward', 7000],
  ['relaxed-forward', 7000],
  ['simd-gradients', 5000],
  ['relaxed-gradients', 5000],
])('no function of %s is so long that kernels must be inlined in it', (name, most) => {
  const lengths = functionLengths(fs.readFileSync(inRoot(`build/engine/engine-${name}.wasm`)));
  expect(lengths.length).toBeGreaterThan(5);
  expect(Math.max(...lengths)).toBeLessThan(most);
});
