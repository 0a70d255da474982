// The same numbers as the direct call, without holding up the page, and with progress.
import { load } from 'scaledot';

const sd = await load();
const options = { dk: 64, queries: 500, keys: 500, seed: 1 };
let last = 0;
const result = await sd.run('scoreStatistics', options, {
  onProgress: ({ done }) => (last = done),
});
console.log(result.scores.variance === sd.scoreStatistics(options).scores.variance, last); // true 1
