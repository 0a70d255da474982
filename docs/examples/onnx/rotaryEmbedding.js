// Rotary positions, from the caches of the operator.
// See: ONNX, ai.onnx RotaryEmbedding, opset 23; Su et al. 2021
// Error: rotaryEmbedding(sd, { X, cos_cache: cosine, sin_cache: sine })
//   RangeError: cos_cache: got the shape [4, 1]; expected 3 axes
import { load, tensor } from 'scaledot';
import { rotaryEmbedding } from 'scaledot/onnx';

const sd = await load();
const { cosine, sine } = sd.rotaryTable({ positions: 4, rotated: 2 });
const position_ids = { data: new BigInt64Array([3n]), shape: [1, 1] };
const X = tensor([[[[1, 0]]]]);
const { Y } = rotaryEmbedding(sd, { X, cos_cache: cosine, sin_cache: sine, position_ids });
console.log(Array.from(Y.data, (number) => number.toFixed(4)).join(' ')); // -0.9900 0.1411
