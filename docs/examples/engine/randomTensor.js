// Rows are numbered, so a longer tensor begins with the same rows as a shorter one.
// See: Salmon et al. 2011, Parallel random numbers: as easy as 1, 2, 3
// Error: sd.randomTensor([2.5])
//   RangeError: shape[0]: got 2.5; expected a whole number from 0 to 2147483647
// Error: sd.randomTensor([2], { sd: -1 })
//   RangeError: sd: got -1; expected a number from 0 to 1000000
import { load } from 'scaledot';

const sd = await load();
const short = sd.randomTensor([2, 4], { seed: 1 });
const long = sd.randomTensor([1000, 4], { seed: 1 });
console.log(short.data.every((number, i) => number === long.data[i])); // true
console.log(Array.from(short.data.slice(0, 4), (number) => number.toFixed(3)).join(' ')); // 0.961 -1.008 -2.185 -0.588
