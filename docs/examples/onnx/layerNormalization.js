// Scale and bias as the operator calls them.
// See: ONNX, ai.onnx LayerNormalization, opset 17; Ba, Kiros and Hinton 2016
import { load, tensor } from 'scaledot';
import { layerNormalization } from 'scaledot/onnx';

const sd = await load();
const { Y } = layerNormalization(sd, {
  X: tensor([[1, 3]]),
  Scale: tensor([1, 1]),
  B: tensor([5, 5]),
});
console.log(Array.from(Y.data, (number) => number.toFixed(3)).join(' ')); // 4.000 6.000
