// One of those draws: its logits, and what softmax makes of them.
import { load } from 'scaledot';

const sd = await load();
const { logits, factor } = sd.softmaxSample({ dk: 64, keys: 4, seed: 1 });
const { topWeight } = sd.softmaxMeasures(logits);
console.log(factor, topWeight.toFixed(3)); // 0.125 0.481
