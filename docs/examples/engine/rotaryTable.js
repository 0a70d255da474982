// Cosines and sines of each position times each frequency.
// See: Su et al. 2021, RoFormer, section 3.2.2
// Error: sd.rotaryTable({ positions: 4, rotated: 3 })
//   RangeError: rotated: got 3; expected an even number
import { load } from 'scaledot';

const sd = await load();
const { cosine, sine } = sd.rotaryTable({ positions: 4, rotated: 8 });
console.log(cosine.shape.join(' x '), cosine.data[4].toFixed(4), sine.data[4].toFixed(4)); // 4 x 4 0.5403 0.8415
