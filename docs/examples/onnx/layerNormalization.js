// Scale and bias, with the names of the operator.
// See: ONNX, ai.onnx LayerNormalization, opset 17; Ba, Kiros and Hinton 2016
// Error: layerNormalization(sd, { X: tensor([[1, 3]]) })
//   TypeError: Scale: got undefined; expected a tensor of float32 (Float32Array) or float16 (Uint16Array with dtype "float16")
import { load, tensor } from 'scaledot';
import { layerNormalization } from 'scaledot/onnx';

const sd = await load();
const { Y } = layerNormalization(sd, {
  X: tensor([[1, 3]]),
  Scale: tensor([1, 1]),
  B: tensor([5, 5]),
});
console.log(Array.from(Y.data, (number) => number.toFixed(3)).join(' ')); // 4.000 6.000
