// Without gradients the parameters still decay, by learningRate times weightDecay.
// See: Loshchilov and Hutter 2019, Decoupled weight decay regularization, algorithm 2
// Error: sd.adamw([], [])
//   TypeError: parameters: got an array of length 0; expected a list of tensors, or an object of tensors by name
import { load } from 'scaledot';

const sd = await load();
const { parameters } = sd.adamw([[1, 2]], [[0, 0]], { learningRate: 0.1, weightDecay: 0.5 });
console.log(Array.from(parameters[0].data, (number) => number.toFixed(2)).join(' ')); // 0.95 1.90
