// The components that the statistics are made of, as they were drawn.
import { load } from 'scaledot';

const sd = await load();
const sample = sd.componentSample({ query: { distribution: 'rademacher' }, seed: 1 }, 'query', 8);
console.log(Array.from(sample).join(' ')); // -1 -1 1 -1 -1 -1 -1 1
