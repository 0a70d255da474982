// A million scores of random vectors, without a factor and with it. Their variance is d_k, and then 1.
// See: Vaswani et al. 2017, Attention is all you need, section 3.2.1, footnote 4
import { load } from 'scaledot';

const sd = await load();
const { unscaled, scores, theory } = sd.scoreStatistics({
  dk: 64,
  queries: 1000,
  keys: 1000,
  seed: 1,
});
console.log(unscaled.variance.toFixed(1), scores.variance.toFixed(3), theory.variance); // 64.0 1.001 1
