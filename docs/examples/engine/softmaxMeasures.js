// How sharp one row of weights is, in four numbers.
// See: Vaswani et al. 2017, section 3.2.1; Jelinek et al. 1977 for the effective number of keys
// Error: sd.softmaxMeasures(tensor([[1, 2]]))
//   RangeError: logits: got the shape [1, 2]; expected [n] with n at least 1
// Error: sd.softmaxMeasures(tensor([1, 2]), { weightGradient: tensor([1]) })
//   RangeError: weightGradient: shape [1] does not match logits: shape [2]; expected [2]
import { load, tensor } from 'scaledot';

const sd = await load();
const { topWeight, entropy, effectiveKeys, jacobianNorm } = sd.softmaxMeasures(
  tensor([2, 1, 0, 0]),
);
console.log([topWeight, entropy, effectiveKeys, jacobianNorm].map((x) => x.toFixed(3)).join(' ')); // 0.610 1.049 2.854 0.384
