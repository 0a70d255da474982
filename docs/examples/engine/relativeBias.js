// Biases by distance, from a head's table of 8 buckets.
// See: Raffel et al. 2020, Exploring the limits of transfer learning, section 2.1
// Error: sd.relativeBias(tensor([1, 2]), { queries: 3, keys: 3 })
//   RangeError: table: got the shape [2]; expected [buckets, heads] with buckets a multiple of 4
import { load, tensor } from 'scaledot';

const sd = await load();
const table = tensor(Array.from({ length: 8 }, (_, bucket) => [bucket]));
const { data, shape } = sd.relativeBias(table, { queries: 3, keys: 3 });
console.log(shape.join(' x '), Array.from(data).join(' ')); // 1 x 3 x 3 0 5 6 1 0 5 2 1 0
