// From 0, where one key has it all, to log n, where n keys share evenly.
// See: Shannon 1948, A mathematical theory of communication
// Error: sd.entropy(tensor([1, 0]), { axis: 1 })
//   RangeError: axis: got 1; expected a whole number from -1 to 0
import { load, tensor } from 'scaledot';

const sd = await load();
const { data } = sd.entropy(
  tensor([
    [1, 0, 0, 0],
    [0.25, 0.25, 0.25, 0.25],
  ]),
);
console.log(data[0], data[1].toFixed(4)); // 0 1.3863
