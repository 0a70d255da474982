// The spread of the largest weight over random draws, at three d_k.
// Error: bandsPicture({ ...data, low: [1] }, { title: 'Without a factor' })
//   RangeError: data.low: got 1 entries; expected 3, as many as middle
import { load } from 'scaledot';
import { bandsPicture } from 'scaledot/charts';

const sd = await load();
const sizes = [16, 64, 256];
const draws = sizes.map(
  (dk) => sd.softmaxStatistics({ dk, keys: 8, scale: 'none', draws: 200 }).topWeight.quantiles,
);
const band = (name) => draws.map((quantiles) => quantiles[name]);
const data = {
  label: 'top weight',
  x: sizes,
  low: band('p05'),
  middle: band('p50'),
  high: band('p95'),
};
const { svg } = bandsPicture(data, { title: 'Without a factor', x: 'd_k' });
console.log(
  svg.startsWith('<svg'),
  band('p50')
    .map((weight) => weight.toFixed(2))
    .join(' '),
); // true 0.81 0.98 1.00
