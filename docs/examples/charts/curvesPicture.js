// How the variance of a score grows with d_k, as a line with its points.
// Error: curvesPicture({ variance: { x: [1, 2], y: [1] } }, { title: 'Variance' })
//   RangeError: data.variance.y: got 1 entries; expected 2, as many as x
import { load } from 'scaledot';
import { curvesPicture } from 'scaledot/charts';

const sd = await load();
const sizes = [16, 64, 256];
const [{ theory }] = sd.scoreGrowth({}, { sizes, scales: ['none'] });
const data = { variance: { x: sizes, y: theory.map(({ variance }) => variance) } };
const { csv } = curvesPicture(data, { title: 'Without a factor', x: 'd_k', y: 'variance' });
console.log(csv.split('\n').length > 3, csv.includes('256')); // true true
