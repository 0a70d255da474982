// For a dot product, the gradient with respect to the query is the key.
// Error: sd.scoresGradient(tensor([[1, 2]]), tensor([[3, 4]]), tensor([1]))
//   RangeError: outputGradient: got the shape [1]; expected [1, 1]
import { load, tensor } from 'scaledot';

const sd = await load();
const gradient = sd.scoresGradient(tensor([[1, 2]]), tensor([[3, 4]]), tensor([[1]]), {
  kind: 'dot',
});
console.log(Array.from(gradient.query.data).join(' ')); // 3 4
