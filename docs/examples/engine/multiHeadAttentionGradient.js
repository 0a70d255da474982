// The gradient of a loss with respect to every matrix of a layer, in one call.
// See: Vaswani et al. 2017, Attention is all you need, section 3.2.2
// Error: sd.multiHeadAttentionGradient(x, x, x, parameters, sd.randomTensor([5, 8]), { heads: 8 })
//   RangeError: outputGradient: got the shape [5, 8]; expected [5, 16]
import { load } from 'scaledot';

const sd = await load();
const draw = (stream) => sd.randomTensor([16, 16], { sd: 0.25, stream });
const parameters = { wq: draw(1), wk: draw(2), wv: draw(3), wo: draw(4) };
const x = sd.randomTensor([5, 16]);
const loss = sd.randomTensor([5, 16], { stream: 9 });
const gradient = sd.multiHeadAttentionGradient(x, x, x, parameters, loss, { heads: 8 });
const length = ({ data }) => Math.sqrt(data.reduce((sum, number) => sum + number * number, 0));
console.log(length(gradient.parameters.wq).toFixed(3), length(gradient.parameters.wv).toFixed(3)); // 15.566 26.708
