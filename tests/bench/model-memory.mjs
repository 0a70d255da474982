// node model-memory.mjs TOKENS: the peak memory of the process, before and after the statistics of all layers of a model of
// GPT-2's size. models.mjs runs it.
import { load } from '../../web/engine/index.js';
import { openModel } from '../../web/engine/models/index.js';
import { gpt2Tensors, madeFile } from '../js/models/files.js';

const size = { layers: 12, width: 768, vocabulary: 50257, positions: 1024 };
const peak = () => 1024 * process.resourceUsage().maxRSS;

const engine = await load({ engine: 'simd' });
const before = peak();
const model = await openModel(engine, madeFile(gpt2Tensors(size)), { heads: 12 });
const length = Number(process.argv[2]);
await model.headStatistics(Array.from({ length }, (_, i) => (i * 7919) % size.vocabulary));
console.log(JSON.stringify({ before, after: peak() }));
