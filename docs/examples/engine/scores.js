// The same vectors under three scoring functions. Only the cosine ignores that the key is twice as long.
// See: Luong et al. 2015, equation 8; Graves et al. 2014, equations 5 and 6; Bahdanau et al. 2015, appendix A.1.2
// Error: sd.scores(query, tensor([[1, 2]]))
//   RangeError: key: shape [1, 2] does not match query: shape [1, 4]; the last dimensions must be equal
// Error: sd.scores(query, key, { kind: 'general' })
//   TypeError: parameters.weight: got undefined; expected a tensor {data: Float32Array, shape} or a nested array of numbers
import { load, tensor } from 'scaledot';

const sd = await load();
const query = tensor([[1, 1, 0, 0]]);
const key = tensor([[2, 2, 0, 0]]);
const score = (kind) => sd.scores(query, key, { kind }).data[0].toFixed(3);
console.log(score('dot'), score('scaled-dot'), score('cosine')); // 4.000 2.000 1.000
