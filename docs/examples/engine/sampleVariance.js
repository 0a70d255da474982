// A 2 x 2 product whose entries have the variance 1.6 is not unusual: the expectation is 1.5, and 1.6 is near the 71st percentile.
// Error: sd.sampleVariance({ rows: 1, columns: 1, ddof: 1 })
//   RangeError: rows x columns: got 1 x 1; expected at least 2 entries
import { load } from 'scaledot';

const sd = await load();
const { expectation, percentile } = sd.sampleVariance({ rows: 2, columns: 2, dk: 2, value: 1.6 });
console.log(expectation, percentile.toFixed(0)); // 1.5 71
