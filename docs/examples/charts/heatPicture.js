// The weights of every query with every key, as colours.
// Error: heatPicture({ data: new Float32Array(5), shape: [2, 3] }, { title: 'Weights' })
//   RangeError: data.data: got 5 entries; expected 6, as many as its shape has
import { load } from 'scaledot';
import { heatPicture } from 'scaledot/charts';

const sd = await load();
const x = sd.randomTensor([6, 16], { seed: 1 });
const { weights } = sd.attention(x, x, x, { causal: 'upper-left', returns: ['weights'] });
const { svg, csv } = heatPicture(weights, { title: 'Weights' });
console.log(svg.startsWith('<svg'), csv.includes('Weights')); // true true
