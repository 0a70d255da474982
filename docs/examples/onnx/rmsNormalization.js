// The mean square of the row becomes 1.
// See: ONNX, ai.onnx RMSNormalization, opset 23; Zhang and Sennrich 2019
// Error: rmsNormalization(sd, { X: tensor([[3, 4]]), scale: tensor([1, 1, 1]) })
//   RangeError: scale: got the shape [3]; expected one that can be broadcast to [2]
import { load, tensor } from 'scaledot';
import { rmsNormalization } from 'scaledot/onnx';

const sd = await load();
const { Y } = rmsNormalization(sd, { X: tensor([[3, 4]]), scale: tensor([1, 1]) });
console.log(Array.from(Y.data, (number) => number.toFixed(3)).join(' ')); // 0.849 1.131
