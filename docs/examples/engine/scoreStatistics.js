// A million scores of random vectors, without a factor and with it. Their variance is d_k, and then 1.
// See: Vaswani et al. 2017, Attention is all you need, section 3.2.1, footnote 4
// Error: sd.scoreStatistics({ dk: 0 })
//   RangeError: dk: got 0; expected a whole number from 1 to 65536
// Error: sd.scoreStatistics({ dk: '64' })
//   TypeError: dk: got "64"; expected a whole number from 1 to 65536
// Error: sd.scoreStatistics({ d_k: 64 })
//   TypeError: scoreStatistics: got the unknown name "d_k"; expected dk
import { load } from 'scaledot';

const sd = await load();
const { unscaled, scores, theory } = sd.scoreStatistics({
  dk: 64,
  queries: 1000,
  keys: 1000,
  seed: 1,
});
console.log(unscaled.variance.toFixed(1), scores.variance.toFixed(3), theory.variance); // 64.0 1.001 1
