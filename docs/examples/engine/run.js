// The same numbers as the direct call, with progress and without blocking the page.
// Error: await sd.run('softmax', { x: [1, 2] })
//   RangeError: name: got "softmax"; expected one of "scoreStatistics", "sampleVariance", "softmaxStatistics", "scoringStatistics", "headAlgebra", "attention", "attentionGradient"
// Error: await sd.run('scoreStatistics', options, { onProgress: true })
//   TypeError: onProgress: got true; expected a function
import { load } from 'scaledot';

const sd = await load();
const options = { dk: 64, queries: 500, keys: 500, seed: 1 };
let last = 0;
const result = await sd.run('scoreStatistics', options, {
  onProgress: ({ done }) => (last = done),
});
console.log(result.scores.variance === sd.scoreStatistics(options).scores.variance, last); // true 1
