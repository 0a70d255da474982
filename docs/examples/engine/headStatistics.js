// Keys whose mean is 1 make scores wider than sqrt(d_k), and independent components with the same means explain it.
// See: Vaswani et al. 2017, Attention is all you need, section 3.2.1, footnote 4
// Error: sd.headStatistics(query, sd.randomTensor([64, 8]))
//   RangeError: key: shape [64, 8] does not match query: shape [64, 16]; the last dimensions must be equal
import { load } from 'scaledot';

const sd = await load();
const query = sd.randomTensor([64, 16], { stream: 1 });
const key = sd.randomTensor([64, 16], { stream: 2 });
key.data.forEach((number, i) => (key.data[i] = number + 1));
const [head] = sd.headStatistics(query, key);
console.log(head.unitSd, head.scoreSd.toFixed(2), head.independentSd.toFixed(2)); // 4 5.49 5.67
