// Data for a plot of a law: sample points, and the densities there.
// Error: sd.scoreCurves({ dk: 64 }, { points: 0 })
//   RangeError: points: got 0; expected a whole number from 1 to 65536
import { load } from 'scaledot';

const sd = await load();
const { before, after } = sd.scoreCurves({ dk: 64 }, { points: 100 });
console.log(before.kind, before.std, after.std, after.smooth.length); // variance-gamma 8 1 101
