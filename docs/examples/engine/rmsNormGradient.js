// The gradient of the first output with respect to both inputs.
// See: Zhang and Sennrich 2019, Root mean square layer normalization
// Error: sd.rmsNormGradient(tensor([[3, 4]]), tensor([1, 0]))
//   RangeError: outputGradient: shape [2] does not match x: shape [1, 2]; expected [1, 2]
import { load, tensor } from 'scaledot';

const sd = await load();
const { input } = sd.rmsNormGradient(tensor([[3, 4]]), tensor([[1, 0]]));
console.log(Array.from(input.data, (number) => number.toFixed(4)).join(' ')); // 0.1810 -0.1358
