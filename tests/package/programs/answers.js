// What every throw-away program computes. The tests compute it once more with the engine of this repository, in Node, and
// compare every digit; so it asks for 'simd', the variant with the same bits everywhere.

/** Every digit: JSON, with typed arrays as lists. */
export const toText = (answer) =>
  JSON.stringify(answer, (_, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value));

const scores = { dk: 64, queries: 300, keys: 200, seed: 7, bins: 40 };

/** Query, key and value for 2 heads, 5 positions, d_k = 8. */
function vectors(engine, tensor) {
  const random = engine.numpyRandom(42);
  const one = () => tensor(Float32Array.from(random.normal(0, 1, 80)), [1, 2, 5, 8]);
  return [one(), one(), one()];
}

/** A few steps of training: the same on a worker and without one. */
async function trainingAnswer(engine) {
  const options = { steps: 20, every: 5, batch: 8, heldOut: 16, modelDim: 16, headDim: 8, seed: 3 };
  const trainer = await engine.createTrainer(options);
  await trainer.step(20);
  const rows = await trainer.metrics();
  const { answer, blocks } = await trainer.attention({ index: 2 });
  trainer.dispose();
  return { rows, answer, weights: blocks[0].weights };
}

/** The engine: attention, statistics here and now, and the same by run(); training. */
export async function engineAnswer({ load, tensor, limits, version }, options = {}) {
  const engine = await load({ engine: 'simd', ...options });
  const attention = engine.attention(...vectors(engine, tensor), {
    causal: 'upper-left',
    returns: ['output', 'weights', 'logSumExp'],
  });
  return {
    engine: engine.engine,
    version,
    largest: limits.dk.max,
    attention,
    statistics: engine.scoreStatistics(scores),
    run: await engine.run('scoreStatistics', { ...scores, queries: 2000, keys: 2000 }),
    law: engine.scoreLaw({ dk: 64, scale: 'rsqrt' }).quantile([0.1, 0.5, 0.9]),
    training: await trainingAnswer(engine),
  };
}

/** What `scaledot/attention` has: attention, here and now and by run(). */
export async function attentionAnswer({ load, tensor }) {
  const engine = await load({ engine: 'simd' });
  const x = engine.randomTensor([2, 5, 8], { seed: 1 });
  const options = { causal: 'upper-left', returns: ['output', 'weights'] };
  return {
    attention: engine.attention(x, x, x, options),
    run: await engine.run('attention', { ...options, query: x, key: x, value: x }),
    row: engine.logSoftmax(tensor([[1, 2, 3]])),
  };
}

/** A tiny tokenizer of whole words. */
const tokenizer = {
  version: '1.0',
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: null,
  decoder: null,
  model: {
    type: 'WordLevel',
    vocab: { why: 0, divide: 1, '?': 2, '[UNK]': 3 },
    unk_token: '[UNK]',
  },
};

/** A model of one layer in the layout of GPT-2, and a text for it. */
async function modelsAnswer(engine, { openModel, openTokenizer }) {
  const file = (name, bytes) => {
    const blob = new Blob([bytes]);
    return { name, size: blob.size, slice: (from, to) => blob.slice(from, to) };
  };
  let seed = 0;
  const random = (...shape) => engine.randomTensor(shape, { seed: ++seed, sd: 0.3 });
  const tensors = {
    'wte.weight': random(4, 8),
    'wpe.weight': random(8, 8),
    'ln_f.weight': random(8),
    'h.0.ln_1.weight': random(8),
    'h.0.ln_2.weight': random(8),
    'h.0.attn.c_attn.weight': random(8, 24),
    'h.0.attn.c_proj.weight': random(8, 8),
    'h.0.mlp.c_fc.weight': random(8, 32),
    'h.0.mlp.c_proj.weight': random(32, 8),
  };
  const files = [
    file('model.safetensors', engine.writeSafetensors(tensors)),
    file('tokenizer.json', JSON.stringify(tokenizer)),
  ];
  const { ids } = (await openTokenizer(files)).encode('why divide ?');
  const model = await openModel(engine, files, { heads: 2 });
  return { ids, run: await model.run(ids, { returns: ['weights', 'statistics', 'logits'] }) };
}

/** The adapters with PyTorch's and ONNX's names, and models in files. */
export async function adaptersAnswer({ load, tensor }, { torch, onnx, models }) {
  const engine = await load({ engine: 'simd' });
  const [query, key, value] = vectors(engine, tensor);
  return {
    torch: torch.scaledDotProductAttention(engine, query, key, value, { is_causal: true }),
    onnx: onnx.attention(engine, { Q: query, K: key, V: value }, { is_causal: 1 }, { opset: 23 }),
    models: await modelsAnswer(engine, models),
  };
}

/** What the Variance lab shows for `lab`, in full precision: enough scores for its workers to take part. */
export const lab = { dk: 32, queries: 4000, keys: 2000, seed: 5 };
export async function labAnswer({ load }) {
  const engine = await load({ engine: 'simd' });
  const { variance } = engine.scoreStatistics({ ...lab, scale: 'rsqrt' }).scores;
  return { before: variance * lab.dk, after: variance };
}
