// A score of standard normal vectors is not normal. At four standard deviations its tail is several times heavier.
// See: Madan and Seneta 1990, for the variance-gamma law
// Error: sd.scoreLaw({ dk: 1.5 })
//   RangeError: dk: got 1.5; expected a whole number from 1 to 65536
// Error: law.quantile(2)
//   RangeError: p: got 2; expected a number from 0 to 1
import { load } from 'scaledot';

const sd = await load();
const law = sd.scoreLaw({ dk: 16 });
console.log(law.kind, law.quantile(0.975).toFixed(3), law.normal.quantile(0.975).toFixed(3)); // variance-gamma 1.987 1.960
console.log((law.survival(4) / law.normal.survival(4)).toFixed(2)); // 5.78
