// One engine with only the parts that softmax needs. The same call gives the same engine again.
import { load } from 'scaledot';

const sd = await load({ engine: 'simd', parts: ['matrices'] });
console.log(sd.engine.variant, sd.engine.deterministic, sd.parts.includes('matrices')); // simd true true
console.log(sd === (await load({ engine: 'simd', parts: ['matrices'] }))); // true
