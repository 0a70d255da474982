// scaledot/onnx compared with the ONNX project's node tests, if present. They are next to a working checkout, not in a
// clone.
import { expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { count, differences, operators } from './onnx.js';
import { onEveryVariant } from './variants.js';

/** @import { Named, Values } from './onnx.js' */

const folder = new URL('../../../../shared/reference/onnx/', import.meta.url);
const isThere = existsSync(folder);
if (!isThere) process.stderr.write('\n*** NOT TESTED: ONNX reference data, it is not here ***\n\n');
const testReference = isThere ? test : test.skip;

const views = {
  float32: Float32Array,
  bool: Uint8Array,
  int64: BigInt64Array,
  float16: Uint16Array,
};

/** @returns {{cases: Named[], read: (entry: Named) => Values}} */
function readReference() {
  const { tests } = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));
  const bytes = Uint8Array.from(readFileSync(new URL('data.bin', folder)));
  const read = (/** @type {Named} */ { dtype, shape, offset }) => {
    const view = views[/** @type {keyof typeof views} */ (dtype)];
    return { dtype, shape, data: new view(bytes.buffer, offset, count(shape)) };
  };
  return { cases: tests, read };
}

const reference = isThere ? readReference() : { cases: [], read: () => ({ data: [], shape: [] }) };

/** @param {Values} tensor @param {Named} entry of a tensor, which may have an exact float32 copy */
function asFloats(tensor, entry) {
  if (entry.f32_offset === undefined) return tensor;
  return reference.read({ ...entry, dtype: 'float32', offset: entry.f32_offset });
}

onEveryVariant('ONNX node tests', (engine) => {
  test.each([
    ['Attention', 76],
    ['Softmax', 7],
    ['LogSoftmax', 7],
    ['LayerNormalization', 19],
    ['RMSNormalization', 19],
    ['RotaryEmbedding', 8],
  ])('%s is there with all its %i cases', (op, cases) => {
    if (isThere) expect(reference.cases.filter((one) => one.op === op)).toHaveLength(cases);
    expect(operators).toHaveProperty(op);
  });

  for (const op of /** @type {(keyof typeof operators)[]} */ (Object.keys(operators))) {
    testReference(`${op}: every output of every case`, () => {
      const wrong = [];
      for (const one of reference.cases.filter((/** @type {Named} */ each) => each.op === op)) {
        /** @type {Named} */
        const inputs = {};
        for (const entry of one.inputs)
          if (entry.present) inputs[entry.slot] = reference.read(entry);
        const call = /** @type {(...all: any[]) => Named} */ (operators[op]);
        const outputs = call(engine(), inputs, one.attributes, { opset: one.opset });
        for (const entry of one.outputs.filter((/** @type {Named} */ each) => each.present)) {
          const half = entry.dtype === 'float16';
          const tolerance = half ? { atol: 1e-3, rtol: 1e-3 } : { atol: 1e-6, rtol: 1e-5 };
          const expected = asFloats(reference.read(entry), entry);
          wrong.push(
            ...differences(`${one.name} ${entry.slot}`, outputs[entry.slot], expected, tolerance),
          );
        }
      }
      expect(wrong).toEqual([]);
    });
  }
});
