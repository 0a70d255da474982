import { load } from 'scaledot';
import { openModel } from 'scaledot/models';

const sd = await load({ engine: 'simd' });
const model = await openModel(sd, '/tmp/scaledot-twins-1BaVqR/FOLDER', { heads: 3 }); // "Save /tmp/scaledot-twins-1BaVqR/FOLDER" on the page
const ids = [5, 17, 3, 3, 29, 11, 0, 22, 8, 30];
const { layers, logits, crossEntropy } = await model.run(ids, {
  returns: ['statistics', 'logits', 'crossEntropy'],
  places: [9], // of the last token alone
  factor: 1, // of every score, beside what the model multiplies it by
});
const head = layers[1].statistics[2];
console.log(
  'layer 2, head 3: sd of q.k ' + head.scoreSd.toFixed(3) + ', sqrt(d_k) ' + head.unitSd.toFixed(3),
);
console.log('largest weight on average: ' + head.scaled.topWeight.toFixed(3));

console.log('perplexity of the text: ' + crossEntropy.perplexity.toFixed(3));
const { data: chances } = sd.softmax(logits);
const last = Array.from(chances, (chance, id) => ({ id, chance }))
  .sort((a, b) => b.chance - a.chance)
  .slice(0, 3);
console.log('last place: ' + last.map(({ id, chance }) => id + ': ' + chance.toFixed(3)).join(', '));
model.close();
sd.dispose();
