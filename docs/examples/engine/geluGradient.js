// The slope is negative below -0.75 and above 1 beyond 0.85.
// See: Hendrycks and Gimpel 2016, Gaussian error linear units
// Error: sd.geluGradient([1, 2], [1])
//   RangeError: outputGradient: shape [1] does not match x: shape [2]; expected [2]
import { load } from 'scaledot';

const sd = await load();
const slopes = sd.geluGradient([-1, 0, 1], [1, 1, 1]);
console.log(Array.from(slopes.data, (number) => number.toFixed(3)).join(' ')); // -0.083 0.500 1.083
