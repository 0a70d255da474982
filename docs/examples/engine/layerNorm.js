// Each row gets mean 0 and variance 1.
// See: Ba, Kiros and Hinton 2016, Layer normalization, equation 4
import { load, tensor } from 'scaledot';

const sd = await load();
const { output, mean } = sd.layerNorm(tensor([[1, 2, 3]]));
console.log(Array.from(output.data, (number) => number.toFixed(3)).join(' '), mean.data[0]); // -1.225 0.000 1.225 2
