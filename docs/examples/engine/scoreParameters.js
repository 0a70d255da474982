// The matrices of an additive score, as scoringStatistics() draws them.
// See: Bahdanau et al. 2015, appendix A.1.2
// Error: sd.scoreParameters({ kind: 'dot', dk: 8, hiden: 4 })
//   TypeError: scoreParameters: got the unknown name "hiden"; expected any of kind, dk, keys, hidden, seed
import { load } from 'scaledot';

const sd = await load();
const { queryWeight, keyWeight, vector } = sd.scoreParameters({
  kind: 'additive',
  dk: 8,
  hidden: 4,
});
console.log([queryWeight, keyWeight, vector].map(({ shape }) => shape.join(' x ')).join(', ')); // 8 x 4, 8 x 4, 4
