// The gradient undoes the rotation.
// See: Su et al. 2021, RoFormer, equation 34
// Error: sd.rotaryEmbeddingGradient(turned, { ...options, positions: [1, 2] })
//   RangeError: positions: got 2 numbers; expected 1, a row of the table for each row of x
import { load, tensor } from 'scaledot';

const sd = await load();
const options = { ...sd.rotaryTable({ positions: 8, rotated: 2 }), positions: [3] };
const turned = sd.rotaryEmbedding(tensor([[1, 0]]), options);
const back = sd.rotaryEmbeddingGradient(turned, options);
console.log(turned.data[0].toFixed(4), back.data[0].toFixed(4), Math.abs(back.data[1]).toFixed(4)); // -0.9900 1.0000 0.0000
