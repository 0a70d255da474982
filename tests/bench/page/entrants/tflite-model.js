/**
 * A LiteRT model of one attention: BATCH_MATMUL, MUL, SOFTMAX, BATCH_MATMUL, written as a flatbuffer. Field numbers are
 * those of TensorFlow Lite's schema.
 *
 */
import { Builder } from 'flatbuffers';

const OPERATOR = { MUL: 18, SOFTMAX: 25, BATCH_MATMUL: 126 };
const OPTIONS = { SOFTMAX: 9, MUL: 21, BATCH_MATMUL: 101 };

/** @typedef {{name: string, shape: number[], data?: Uint8Array}} Tensor */
/** @typedef {{operator: keyof typeof OPERATOR, inputs: number[], output: number, fill: (builder: Builder) => void}} Step */

/** Writes a table with the fields that `fill` adds. @param {Builder} builder @param {(builder: Builder) => void} fill */
function table(builder, fill) {
  builder.startObject(8);
  fill(builder);
  return builder.endObject();
}
/** @param {Builder} builder @param {number[]} offsets */
function vectorOfOffsets(builder, offsets) {
  builder.startVector(4, offsets.length, 4);
  for (const offset of [...offsets].reverse()) builder.addOffset(offset);
  return builder.endVector();
}
/** @param {Builder} builder @param {number[]} numbers */
function vectorOfInts(builder, numbers) {
  builder.startVector(4, numbers.length, 4);
  for (const number of [...numbers].reverse()) builder.addInt32(number);
  return builder.endVector();
}

/** @param {Builder} builder @param {Uint8Array} [data] */
function buffer(builder, data) {
  if (!data) return table(builder, () => {});
  builder.startVector(1, data.length, 16);
  for (const byte of [...data].reverse()) builder.addInt8(byte);
  const bytes = builder.endVector();
  return table(builder, (b) => b.addFieldOffset(0, bytes, 0));
}

/** @param {Builder} builder @param {Tensor} tensor @param {number} bufferIndex */
function tensorTable(builder, { name, shape }, bufferIndex) {
  const shapeVector = vectorOfInts(builder, shape);
  const nameString = builder.createString(name);
  return table(builder, (b) => {
    b.addFieldOffset(0, shapeVector, 0);
    b.addFieldInt8(1, 0, -1); // FLOAT32
    b.addFieldInt32(2, bufferIndex, -1);
    b.addFieldOffset(3, nameString, 0);
  });
}

/** @param {Builder} builder @param {Step} step @param {number} code index of the operator code */
function operatorTable(builder, { operator, inputs, output, fill }, code) {
  const inputVector = vectorOfInts(builder, inputs);
  const outputVector = vectorOfInts(builder, [output]);
  const options = table(builder, fill);
  return table(builder, (b) => {
    b.addFieldInt32(0, code, -1);
    b.addFieldOffset(1, inputVector, 0);
    b.addFieldOffset(2, outputVector, 0);
    b.addFieldInt8(3, OPTIONS[operator], 0);
    b.addFieldOffset(4, options, 0);
  });
}

/** @param {Builder} builder @param {number} code */
const operatorCode = (builder, code) =>
  table(builder, (b) => {
    b.addFieldInt8(0, code, 0); // for readers that support at most 127 operators
    b.addFieldInt32(2, 1, 0); // version
    b.addFieldInt32(3, code, 0);
  });

/** @param {import('../problem.js').Problem} problem @returns {Uint8Array} */
export function tfliteModel({ heads, length, dim, scale }) {
  const wide = [heads, length, dim];
  const square = [heads, length, length];
  /** @type {Tensor[]} */
  const tensors = [
    { name: 'query', shape: wide },
    { name: 'key', shape: wide },
    { name: 'value', shape: wide },
    { name: 'scale', shape: [1], data: new Uint8Array(Float32Array.of(scale).buffer) },
    { name: 'scaled', shape: wide },
    { name: 'scores', shape: square },
    { name: 'weights', shape: square },
    { name: 'output', shape: wide },
  ];
  const at = (/** @type {string} */ name) => tensors.findIndex((tensor) => tensor.name === name);
  /** @type {Step[]} */
  const steps = [
    { operator: 'MUL', inputs: [at('query'), at('scale')], output: at('scaled'), fill: () => {} },
    {
      operator: 'BATCH_MATMUL',
      inputs: [at('scaled'), at('key')],
      output: at('scores'),
      fill: (b) => b.addFieldInt8(1, 1, 0), // transposes the second matrix
    },
    {
      operator: 'SOFTMAX',
      inputs: [at('scores')],
      output: at('weights'),
      fill: (b) => b.addFieldFloat32(0, 1, 0), // beta
    },
    {
      operator: 'BATCH_MATMUL',
      inputs: [at('weights'), at('value')],
      output: at('output'),
      fill: () => {},
    },
  ];
  const operators = /** @type {(keyof typeof OPERATOR)[]} */ (Object.keys(OPERATOR));

  const builder = new Builder(1024);
  // Buffer 0 is empty and belongs to all computed tensors.
  const constants = tensors.filter((tensor) => tensor.data);
  const buffers = vectorOfOffsets(
    builder,
    [undefined, ...constants].map((tensor) => buffer(builder, tensor?.data)),
  );
  const tensorVector = vectorOfOffsets(
    builder,
    tensors.map((tensor) => tensorTable(builder, tensor, constants.indexOf(tensor) + 1)),
  );
  const stepVector = vectorOfOffsets(
    builder,
    steps.map((step) => operatorTable(builder, step, operators.indexOf(step.operator))),
  );
  const codes = vectorOfOffsets(
    builder,
    operators.map((name) => operatorCode(builder, OPERATOR[name])),
  );
  const inputs = vectorOfInts(builder, [at('query'), at('key'), at('value')]);
  const outputs = vectorOfInts(builder, [at('output')]);
  const graph = table(builder, (b) => {
    b.addFieldOffset(0, tensorVector, 0);
    b.addFieldOffset(1, inputs, 0);
    b.addFieldOffset(2, outputs, 0);
    b.addFieldOffset(3, stepVector, 0);
  });
  const graphs = vectorOfOffsets(builder, [graph]);
  const model = table(builder, (b) => {
    b.addFieldInt32(0, 3, 0); // version of the schema
    b.addFieldOffset(1, codes, 0);
    b.addFieldOffset(2, graphs, 0);
    b.addFieldOffset(4, buffers, 0);
  });
  builder.finish(model, 'TFL3');
  return builder.asUint8Array();
}
