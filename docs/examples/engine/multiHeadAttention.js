// Eight heads of two numbers each, with projections drawn from the generator.
// See: Vaswani et al. 2017, Attention is all you need, section 3.2.2
// Error: sd.multiHeadAttention(x, x, x, parameters, { heads: 3 })
//   RangeError: parameters.wq: got the shape [16, 16]; expected a last dimension that 3 heads divide
// Error: sd.multiHeadAttention(x, x, x, { ...parameters, wo: draw(4).data }, { heads: 8 })
//   RangeError: parameters.wo: got the shape [256]; expected [in, out]
import { load } from 'scaledot';

const sd = await load();
const draw = (stream) => sd.randomTensor([16, 16], { sd: 0.25, stream });
const parameters = { wq: draw(1), wk: draw(2), wv: draw(3), wo: draw(4) };
const x = sd.randomTensor([5, 16]);
const returns = ['output', 'weights'];
const { output, weights } = sd.multiHeadAttention(x, x, x, parameters, { heads: 8, returns });
console.log(output.shape.join(' x '), 'and', weights.shape.join(' x ')); // 5 x 16 and 8 x 5 x 5
console.log(
  weights.data
    .slice(0, 5)
    .reduce((sum, weight) => sum + weight)
    .toFixed(3),
); // 1.000
