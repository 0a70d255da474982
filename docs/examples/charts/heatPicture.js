// The weights of every query with every key, as colours.
import { load } from 'scaledot';
import { heatPicture } from 'scaledot/charts';

const sd = await load();
const x = sd.randomTensor([6, 16], { seed: 1 });
const { weights } = sd.attention(x, x, x, { causal: 'upper-left', returns: ['weights'] });
const { svg, csv } = heatPicture(weights, { title: 'Weights' });
console.log(svg.startsWith('<svg'), csv.includes('Weights')); // true true
