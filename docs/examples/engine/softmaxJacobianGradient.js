// The gradient through the Jacobian itself, for a loss that penalises saturation.
// Error: sd.softmaxJacobianGradient(tensor([1, 0, 0]), upstream)
//   RangeError: outputGradient: shape [2, 2] does not match x: shape [3]; expected [3, 3]
import { load, tensor } from 'scaledot';

const sd = await load();
const upstream = tensor([
  [1, 0],
  [0, 0],
]);
const { data } = sd.softmaxJacobianGradient(tensor([1, 0]), upstream);
console.log(Array.from(data, (number) => number.toFixed(4)).join(' ')); // -0.0909 0.0909
