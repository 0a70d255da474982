// Equal logits for four words: the perplexity is 4.
// See: Shannon 1948; Jelinek et al. 1977 for the perplexity
// Error: sd.crossEntropy(tensor([[0, 0]]), [2])
//   RangeError: labels[0]: got 2; expected a whole number from 0 to 1
// Error: sd.crossEntropy(tensor([[0, 0]]), [0, 1])
//   RangeError: labels: got 2 labels; expected 1, one for each row of logits
import { load, tensor } from 'scaledot';

const sd = await load();
const { loss, perplexity } = sd.crossEntropy(tensor([[0, 0, 0, 0]]), [2]);
console.log(loss.toFixed(4), perplexity.toFixed(4)); // 1.3863 4.0000
