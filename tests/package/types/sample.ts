// A user's program in strict TypeScript; it is compiled, not run.
import { Engine, limits, load, NumpyRandom, tensor, version } from 'scaledot';
import type { LoadOptions, Progress, ScoreStatistics, Tensor, Variant } from 'scaledot';
import type { Trainer, TrainerOptions, TrainingReading, TrainingRow, TrainingView } from 'scaledot';
import { load as loadLean } from 'scaledot/lean';
import * as onnx from 'scaledot/onnx';
import { openModel, openTokenizer } from 'scaledot/models';
import type { HeadMatrices, Model, ModelRun } from 'scaledot/models';
import * as torch from 'scaledot/torch';
import { define, labs, ScaledotVariance } from 'scaledot/elements';
import type { LabEventMap } from 'scaledot/elements';
import module from 'scaledot/simd.wasm';
import trainingModule from 'scaledot/training.wasm';
import 'scaledot/elements/define';
import 'scaledot/worker';

const createWorker = () => new Worker(new URL('scaledot/worker', import.meta.url));
const options: LoadOptions = { engine: 'simd', workers: 2, createWorker };

export async function sample(): Promise<[Tensor, ScoreStatistics]> {
  const engine: Engine = await load(options);
  const same: Engine = await loadLean({ engine: 'auto' });
  await loadLean({ module, trainingModule });
  const { variant, deterministic }: { variant: Variant; deterministic: boolean } = same.engine;
  console.log(variant, deterministic, version.length, limits.dk.max);

  const query = tensor([
    [1, 0],
    [0, 1],
  ]);
  const { output, fullyMasked } = engine.attention(query, query, query, { causal: 'upper-left' });
  // @ts-expect-error what was not asked for is not there
  engine.attention(query, query, query).weights.data;
  const weights: Tensor = engine.attention(query, query, query, { returns: ['weights'] }).weights;
  // @ts-expect-error there is no such option
  engine.attention(query, query, query, { scaled: true });
  // @ts-expect-error nor such an engine
  await load({ engine: 'fastest' });
  console.log(fullyMasked.length, weights.shape);

  const onProgress = (progress: Progress) => console.log(progress.done);
  const statistics = await engine.run('scoreStatistics', { dk: 64 }, { onProgress });
  const variance: number = statistics.scores.variance;
  const random: NumpyRandom = engine.numpyRandom(0);
  const normals: ArrayLike<number> | number = random.normal(0, 1, 4);
  console.log(variance, normals);

  const { Y } = onnx.attention(engine, { Q: query, K: query, V: query }, { is_causal: 1 });
  const context = torch.scaledDotProductAttention(engine, query, query, query, { scale: 0.5 });
  console.log(Y.shape, context.shape);
  return [output, statistics];
}

export async function nests(sd: Engine): Promise<number> {
  const { attention, softmax } = sd;
  const seen = [[true, false]];
  const { output } = attention([[1, 0]], [new Float32Array(2), [1, 2]], [[1], [2]], {
    mask: { allow: seen },
  });
  const run = await sd.run('attention', {
    query: [[1]],
    key: [[1]],
    value: [[1]],
    returns: ['weights'],
  });
  torch.scaledDotProductAttention(sd, [[1]], [[1]], [[1]], { attn_mask: [[true]] });
  onnx.softmax(sd, { input: { data: new Uint16Array(1), shape: [1], dtype: 'float16' } });
  onnx.softmax(sd, { input: new Float32Array(1) });
  const read = sd.readNpy(new Uint8Array(128));
  torch.scaledDotProductAttention(sd, read, read, read, { attn_mask: new Uint8Array(1) });
  onnx.attention(sd, { Q: read, K: read, V: read, nonpad_kv_seqlen: read });
  // @ts-expect-error plain arrays and other typed arrays are no data of a tensor
  softmax({ data: [1, 2], shape: [2] });
  // @ts-expect-error
  torch.scaledDotProductAttention(sd, { data: [1], shape: [1, 1] }, [[1]], [[1]]);
  // @ts-expect-error
  onnx.softmax(sd, { input: { data: new Float64Array(1), shape: [1] } });
  // @ts-expect-error nor do results go into nests
  attention([[1]], [[1]], [[1]], { into: { output: [[1]] } });
  // @ts-expect-error a gradient of a bias is there where there was one
  sd.attentionGradient([[1]], [[1]], [[1]], [[1]]).bias.data;
  return output.data[0] + run.weights.data[0] + softmax(new Float32Array(3)).data[0];
}

export async function train(engine: Engine): Promise<Uint8Array> {
  const wanted: TrainerOptions = { task: 'sort', rule: { alpha: 0.25 }, steps: 100 };
  const trainer: Trainer = await engine.createTrainer(wanted);
  const { steps, divergedAt } = await trainer.step(100, {
    signal: AbortSignal.timeout(1000),
    onProgress: ({ done, perSecond }) => console.log(done, perSecond),
  });
  const rows: TrainingRow[] = await trainer.metrics({ from: 1 });
  const view: TrainingView = await trainer.attention({ index: 3, split: 'training' });
  const weights: Tensor = view.blocks[0].weights;
  const typed = await trainer.attention({ text: '7 March 2024' }, { scoreFactor: 0.5 });
  const { exact } = await trainer.evaluate({ count: 64 }, { onPartial: (part) => part.loss });
  console.log(steps, divergedAt, rows[0].blocks[0].heads[0].entropy, weights.shape, exact);
  console.log(typed.answer.join(''), trainer.options.modelDim, trainer.vocabulary.length);
  // @ts-expect-error options are read
  trainer.options.seed = 2;
  // @ts-expect-error there is no such rule
  await engine.createTrainer({ rule: 'sqrt' });
  const bytes = await trainer.save({ numbers: 'f16' });
  const other = await engine.createTrainer({ checkpoint: bytes });
  await other.load(bytes);
  const { tokens, perplexity }: TrainingReading = await other.read('Anne', { scoreFactor: 2 });
  console.log(tokens[0].length, perplexity?.toFixed(2));
  other.dispose();
  return bytes;
}

export async function measure(engine: Engine, files: File[]): Promise<number> {
  const model: Model = await openModel(engine, files, { heads: 12 });
  const { ids } = (await openTokenizer(files)).encode('why divide?');
  const run: ModelRun = await model.run(ids, {
    returns: ['weights', 'logits'],
    onLayer: ({ layer, results }) => console.log(layer, results.weights?.shape),
  });
  // @ts-expect-error there is no such result
  await model.run(ids, { returns: ['heads'] });
  const [[head]] = await model.headStatistics(ids, { layers: [0], factor: 2 });
  const { query, key }: HeadMatrices = await model.headMatrices(0, 1);
  const thin = engine.headAlgebra({ wq: query, wk: key, thin: true });
  console.log(thin.singularValues?.length, thin.effectiveRank);
  console.log(run.logits?.shape, model.rule.name, model.config.rotary?.base, model.assumed.length);
  model.close();
  return head.scoreSd / head.unitSd;
}

export function mount(place: HTMLElement): Record<string, unknown> {
  labs.forEach((lab) => define(lab));
  define(ScaledotVariance, 'my-variance');
  const lab = new ScaledotVariance();
  const once = ({ detail }: LabEventMap['scaledot-change']) => {
    console.log(detail.query);
    lab.removeEventListener('scaledot-change', once);
  };
  lab.addEventListener('scaledot-change', once);
  const notes: readonly unknown[] = lab.setState({ dk: 32 });
  place.append(lab, String(notes.length));
  return lab.getState();
}
