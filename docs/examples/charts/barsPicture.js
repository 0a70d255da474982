// The weights of one query as bars.
// Error: barsPicture({ labels: ['cat'], values: [1, 2] }, { title: 'Weights' })
//   RangeError: data.labels: got 1 entries; expected 2, as many as values
import { load, tensor } from 'scaledot';
import { barsPicture } from 'scaledot/charts';

const sd = await load();
const weights = sd.softmax(tensor([2, 1, 0]));
const { summary } = barsPicture(
  { labels: ['cat', 'sat', 'mat'], values: weights.data },
  { title: 'Weights' },
);
console.log(summary); // value: 3 bars, the lowest 0.09003 (mat), the highest 0.6652 (cat).
