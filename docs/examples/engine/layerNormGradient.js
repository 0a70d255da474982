// A gradient that is equal for all entries becomes 0, because the norm subtracts the mean.
// See: Ba, Kiros and Hinton 2016, Layer normalization
// Error: sd.layerNormGradient(tensor([[1, 2, 3]]), tensor([[1]]))
//   RangeError: outputGradient: shape [1, 1] does not match x: shape [1, 3]; expected [1, 3]
import { load, tensor } from 'scaledot';

const sd = await load();
const { input } = sd.layerNormGradient(tensor([[1, 2, 3]]), tensor([[1, 1, 1]]));
console.log(Array.from(input.data, (number) => Math.abs(number).toFixed(3)).join(' ')); // 0.000 0.000 0.000
