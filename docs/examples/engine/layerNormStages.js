// Layer normalisation gives all vectors the same norm; a gain undoes part of it.
// See: Ba, Kiros and Hinton 2016, Layer normalization
// Error: sd.layerNormStages({ gainSd: -1 })
//   RangeError: gainSd: got -1; expected a number from 0 to 100
import { load } from 'scaledot';

const sd = await load();
const { input, normalized, gained } = sd.layerNormStages({ dk: 64, gainSd: 0.5 });
console.log([input, normalized, gained].map(({ spread }) => spread.toFixed(3)).join(' ')); // 0.506 0.000 0.068
