// A matrix times itself, transposed.
import { load, tensor } from 'scaledot';

const sd = await load();
const x = tensor([
  [1, 2],
  [3, 4],
]);
console.log(Array.from(sd.matmul(x, x, { transposeRight: true }).data).join(' ')); // 5 11 11 25
