// What a picture of a law needs: where to sample it, and its density there.
import { load } from 'scaledot';

const sd = await load();
const { before, after } = sd.scoreCurves({ dk: 64 }, { points: 100 });
console.log(before.kind, before.std, after.std, after.smooth.length); // variance-gamma 8 1 101
