// The logarithms of two equal weights.
// See: ONNX, ai.onnx LogSoftmax, opset 13
// Error: logSoftmax(sd, { input: tensor([[0, 0]]) }, { axis: 2 })
//   RangeError: axis: got 2; expected a whole number from -2 to 1
import { load, tensor } from 'scaledot';
import { logSoftmax } from 'scaledot/onnx';

const sd = await load();
const { output } = logSoftmax(sd, { input: tensor([[0, 0]]) });
console.log(Array.from(output.data, (number) => number.toFixed(4)).join(' ')); // -0.6931 -0.6931
