// np.random.seed(0); np.random.randn(3)
// See: Matsumoto and Nishimura 1998, Mersenne Twister; Marsaglia and Bray 1964, the polar method
// Error: sd.numpyRandom(-1)
//   RangeError: seed: got -1; expected a whole number from 0 to 4294967295
import { load } from 'scaledot';

const sd = await load();
const random = sd.numpyRandom(0);
console.log(Array.from(random.randn(3), (number) => number.toFixed(8)).join(' ')); // 1.76405235 0.40015721 0.97873798
console.log(random.randint(0, 10, 5).join(' ')); // 9 3 5 2 4
