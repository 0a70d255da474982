// How log-probabilities change as the first logit grows.
// Error: sd.logSoftmaxJvp([1, 2, 3], [1])
//   RangeError: tangent: shape [1] does not match x: shape [3]; expected [3]
import { load } from 'scaledot';

const sd = await load();
const change = sd.logSoftmaxJvp([1, 2, 3], [1, 0, 0]);
console.log(Array.from(change.data, (number) => number.toFixed(3)).join(' ')); // 0.910 -0.090 -0.090
