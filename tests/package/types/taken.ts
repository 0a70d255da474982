// Declarations match what functions accept and return: what is refused at run time does not compile, what is accepted compiles,
// and a result that may be missing is optional.
import type { AttentionName, AttentionOptions, Engine, MultiHeadName, Tensor } from 'scaledot';
import * as charts from 'scaledot/charts';
import type { ScaledotHistogram } from 'scaledot/charts';
import { ScaledotVariance } from 'scaledot/elements';
import type { ScaledotFigure, ScaledotLab, ScaledotTraining, Value } from 'scaledot/elements';
import * as onnx from 'scaledot/onnx';
import type { Model } from 'scaledot/models';
import * as torch from 'scaledot/torch';

const rows = [[1, 2]];

export function lists(sd: Engine, model: Model) {
  const table = { cosine: rows, sine: rows };
  sd.attention(rows, rows, rows, { keyLengths: Int32Array.of(1) });
  sd.rotaryEmbedding(rows, { ...table, positions: [0] });
  sd.handMade({ tokens: Uint8Array.of(0, 1) });
  void model.run(Int32Array.of(1));
  const listLike = { length: 1, 0: 1 };
  // @ts-expect-error nothing but arrays and typed arrays
  sd.attention(rows, rows, rows, { keyLengths: listLike });
  // @ts-expect-error
  sd.rotaryEmbedding(rows, { ...table, positions: listLike });
  // @ts-expect-error
  sd.handMade({ tokens: listLike });
  // @ts-expect-error
  void model.run(listLike);
  // @ts-expect-error
  void model.headStatistics(listLike);
}

export function tensors(sd: Engine) {
  const frozen = { data: new Float32Array(2), shape: [1, 2] } as const;
  sd.softmax(frozen);
  sd.attention(frozen, frozen, frozen, { mask: { allow: Uint8Array.of(1), bias: [[0]] } });
  sd.productTerms(rows, rows, { row: 0, column: 0, transposeRight: true, bias: [1] });
  sd.multiHeadAttention(rows, rows, rows, { wq: rows, wk: rows, wv: rows, wo: rows }, { heads: 1 });
  // @ts-expect-error results go into tensors that may be written
  sd.attention(rows, rows, rows, { into: { output: frozen } });
}

export async function options(sd: Engine, given: { checkpoint: Uint8Array }) {
  sd.scoreParameters();
  sd.scoreCost();
  sd.componentSample(undefined, 'query', 3);
  await sd.run('headAlgebra');
  // @ts-expect-error these have no defaults
  await sd.run('scoringStatistics');
  // @ts-expect-error
  await sd.run('attention');
  // @ts-expect-error
  await sd.run('attentionGradient');
  await sd.run('attention', { query: rows, key: rows, value: rows });
  await sd.createTrainer(given);
  // @ts-expect-error what a checkpoint has is not told once more
  await sd.createTrainer({ ...given, task: 'sort' });
  const trainer = await sd.createTrainer({ checkpoint: given.checkpoint });
  await sd.createTrainer({ ...trainer.options, seed: 2 });
}

export async function results(sd: Engine, some: AttentionName[], more: readonly MultiHeadName[]) {
  const { weights, logSumExp } = sd.attention(rows, rows, rows, {
    returns: ['weights', 'logSumExp'],
  });
  const maybe: Tensor | undefined = sd.attention(rows, rows, rows, { returns: some }).output;
  // @ts-expect-error nobody knows whether it was asked for
  sd.attention(rows, rows, rows, { returns: some }).output.data;
  const flag = some.length > 1;
  const one = sd.attention(rows, rows, rows, { returns: ['output', flag ? 'weights' : 'scores'] });
  // @ts-expect-error one of the two is missing
  one.weights.data;
  const other = sd.attention(rows, rows, rows, {
    returns: flag ? (['output'] as const) : (['output', 'logSumExp'] as const),
  });
  // @ts-expect-error nobody knows whether it was asked for
  other.logSumExp.data;
  const kept: AttentionOptions<AttentionName> = { returns: ['weights'] };
  // @ts-expect-error
  sd.attention(rows, rows, rows, kept).output.data;
  const parameters = { wq: rows, wk: rows, wv: rows, wo: rows };
  // @ts-expect-error
  sd.multiHeadAttention(rows, rows, rows, parameters, { heads: 1, returns: more }).output.data;
  const run = await sd.run('attention', { query: rows, key: rows, value: rows, returns: some });
  // @ts-expect-error
  run.output.data;
  return [weights, logSumExp, maybe, one.output, one.scores, other.output].map((x) => x?.shape);
}

