/**
 * ONNX models of one attention, written as protobuf with only the messages and fields that they need. Field numbers are those
 * of onnx.proto.
 *
 * @typedef {Uint8Array | Message} Piece
 * @typedef {Piece[]} Message
 */

/** @param {number} n  an integer below 2^31 */
function varint(n) {
  const bytes = [];
  for (; n > 127; n >>>= 7) bytes.push((n & 127) | 128);
  return Uint8Array.from([...bytes, n]);
}
/** @param {number} field @param {number} n */
const whole = (field, n) => [varint(field << 3), varint(n)];
/** @param {number} field @param {number} x */
const float = (field, x) => [
  varint((field << 3) | 5),
  new Uint8Array(Float32Array.of(x).buffer), // little-endian, as every machine with a browser is
];
/** @param {Piece} piece @returns {Uint8Array} */
function bytesOf(piece) {
  if (piece instanceof Uint8Array) return piece;
  const parts = piece.map(bytesOf);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
/** @param {number} field @param {Piece} piece */
function message(field, piece) {
  const bytes = bytesOf(piece);
  return [varint((field << 3) | 2), varint(bytes.length), bytes];
}
/** @param {number} field @param {string} text */
const string = (field, text) => message(field, new TextEncoder().encode(text));

const FLOAT = 1;
const OPSET = 23; // the first opset with Attention
/** ValueInfoProto. @param {string} name @param {number[]} shape */
const valueInfo = (name, shape) => [
  string(1, name),
  message(2, [
    message(1, [
      whole(1, FLOAT),
      message(
        2,
        shape.map((size) => message(1, whole(1, size))),
      ),
    ]),
  ]),
];
/** AttributeProto. @param {[string, Attribute]} entry */
const attribute = ([name, { int, float: number }]) => [
  string(1, name),
  ...(int === undefined ? [float(2, number ?? 0), whole(20, 1)] : [whole(3, int), whole(20, 2)]),
];

/**
 * @typedef {{int?: number, float?: number}} Attribute
 * @typedef {object} Node
 * @property {string} op
 * @property {string[]} inputs
 * @property {string} output
 * @property {string} [domain]
 * @property {Record<string, Attribute>} [attributes]
 */
/** NodeProto. @param {Node} node */
const nodeProto = ({ op, inputs, output, domain = '', attributes = {} }) => [
  ...inputs.map((name) => string(1, name)),
  string(2, output),
  string(4, op),
  ...Object.entries(attributes).map((entry) => message(5, attribute(entry))),
  string(7, domain),
];

/**
 * Returns a model with the inputs query, key and value and the output `output`, all of one shape.
 * @param {{nodes: Node[], shape: number[]}} graph
 */
export function onnxModel({ nodes, shape }) {
  return bytesOf([
    whole(1, 10), // ir_version
    message(7, [
      ...nodes.map((node) => message(1, nodeProto(node))),
      string(2, 'attention'),
      ...['query', 'key', 'value'].map((name) => message(11, valueInfo(name, shape))),
      message(12, valueInfo('output', shape)),
    ]),
    message(8, [string(1, ''), whole(2, OPSET)]),
    message(8, [string(1, 'com.microsoft'), whole(2, 1)]),
  ]);
}
