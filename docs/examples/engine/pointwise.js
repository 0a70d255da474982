// Two activations side by side.
// See: Hendrycks and Gimpel 2016, Gaussian error linear units
// Error: sd.pointwise(x, { activation: 'tanh' })
//   RangeError: activation: got "tanh"; expected one of "none", "relu", "gelu", "gelu-tanh", "silu"
// Error: sd.pointwise(x, { gate: tensor([1]) })
//   RangeError: gate: shape [1] does not match x: shape [3]; expected [3]
import { load, tensor } from 'scaledot';

const sd = await load();
const x = tensor([-1, 0, 1]);
const list = ({ data }) => Array.from(data, (number) => number.toFixed(3)).join(' ');
console.log(
  list(sd.pointwise(x, { activation: 'relu' })),
  '|',
  list(sd.pointwise(x, { activation: 'gelu' })),
); // 0.000 0.000 1.000 | -0.159 0.000 0.841
