// Only inputs above 0 pass the gradient.
// See: Nair and Hinton 2010, Rectified linear units improve restricted Boltzmann machines
// Error: sd.reluGradient([1, 2], [1])
//   RangeError: outputGradient: shape [1] does not match x: shape [2]; expected [2]
import { load } from 'scaledot';

const sd = await load();
console.log(Array.from(sd.reluGradient([-2, 0, 3], [1, 1, 1]).data).join(' ')); // 0 0 1
