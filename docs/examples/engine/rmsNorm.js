// The mean square of each row becomes 1; the mean is not subtracted.
// See: Zhang and Sennrich 2019, Root mean square layer normalization, equation 4
// Error: sd.rmsNorm(tensor([[3, 4]]), { bias: tensor([1, 1]) })
//   TypeError: rmsNorm: got the unknown name "bias"; expected any of weight, epsilon, axis
import { load, tensor } from 'scaledot';

const sd = await load();
const { output } = sd.rmsNorm(tensor([[3, 4]]));
console.log(Array.from(output.data, (number) => number.toFixed(3)).join(' ')); // 0.849 1.131
