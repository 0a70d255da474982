// Heads with hand-written weights. The fourth leads from a pronoun to its noun.
// Error: sd.handMade({ tokens, kinds: ['word'] })
//   RangeError: kinds: got 1 kinds; expected 4, one for each token
import { load } from 'scaledot';

const sd = await load();
const tokens = [0, 1, 2, 3]; // the cat saw it
const kinds = ['word', 'being', 'word', 'of-being'];
const { x, heads } = sd.handMade({ tokens, kinds });
console.log(x.shape.join(' x '), heads.join(' ')); // 4 x 32 copy previous same coreference
