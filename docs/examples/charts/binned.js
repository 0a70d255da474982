// What a histogram counts, before it is drawn.
import { binned } from 'scaledot/charts';

const { low, high, counts } = binned([1, 2, 2, 3, 3, 3, 4], { bins: 3 });
console.log(low, high, Array.from(counts).join(' ')); // 1 4 1 2 4
