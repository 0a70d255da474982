// The scores of random vectors, and over them the normal law with the same variance. `svg` is the picture as text.
// Error: histogramPicture({ low: 0, high: 1, counts: [-1] }, { title: 'Scores' })
//   RangeError: data.counts[0]: got -1; expected a number from 0 to 9007199254740991
import { load } from 'scaledot';
import { histogramPicture } from 'scaledot/charts';

const sd = await load();
const { histogram } = sd.scoreStatistics({ dk: 64, seed: 1 });
const { after } = sd.scoreCurves({ dk: 64 });
const curves = [{ label: 'normal law', x: after.smooth, y: after.normal, dash: 'long' }];
const { svg, summary } = histogramPicture(histogram, { title: 'Scores', x: 'score', curves });
console.log(svg.slice(0, 4), summary); // <svg 10,000 values in 200 bins from −5 to 5; the fullest, −0.2 to −0.15, has 239.
