// Two matrices instead of their product: the pair has a quarter of the parameters, and the product has no higher rank.
// See: Vaswani et al. 2017, Attention is all you need, section 3.2.2
// Error: sd.headAlgebra({ modelDim: 64, heads: 7 })
//   RangeError: headDim: got undefined; expected a number, because 7 heads do not divide the modelDim 64
// Error: sd.headAlgebra({ modelDim: 64, heads: 8, keyHeads: 3 })
//   RangeError: keyHeads: got 3; expected a number that divides 8 heads
import { load } from 'scaledot';

const sd = await load();
const { parameters, rank, breakEven } = sd.headAlgebra({ modelDim: 64, heads: 8, headDim: 8 });
console.log(parameters.pair, parameters.merged, rank, breakEven); // 1024 4096 8 32
