// Train a little, look at one example, and save a checkpoint that continues with the same bits.
// Error: await trainer.step(-1)
//   RangeError: count: got -1; expected a whole number from 0 to 1000000
// Error: await trainer.attention({ index: -1 })
//   RangeError: index: got -1; expected a whole number from 0 to 2147483647
import { load } from 'scaledot';

const sd = await load();
const trainer = await sd.createTrainer({ task: 'copy', seed: 1 });
const { steps } = await trainer.step(20);
const { tokens, blocks } = await trainer.attention({ index: 0 });
const checkpoint = await trainer.save();
console.log(steps, tokens.length > 0, blocks[0].kind); // 20 true decoder
const again = await sd.createTrainer({ checkpoint });
console.log(again.parameters === trainer.parameters); // true
