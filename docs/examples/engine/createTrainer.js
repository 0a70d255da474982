// A small transformer learns to recall pairs. A seed gives the same curve everywhere.
// See: Vaswani et al. 2017, Attention is all you need; Kingma and Ba 2015 for Adam
// Error: await sd.createTrainer({ task: 'translate' })
//   RangeError: task: got "translate"; expected one of "recall", "copy", "reverse", "sort", "addition", "dates", "pronouns"
// Error: await sd.createTrainer({ layers: 100 })
//   RangeError: layers: got 100; expected a whole number from 1 to 8
import { load } from 'scaledot';

const sd = await load();
const trainer = await sd.createTrainer({ task: 'recall', rule: 'rsqrt', seed: 1 });
await trainer.step(100);
const rows = await trainer.metrics();
console.log(rows.length, rows[0].loss.toFixed(2), rows[10].loss.toFixed(2)); // 11 4.27 2.29
trainer.dispose();
