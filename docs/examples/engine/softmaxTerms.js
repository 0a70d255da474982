// The arithmetic of one weight: the largest logit is subtracted first, so that no exponential overflows.
// Error: sd.softmaxTerms(tensor([1, 2, 3]), { index: 3 })
//   RangeError: index: got 3; expected a whole number from 0 to 2
import { load, tensor } from 'scaledot';

const sd = await load();
const { max, exponentials, weight } = sd.softmaxTerms(tensor([1, 2, 3]), { index: 2 });
console.log(max, Array.from(exponentials, (x) => x.toFixed(3)).join(' + '), weight.toFixed(3)); // 3 0.135 + 0.368 + 1.000 0.665
