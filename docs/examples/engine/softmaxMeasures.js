// How sharp one row of weights is, in five numbers.
// See: Vaswani et al. 2017, section 3.2.1; Jelinek et al. 1977 for the effective number of keys
import { load, tensor } from 'scaledot';

const sd = await load();
const { topWeight, entropy, effectiveKeys, jacobianNorm } = sd.softmaxMeasures(
  tensor([2, 1, 0, 0]),
);
console.log([topWeight, entropy, effectiveKeys, jacobianNorm].map((x) => x.toFixed(3)).join(' ')); // 0.610 1.049 2.854 0.384