export function pytorch(sd: Engine, flag: boolean, half: Uint16Array<ArrayBuffer>) {
  const layer = { num_heads: 1, in_proj_weight: rows, out_proj_weight: rows };
  const floats = { data: half, shape: [1, 2], dtype: 'float16' } as const;
  const booleans = { data: new Uint8Array(1), shape: [1, 1] };
  torch.scaledDotProductAttention(sd, floats, rows, rows, { attn_mask: booleans, dropout_p: 0 });
  // @ts-expect-error booleans are a mask, and no query
  torch.scaledDotProductAttention(sd, booleans, rows, rows);
  // @ts-expect-error half floats have to say so
  torch.scaledDotProductAttention(sd, { data: half, shape: [1, 2] }, rows, rows);
  // @ts-expect-error there is no dropout
  torch.scaledDotProductAttention(sd, rows, rows, rows, { dropout_p: 0.1 });
  torch.multiheadAttention(sd, rows, rows, rows, layer).weights.data;
  torch.multiheadAttention(sd, rows, rows, rows, { ...layer, need_weights: true }).weights.data;
  const none = torch.multiheadAttention(sd, rows, rows, rows, { ...layer, need_weights: false });
  // @ts-expect-error they were not needed
  none.weights.data;
  const some = torch.multiheadAttention(sd, rows, rows, rows, { ...layer, need_weights: flag });
  // @ts-expect-error nobody knows whether they were
  some.weights.data;
}

export function operators(sd: Engine, outputs: onnx.AttentionOutput[]) {
  const [Q, K, V] = [rows, rows, rows];
  const lengths = { data: BigInt64Array.of(1n), shape: [1] };
  onnx.attention(sd, { Q, K, V, nonpad_kv_seqlen: lengths }).present_key.data;
  onnx.attention(sd, { Q, K, V }, {}, { outputs: ['Y'] }).Y.data;
  // @ts-expect-error it was not asked for
  onnx.attention(sd, { Q, K, V }, {}, { outputs: ['Y'] }).present_key;
  // @ts-expect-error nobody knows whether it was asked for
  onnx.attention(sd, { Q, K, V }, {}, { outputs }).Y.data;
  // @ts-expect-error whole numbers are no query
  onnx.attention(sd, { Q: lengths, K, V });
  // @ts-expect-error and floats no lengths
  onnx.attention(sd, { Q, K, V, nonpad_kv_seqlen: { data: new Float32Array(1), shape: [1] } });
  // @ts-expect-error booleans are no input of softmax
  onnx.softmax(sd, { input: { data: new Uint8Array(1), shape: [1] } });
}

export function parameters(training: ScaledotTraining, lab: ScaledotLab, figure: ScaledotFigure) {
  training.rules = 'rsqrt,none'; // several choices, separated by commas
  lab.dk = 64;
  figure.keyMean = '-1';
  const other: Value | undefined = lab.correlation;
  // @ts-expect-error no lab has it
  lab.headDim = 64;
  // @ts-expect-error there is no such scale
  new ScaledotVariance().scale = 'sqrt';
  return other;
}

export function drawn(chart: ScaledotHistogram, sd: Engine) {
  charts.heatPicture(sd.softmax(rows));
  charts.heatPicture({ data: [1], shape: [1, 1], dtype: 'float16' });
  // @ts-expect-error not a type of the engine's tensors
  charts.heatPicture({ data: [1], shape: [1, 1], dtype: 'half' });
  for (const chart of charts.charts) charts.define(chart);
  charts.define(class extends charts.ScaledotHeat {}, 'own-heat');
  // @ts-expect-error a lab
  charts.define(ScaledotVariance);
  charts.histogramPicture([1, null, NaN]);
  charts.histogramPicture([1, 2], { markers: [{ x: 1 }], spans: [{ from: 1, to: 2 }] });
  charts.barsPicture([{ value: 1 }, { label: 2, value: null }]);
  charts.barsPicture({ series: [{ values: [1] }, { label: 2, values: [1] }] });
  charts.curvesPicture({ x: [1, 2], y: [1, null] }, { marks: [{ x: 1, y: 1 }] });
  // @ts-expect-error places have no gaps
  charts.curvesPicture({ x: [1, null], y: [1, 2] });
  // @ts-expect-error nor have bands
  charts.bandsPicture({ low: [null], middle: [1], high: [2] });
  // @ts-expect-error values are counted on an even axis
  charts.histogramPicture([1], { x: { scale: 'log' } });
  chart.addEventListener('scaledot-error', ({ detail }) => console.log(detail.message.length));
}
