// The exact unit, and the approximation of GPT-2.
// See: Hendrycks and Gimpel 2016, Gaussian error linear units
// Error: sd.gelu([1], { approximate: 'erf' })
//   RangeError: approximate: got "erf"; expected one of "none", "tanh"
import { load } from 'scaledot';

const sd = await load();
const list = ({ data }) => Array.from(data, (number) => number.toFixed(4)).join(' ');
const x = [-1, 1, 2];
console.log(list(sd.gelu(x)), '|', list(sd.gelu(x, { approximate: 'tanh' }))); // -0.1587 0.8413 1.9545 | -0.1588 0.8412 1.9546
