// A saturated softmax passes on hardly any gradient.
// Error: sd.softmaxGradient(tensor([1, 0]), upstream)
//   RangeError: outputGradient: shape [3] does not match x: shape [2]; expected [2]
import { load, tensor } from 'scaledot';

const sd = await load();
const upstream = tensor([1, 0, 0]);
const list = ({ data }) => Array.from(data, (number) => number.toFixed(4)).join(' ');
console.log(list(sd.softmaxGradient(tensor([1, 0, 0]), upstream))); // 0.2442 -0.1221 -0.1221
console.log(list(sd.softmaxGradient(tensor([9, 0, 0]), upstream))); // 0.0002 -0.0001 -0.0001
