// One summary for a layer: the mean of the statistics of its heads.
// Error: sd.meanOfHeads([{}])
//   TypeError: heads[0].pairs: got undefined; expected a number
import { load } from 'scaledot';

const sd = await load();
const query = sd.randomTensor([4, 32, 16], { stream: 1 });
const key = sd.randomTensor([4, 32, 16], { stream: 2 });
const heads = sd.headStatistics(query, key);
console.log(heads.length, sd.meanOfHeads(heads).scoreSd.toFixed(2)); // 4 4.00
