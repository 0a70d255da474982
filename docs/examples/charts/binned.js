// The counts of a histogram, without drawing it.
// Error: binned([1, 2], { bins: 0 })
//   RangeError: bins: got 0; expected a whole number from 1 to 1000
import { binned } from 'scaledot/charts';

const { low, high, counts } = binned([1, 2, 2, 3, 3, 3, 4], { bins: 3 });
console.log(low, high, Array.from(counts).join(' ')); // 1 4 1 2 4
