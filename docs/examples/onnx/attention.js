// Inputs and attributes are those of the operator. Only the requested outputs are computed.
// See: ONNX, ai.onnx Attention, opsets 23 and 24
// Error: attention(sd, { Q, K: Q, V }, { is_causal: 2 })
//   RangeError: is_causal: got 2; expected a whole number from 0 to 1
// Error: attention(sd, { Q, K: Q })
//   TypeError: V: got undefined; expected a tensor of float32 (Float32Array) or float16 (Uint16Array with dtype "float16")
import { load, tensor } from 'scaledot';
import { attention } from 'scaledot/onnx';

const sd = await load();
const Q = tensor([
  [
    [
      [1, 0],
      [0, 1],
    ],
  ],
]);
const V = tensor([[[[1], [2]]]]);
const { Y } = attention(sd, { Q, K: Q, V }, { is_causal: 1 }, { outputs: ['Y'] });
console.log(Y.shape.join(' x '), Array.from(Y.data, (number) => number.toFixed(4)).join(' ')); // 1 x 1 x 2 x 1 1.0000 1.6698
