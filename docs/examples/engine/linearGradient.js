// Gradients of a layer in PyTorch's layout: of its input, its weight and its bias.
// Error: sd.linearGradient([[1, 2]], [[1], [2]], [[1, 2]])
//   RangeError: outputGradient: shape [1, 2] does not match the result: shape [1, 1]; expected [1, 1]
import { load } from 'scaledot';

const sd = await load();
const weight = [
  [1, 0],
  [0, 1],
  [1, 1],
];
const options = { transposed: true, bias: [0, 0, 10] };
const { input, weight: own, bias } = sd.linearGradient([[2, 3]], weight, [[1, 0, -1]], options);
console.log([input, own, bias].map(({ data }) => Array.from(data).join(' ')).join(' | ')); // 0 -1 | 2 3 0 0 -2 -3 | 1 0 -1
