// A checkpoint of this repository's trainer opens like any other.
// See: Vaswani et al. 2017, section 3.2.1, footnote 4, for the comparison of heads
// Error: await openModel(sd, new File(['not a model'], 'model.safetensors'))
//   RangeError: model.safetensors: got a header of 8029109312199881000 bytes; expected at most 3
import { load } from 'scaledot';
import { openModel } from 'scaledot/models';

const sd = await load();
const trainer = await sd.createTrainer({ task: 'copy', stack: 'decoder', seed: 1 });
const file = new File([await trainer.save()], 'model.safetensors');
const model = await openModel(sd, file);
const heads = await model.headStatistics([0, 1, 2, 1, 0]);
console.log(model.layout, model.layers, model.heads, heads[0][0].unitSd.toFixed(3)); // scaledot 2 1 5.657
