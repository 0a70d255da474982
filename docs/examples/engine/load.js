// An engine with only the parts that softmax needs. The same call returns the same engine.
// Error: await load({ engine: 'gpu' })
//   RangeError: engine: got "gpu"; expected one of "auto", "relaxed", "simd", "fallback"
// Error: await load({ parts: ['heads', 'matrix'] })
//   RangeError: parts[1]: got "matrix"; expected one of "matrices", "scores", "forward", "attention", "layers", "gradients", "heads", "measures", "softmax", "scoring", "statistics", "samples", "laws", "network", "files"
import { load } from 'scaledot';

const sd = await load({ engine: 'simd', parts: ['matrices'] });
console.log(sd.engine.variant, sd.engine.deterministic, sd.parts.includes('matrices')); // simd true true
console.log(sd === (await load({ engine: 'simd', parts: ['matrices'] }))); // true
