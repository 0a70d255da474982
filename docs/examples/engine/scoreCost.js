// Additive attention is slower, because it needs a tanh for each pair and hidden unit.
// Error: sd.scoreCost({ kind: 'multiplicative', dk: 64, queries: 64, keys: 64 })
//   RangeError: kind: got "multiplicative"; expected one of "dot", "scaled-dot", "cosine", "general", "additive", "location", "distance"
import { load } from 'scaledot';

const sd = await load();
const cost = (kind) => sd.scoreCost({ kind, dk: 64, queries: 64, keys: 64 });
console.log(cost('scaled-dot').multiplications, cost('scaled-dot').tangents); // 266240 0
console.log(cost('additive').multiplications, cost('additive').tangents); // 786432 262144
