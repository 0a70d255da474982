// The variance of a score at three d_k, under two rules. Only one of them keeps it constant.
// Error: sd.scoreGrowth({}, { sizes: [], scales: ['none'] })
//   RangeError: sizes: got an array of length 0; expected an array of 1 to 1024 values of d_k
// Error: sd.scoreGrowth({}, { sizes: [16], scales: ['sqrt'] })
//   RangeError: scales[0]: got "sqrt"; expected "rsqrt", "none", "inverse", a number or {alpha}
import { load } from 'scaledot';

const sd = await load();
const rules = sd.scoreGrowth({}, { sizes: [16, 64, 256], scales: ['none', 'rsqrt'] });
console.log(rules[0].theory.map(({ variance }) => variance).join(' ')); // 16 64 256
console.log(rules[1].theory.map(({ variance }) => variance).join(' ')); // 1 1 1
