// One draw of softmaxStatistics(): its logits and its softmax weights.
// Error: sd.softmaxSample({ keys: 4, masked: 4 })
//   RangeError: masked: got 4; expected a whole number from 0 to 3
import { load } from 'scaledot';

const sd = await load();
const { logits, factor } = sd.softmaxSample({ dk: 64, keys: 4, seed: 1 });
const { topWeight } = sd.softmaxMeasures(logits);
console.log(factor, topWeight.toFixed(3)); // 0.125 0.481
