// The weights of every head, from one pass over a few tokens.
// Error: await model.run([0, 1, 2])
//   Error: run: the model was closed
import { load } from 'scaledot';
import { openModel } from 'scaledot/models';

const sd = await load();
const trainer = await sd.createTrainer({ task: 'copy', stack: 'decoder', seed: 1 });
const model = await openModel(sd, new File([await trainer.save()], 'model.safetensors'));
const { layers } = await model.run([0, 1, 2], { returns: ['weights'] });
console.log(layers[0].weights.shape.join(' x ')); // 1 x 3 x 3
model.close();
