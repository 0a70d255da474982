// A score is where a random walk of d_k steps ends.
// Error: sd.scoreWalks({ dk: 65536 }, { pairs: 1000 })
//   RangeError: pairs x dk: got 1000 x 65536 = 65536000; expected at most 4194304 steps
import { load } from 'scaledot';

const sd = await load();
const { sums, pairs, dk } = sd.scoreWalks({ dk: 256, seed: 1 }, { pairs: 4 });
const ends = Array.from({ length: pairs }, (_, pair) => sums[pair * dk + dk - 1].toFixed(1));
console.log(ends.join(' ')); // -8.4 18.7 -5.1 -15.1
