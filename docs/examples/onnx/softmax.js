// Along the first axis.
// See: ONNX, ai.onnx Softmax, opset 13
// Error: softmax(sd, { X: tensor([[0], [0]]) })
//   TypeError: inputs: got the unknown name "X"; expected any of input
import { load, tensor } from 'scaledot';
import { softmax } from 'scaledot/onnx';

const sd = await load();
const { output } = softmax(sd, { input: tensor([[0], [0]]) }, { axis: 0 });
console.log(Array.from(output.data).join(' ')); // 0.5 0.5
