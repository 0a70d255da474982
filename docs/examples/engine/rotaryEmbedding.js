// After rotation a score depends only on the distance between two tokens: both pairs here are one apart.
// See: Su et al. 2021, RoFormer, equation 34
// Error: at(8)
//   RangeError: positions[0]: got 8; expected a whole number from 0 to 7
// Error: sd.rotaryEmbedding(tensor([[1]]), table)
//   RangeError: cosine: got the shape [8, 1]; expected [positions, pairs] with at most 0 pairs
import { load, tensor } from 'scaledot';

const sd = await load();
const table = sd.rotaryTable({ positions: 8, rotated: 2 });
const at = (position) => sd.rotaryEmbedding(tensor([[1, 0]]), { ...table, positions: [position] });
const score = (i, j) => sd.scores(at(i), at(j), { kind: 'dot' }).data[0].toFixed(5);
console.log(score(0, 1), score(5, 6)); // 0.54030 0.54030
