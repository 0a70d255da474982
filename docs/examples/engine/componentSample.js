// The components behind the statistics, as drawn.
// Error: sd.componentSample({}, 'value', 8)
//   RangeError: side: got "value"; expected one of "query", "key"
// Error: sd.componentSample({}, 'query', 0)
//   RangeError: count: got 0; expected a whole number from 1 to 6400
import { load } from 'scaledot';

const sd = await load();
const sample = sd.componentSample({ query: { distribution: 'rademacher' }, seed: 1 }, 'query', 8);
console.log(Array.from(sample).join(' ')); // -1 -1 1 -1 -1 -1 -1 1
