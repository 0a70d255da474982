// Cosines of long vectors are all alike, so the largest weight of eight keys stays near 1/8.
// See: Luong et al. 2015; Graves et al. 2014; Bahdanau et al. 2015
// Error: sd.scoringStatistics({ functions: [] })
//   RangeError: functions: got an array of length 0; expected an array of 1 to 16 objects
// Error: sd.scoringStatistics({ functions: ['dot'] })
//   TypeError: functions[0]: got "dot"; expected an object with any of kind, scale, temperature, hidden, range
import { load } from 'scaledot';

const sd = await load();
const functions = [{ kind: 'scaled-dot' }, { kind: 'dot' }, { kind: 'cosine' }];
const result = sd.scoringStatistics({ functions, dk: 256, keys: 8, draws: 200 });
console.log(
  result.functions.map(({ kind, topWeight }) => `${kind} ${topWeight.mean.toFixed(2)}`).join(', '),
); // scaled-dot 0.36, dot 0.94, cosine 0.14
