// The variance of a score at three d_k, under two rules. Only one of them keeps it.
import { load } from 'scaledot';

const sd = await load();
const rules = sd.scoreGrowth({}, { sizes: [16, 64, 256], scales: ['none', 'rsqrt'] });
console.log(rules[0].theory.map(({ variance }) => variance).join(' ')); // 16 64 256
console.log(rules[1].theory.map(({ variance }) => variance).join(' ')); // 1 1 1
