// Without the factor, three quarters of the queries are dead at d_k = 1024: almost no gradient reaches them.
// See: Vaswani et al. 2017, Attention is all you need, section 3.2.1; Fieller 1954 for the ratio
// Error: sd.softmaxStatistics({ keys: 0 })
//   RangeError: keys: got 0; expected a whole number from 1 to 65536
// Error: sd.softmaxStatistics({ compare: ['half'] })
//   RangeError: compare[0]: got "half"; expected "rsqrt", "none", "inverse", "cosine", a number or {alpha}
import { load } from 'scaledot';

const sd = await load();
const { dead, compare } = sd.softmaxStatistics({ dk: 1024, keys: 8, compare: ['none'] });
console.log(dead.share, compare[0].dead.share.toFixed(2)); // 0 0.74
console.log(compare[0].topWeight.quantiles.p50.toFixed(4)); // 1.0000
