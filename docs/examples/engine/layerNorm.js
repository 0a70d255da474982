// Each row gets mean 0 and variance 1.
// See: Ba, Kiros and Hinton 2016, Layer normalization, equation 4
// Error: sd.layerNorm(tensor([[1, 2, 3]]), { weight: tensor([1]) })
//   RangeError: weight: shape [1] does not match x: shape [1, 3]; expected [3]
// Error: sd.layerNorm(tensor([1, 2]), { epsilon: -1 })
//   RangeError: epsilon: got -1; expected a number from 0 to 3.4028234663852886e+38
import { load, tensor } from 'scaledot';

const sd = await load();
const { output, mean } = sd.layerNorm(tensor([[1, 2, 3]]));
console.log(Array.from(output.data, (number) => number.toFixed(3)).join(' '), mean.data[0]); // -1.225 0.000 1.225 2
