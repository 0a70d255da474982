// Where two tensors differ most, and by how much.
// Error: sd.difference(tensor([1, 2]), tensor([1]))
//   RangeError: b: shape [1] does not match a: shape [2]; expected [2]
import { load, tensor } from 'scaledot';

const sd = await load();
const { largest, at } = sd.difference(tensor([[1, 2]]), tensor([[1, 2.5]]));
console.log(largest, at.join(', ')); // 0.5 0, 1
