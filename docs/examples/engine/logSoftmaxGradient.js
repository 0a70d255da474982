// For a cross-entropy, the gradient is the weights minus the one-hot label.
// Error: sd.logSoftmaxGradient(tensor([1, 2, 3]), tensor([1]))
//   RangeError: outputGradient: shape [1] does not match x: shape [3]; expected [3]
import { load, tensor } from 'scaledot';

const sd = await load();
const gradient = sd.logSoftmaxGradient(tensor([1, 2, 3]), tensor([0, 0, -1]));
console.log(Array.from(gradient.data, (number) => number.toFixed(3)).join(' ')); // 0.090 0.245 -0.335
