// Adding a constant to all logits changes nothing; multiplying them does.
// Error: sd.softmax('1 2 3')
//   TypeError: x: got "1 2 3"; expected a tensor {data: Float32Array, shape} or a nested array of numbers
// Error: sd.softmax(tensor([1, 2, 3]), { axis: 1 })
//   RangeError: axis: got 1; expected a whole number from -1 to 0
import { load, tensor } from 'scaledot';

const sd = await load();
const list = ({ data }) => Array.from(data, (number) => number.toFixed(3)).join(' ');
console.log(list(sd.softmax(tensor([1, 2, 3])))); // 0.090 0.245 0.665
console.log(list(sd.softmax(tensor([101, 102, 103])))); // 0.090 0.245 0.665
console.log(list(sd.softmax(tensor([4, 8, 12])))); // 0.000 0.018 0.982
