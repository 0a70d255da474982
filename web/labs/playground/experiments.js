/**
 * The programs of the gallery, by their names in tables/playground.js. Each answers one question, which is in
 * web/i18n/playground.*.js. They are text: the interpreter runs them, and downloads and links contain them.
 */

/** @import { experimentNames } from '../../tables/playground.js' */

/** @type {Readonly<Record<typeof experimentNames[number], string>>} */
export const experiments = Object.freeze({
  spread: `// How far do the scores spread when d_k grows? Move the slider.
const dk = control('dk', {
  min: 1,
  max: 1024,
  value: 64,
  scale: 'log',
});
const found = sd.scoreStatistics({ dk, queries: 200, keys: 200 });

histogram(found.histogram, {
  title: 'Scaled scores at d_k = ' + dk,
  x: 'score',
});
const { unscaled, scores } = found;
print('q.k has standard deviation', unscaled.std.toFixed(2));
print('sqrt(d_k) is', Math.sqrt(dk).toFixed(2));
print('divided by sqrt(d_k) it has', scores.std.toFixed(3));
`,

  maximum: `// How large is the largest of n scores? A bound and a measurement.
const counts = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
const draws = 400;
const rng = sd.numpyRandom(1);

const measured = counts.map((n) => {
  const scores = rng.normal(0, 1, draws * n);
  let sum = 0;
  for (let i = 0; i < draws; i++)
    sum += Math.max(...scores.subarray(i * n, (i + 1) * n));
  return sum / draws;
});
const bound = counts.map((n) => Math.sqrt(2 * Math.log(n)));

curves(
  [
    { label: 'measured', x: counts, y: measured },
    { label: 'sqrt(2 ln n)', x: counts, y: bound },
  ],
  {
    title: 'The largest of n standard normal scores',
    x: { label: 'n', scale: 'log' },
    y: 'score',
  },
);
table(
  counts.map((n, i) => ({
    n,
    measured: measured[i],
    bound: bound[i],
  })),
  { title: 'The same as numbers' },
);
print(
  'Among',
  counts.at(-1),
  'keys the largest score is about',
  measured.at(-1).toFixed(2),
  'standard deviations.',
);
print(
  'Dividing by sqrt(d_k) makes the standard deviation 1. It does not stop the maximum from growing with n.',
);
`,

  tails: `// Do heavy tails break the factor? Components of five laws, all with variance 1.
const dk = control('dk', {
  min: 1,
  max: 256,
  value: 4,
  scale: 'log',
});
const laws = [
  'normal',
  'uniform',
  'rademacher',
  'laplace',
  'student-t',
];
const found = laws.map((distribution) => {
  const side = { distribution, sd: 1 };
  const { scores } = sd.scoreStatistics({
    dk,
    queries: 300,
    keys: 300,
    query: side,
    key: side,
  });
  return scores;
});
table(
  found.map((scores, i) => ({
    law: laws[i],
    variance: scores.variance,
    kurtosis: scores.kurtosis,
    largest: scores.max,
  })),
  { title: 'Scaled scores at d_k = ' + dk },
);
bars(
  found.map((scores, i) => ({
    label: laws[i],
    value: scores.kurtosis,
  })),
  { title: 'Kurtosis (a normal law has 3)' },
);
print(
  'The variance is near 1 for each law. The tails are not alike: at small d_k, laws with heavy tails give a few scores that dominate.',
);
`,

  correlated: `// What if a query resembles one of its keys? Give the two a correlation.
const rho = control('correlation', {
  min: 0,
  max: 1,
  value: 0.5,
  step: 0.05,
});
const sizes = [4, 16, 64, 256, 1024];
const keys = 8;
const queries = 200;

const weights = sizes.map((dk) => {
  const scale = Math.sqrt(1 - rho * rho);
  let sum = 0;
  for (let seed = 0; seed < queries; seed++) {
    const q = sd.randomTensor([1, dk], { seed, stream: 0 });
    const k = sd.randomTensor([keys, dk], { seed, stream: 1 });
    // The first key shares rho of every component with the query.
    for (let i = 0; i < dk; i++)
      k.data[i] = rho * q.data[i] + scale * k.data[i];
    sum += sd.softmax(sd.scores(q, k)).data[0];
  }
  return sum / queries;
});
curves([{ label: 'weight', x: sizes, y: weights }], {
  title: 'Weight of the key that resembles the query',
  x: { label: 'd_k', scale: 'log' },
  y: 'weight',
});
print('at d_k =', sizes[0], 'its weight is', weights[0].toFixed(3));
print('at d_k =', sizes.at(-1), 'it is', weights.at(-1).toFixed(3));
print(
  'Divided by sqrt(d_k), its score is rho sqrt(d_k) on average, and grows with d_k;',
);
print(
  'those of the other keys stay near 0 with variance 1. Resemblance is what attention looks for.',
);
`,

  temperature: `// Are the factor and the temperature the same thing?
const n = 16;
const temperature = control('temperature', {
  min: 0.125,
  max: 8,
  value: 2,
  scale: 'log',
});
const q = sd.randomTensor([1, 64], { seed: 1 });
const k = sd.randomTensor([n, 64], { seed: 2 });

const scores = sd.scores(q, k);
const heated = sd.softmax(
  tensor(
    scores.data.map((x) => x / temperature),
    [n],
  ),
);
const scaled = sd.softmax(
  tensor(sd.scores(q, k, { scale: 1 / (8 * temperature) }).data, [
    n,
  ]),
);
print(
  'largest difference of the weights:',
  sd.difference(heated, scaled).largest,
);

bars(
  [...heated.data].map((value, i) => ({
    label: 'key ' + (i + 1),
    value,
  })),
  { title: 'Weights at temperature ' + temperature },
);
print(
  'A temperature divides the scores, as a factor multiplies them: the two are one number.',
);
print(
  '1/sqrt(d_k) sets it from the width of a head, before anything is learned.',
);
`,

  gradient: `// How much gradient passes through softmax? Compare scores with the factor and without.
const sizes = [4, 16, 64, 256, 1024];
const result = sizes.map((dk) =>
  sd.softmaxStatistics({
    dk,
    keys: 64,
    draws: 400,
    scale: 'rsqrt',
    compare: ['none'],
  }),
);
const median = (statistics) =>
  statistics.map(
    ({ logitGradient }) => logitGradient.quantiles.p50,
  );
const scaled = median(result);
const unscaled = median(result.map(({ compare }) => compare[0]));

curves(
  [
    { label: 'with 1/sqrt(d_k)', x: sizes, y: scaled },
    { label: 'without', x: sizes, y: unscaled },
  ],
  {
    title: 'Length of the gradient at the scores (median)',
    x: { label: 'd_k', scale: 'log' },
    y: { label: 'length', scale: 'log' },
  },
);
table(
  sizes.map((dk, i) => ({
    dk,
    scaled: scaled[i],
    unscaled: unscaled[i],
  })),
  { title: 'Median length of the gradient' },
);
print('Half of the queries at d_k = 1024 pass a longer gradient than');
print('with the factor:', scaled.at(-1).toPrecision(2));
print('without it:', unscaled.at(-1).toPrecision(2));
print('It shrinks; it does not become zero for all.');
`,

  keys: `// How many keys does a query really look at? exp(entropy) counts them.
const counts = [4, 16, 64, 256, 1024];
const found = counts.map((keys) => {
  const scaled = sd.softmaxStatistics({
    dk: 64,
    keys,
    draws: 300,
    compare: ['none'],
  });
  return [scaled, scaled.compare[0]].map(
    ({ effectiveKeys }) => effectiveKeys,
  );
});
const quantiles = (i) => found.map((each) => each[i].quantiles);

bands(
  ['with 1/sqrt(d_k)', 'without'].map((label, i) => ({
    label,
    x: counts,
    low: quantiles(i).map((q) => q.p05),
    middle: quantiles(i).map((q) => q.p50),
    high: quantiles(i).map((q) => q.p95),
  })),
  {
    title: 'Effective number of keys, 5 % to 95 %',
    x: { label: 'keys', scale: 'log' },
    y: { label: 'exp(entropy)', scale: 'log' },
  },
);
const last = found.at(-1).map(({ mean }) => mean.toFixed(1));
print(
  'Among 1024 keys a query spreads over',
  last[0],
  'with the factor and over',
  last[1],
  'without it.',
);
`,

  mask: `// Write a mask of your own: a window that looks back.
const length = 24;
const width = control('window', {
  min: 1,
  max: 24,
  value: 6,
  step: 1,
});
const allowed = (i, j) => j <= i && j > i - width;

const allow = tensor(
  Array.from({ length }, (_, i) =>
    Array.from({ length }, (_, j) => +allowed(i, j)),
  ),
);
const [q, k, v] = [1, 2, 3].map((seed) =>
  sd.randomTensor([length, 32], { seed }),
);
const { weights } = sd.attention(q, k, v, {
  mask: { allow },
  returns: ['weights'],
});

heat(weights, {
  title: 'Weights under a window of ' + width,
  x: 'key',
  y: 'query',
});
const rows = Array.from({ length }, (_, i) =>
  weights.data.subarray(i * length, (i + 1) * length),
);
const sums = rows.map((row) => row.reduce((sum, a) => sum + a, 0));
const off = Math.max(...sums.map((sum) => Math.abs(sum - 1)));
print('Every row adds up to 1 within', off.toExponential(1));
print('The first query sees one key, so its weight is', rows[0][0]);
`,

  cosine: `// What does the cosine do among many keys? Without a large factor it can hardly choose.
const dk = 64;
const counts = [2, 8, 32, 128, 512];
const top = (kind, scale) =>
  counts.map((keys) => {
    const statistics = sd.scoringStatistics({
      dk,
      keys,
      draws: 200,
      functions: [{ kind, scale }],
    });
    return statistics.functions[0].topWeight.mean;
  });
curves(
  [
    {
      label: 'q.k / sqrt(d_k)',
      x: counts,
      y: top('scaled-dot', 'rsqrt'),
    },
    { label: 'the cosine', x: counts, y: top('cosine', 1) },
    {
      label: 'sqrt(d_k) cosine',
      x: counts,
      y: top('cosine', Math.sqrt(dk)),
    },
    { label: 'one over n', x: counts, y: counts.map((n) => 1 / n) },
  ],
  {
    title: 'The largest weight',
    x: { label: 'keys', scale: 'log' },
    y: { label: 'weight', scale: 'log' },
  },
);
print(
  'A cosine lies between -1 and 1, so softmax makes nearly equal weights of it.',
);
print(
  'Multiplied by sqrt(d_k), it does nearly what q.k / sqrt(d_k) does. Some models learn the multiplier.',
);
`,

  qknorm: `// What does QK-norm prevent? Let the vectors grow, as they do in training.
const growth = [1, 2, 4, 8, 16];
const dk = 64;
const q = sd.randomTensor([64, dk], { seed: 1 });
const k = sd.randomTensor([64, dk], { seed: 2 });
const times = (x, c) =>
  tensor(
    x.data.map((each) => each * c),
    x.shape,
  );
const top = (query, key) => {
  const { data } = sd.softmax(sd.scores(query, key));
  let sum = 0;
  for (let i = 0; i < 64; i++)
    sum += Math.max(...data.subarray(64 * i, 64 * i + 64));
  return sum / 64;
};
const norm = (x) => sd.rmsNorm(x).output;

const plain = growth.map((c) => top(times(q, c), times(k, c)));
const normed = growth.map((c) =>
  top(norm(times(q, c)), norm(times(k, c))),
);
table(
  growth.map((c, i) => ({
    growth: c,
    plain: plain[i],
    normed: normed[i],
  })),
  { title: 'The largest weight as q and k grow' },
);
curves(
  [
    { label: 'q.k / sqrt(d_k)', x: growth, y: plain },
    { label: 'with RMSNorm of q and k', x: growth, y: normed },
  ],
  {
    title: 'Vectors that grow',
    x: { label: 'times as long', scale: 'log' },
    y: 'largest weight',
  },
);
print(
  'The factor is fixed. Vectors are not: once they are long, softmax saturates whatever d_k is.',
);
print(
  'RMSNorm gives all of them the same length, so growth changes nothing.',
);
`,

  grouped: `// What do grouped keys save? Count the cache of a large model.
const heads = 32;
const shared = [32, 8, 4, 1];
const found = shared.map((keyHeads) =>
  sd.headAlgebra({
    modelDim: 4096,
    heads,
    keyHeads,
    headDim: 128,
    length: 8192,
    spectrum: false,
  }),
);
// Half precision: two bytes a number.
const sizes = found.map(({ cache }) => (2 * cache.total) / 2 ** 20);
table(
  found.map(({ parameters, cache }, i) => ({
    'key heads': shared[i],
    'million parameters': parameters.total / 1e6,
    'numbers per token': cache.perToken,
    MiB: sizes[i],
  })),
  {
    title:
      'One layer, d_model = 4096, 8192 tokens in half precision',
  },
);
bars(
  shared.map((count, i) => ({
    label: count + (count === 1 ? ' key head' : ' key heads'),
    value: sizes[i],
  })),
  { title: 'Cache of keys and values, MiB' },
);
print(
  'With 8 key heads for 32 query heads the cache shrinks to a quarter. There are as many scores as before: d_k is the same, and so is the factor.',
);
`,

  rotary: `// Do rotary positions change the variance of a score?
const dk = 64;
const length = 128;
const q = sd.randomTensor([length, dk], { seed: 1 });
const k = sd.randomTensor([length, dk], { seed: 2 });
const turning = sd.rotaryTable({ positions: length, rotated: dk });
const turned = (x) => sd.rotaryEmbedding(x, turning);
const variance = (x) => {
  const mean = x.reduce((sum, each) => sum + each, 0) / x.length;
  return (
    x.reduce((sum, each) => sum + (each - mean) ** 2, 0) / x.length
  );
};

const before = sd.scores(q, k).data;
const after = sd.scores(turned(q), turned(k)).data;
print(
  'variance of the scaled scores:',
  variance(before).toFixed(4),
);
print('with rotary positions:        ', variance(after).toFixed(4));

const same = sd.randomTensor([1, dk], { seed: 3 }).data;
const all = tensor(Array.from({ length }, () => [...same]));
const scores = sd
  .scores(turned(all), turned(all))
  .data.subarray(0, length);
curves(
  [{ label: 'score', x: scores.map((_, i) => i), y: scores }],
  {
    title: 'One vector with itself, farther and farther away',
    x: 'distance',
    y: 'score',
  },
);
print(
  'Random vectors point anywhere, and turned they still do: the variance stays. A vector scores highest with itself at distance 0; farther away the score falls off in waves.',
);
`,

  forum: `// The forum's puzzle: a 2 x 2 product whose variance "should be 2" and is not.
const seeds = control('seeds', {
  min: 20,
  max: 2000,
  value: 200,
  step: 20,
});
const variances = [];
for (let seed = 0; seed < seeds; seed++) {
  const rng = sd.numpyRandom(seed);
  const [a, b] = [rng.randn(2, 2), rng.randn(2, 2)];
  const product = [0, 1, 2, 3].map(
    (i) =>
      a[2 * (i >> 1)] * b[i & 1] +
      a[2 * (i >> 1) + 1] * b[2 + (i & 1)],
  );
  const mean = product.reduce((sum, x) => sum + x, 0) / 4;
  variances.push(
    product.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 4,
  ); // numpy.var: ddof = 0
}
const average =
  variances.reduce((sum, x) => sum + x, 0) / variances.length;
histogram(variances, {
  title: 'numpy.var of a random 2 x 2 product',
  x: 'variance',
  bins: 40,
});
print('seed 0 gives', variances[0].toFixed(4));
print(
  'the mean of',
  variances.length,
  'seeds is',
  average.toFixed(3),
);
print(
  'Every entry has variance 2. numpy.var subtracts the mean of these four entries and divides by four, so 1.5 is expected.',
);
`,

  numpy: `// The same digits as NumPy: numpy.random.seed(0); q = randn(100, 64); k = randn(100, 64)
import { tensor as make } from 'scaledot';

const rng = sd.numpyRandom(0);
const q = make(rng.randn(100, 64), [100, 64]);
const k = make(rng.randn(100, 64), [100, 64]);
const scores = sd.matmul(q, k, { transposeRight: true }).data;
const mean = scores.reduce((sum, x) => sum + x, 0) / scores.length;
const variance =
  scores.reduce((sum, x) => sum + (x - mean) ** 2, 0) /
  scores.length;

const first = sd.numpyRandom(0).randn(1)[0];
print(
  'q[0, 0] =',
  first,
  'as in NumPy; a tensor holds float32:',
  q.data[0],
);
print('(q @ k.T).var() =', variance.toFixed(4), ' and d_k = 64');
histogram(scores, { title: 'q @ k.T', x: 'score', bins: 60 });
`,

  rank: `// What do two thin matrices give up? Look at the singular values of W_q W_k^T.
const headDim = control('d_k', {
  min: 1,
  max: 64,
  value: 16,
  step: 1,
});
const { singularValues, rank, parameters, breakEven } =
  sd.headAlgebra({ modelDim: 64, heads: 1, headDim, seed: 1 });
curves(
  [
    {
      label: 'singular value',
      x: singularValues.map((_, i) => i + 1),
      y: singularValues,
    },
  ],
  {
    title: 'W_q W_k^T at d_k = ' + headDim,
    x: 'number',
    y: 'singular value',
  },
);
print(
  'rank',
  rank,
  'of 64. The pair has',
  parameters.pair,
  'numbers, the product',
  parameters.merged,
);
print(
  'Below d_k =',
  breakEven,
  'the pair is smaller. Not every matrix can be written this way: the rank is at most d_k.',
);
`,

  softcap: `// What does a soft cap do to large scores? c tanh(x / c), as Gemma 2 has it.
const cap = control('cap', {
  min: 1,
  max: 100,
  value: 20,
  step: 1,
});
const growth = [1, 2, 4, 8, 16, 32];
const [q, k, v] = [1, 2, 3].map((seed) =>
  sd.randomTensor([32, 64], { seed }),
);
const top = (options) =>
  growth.map((c) => {
    const longer = tensor(
      q.data.map((x) => c * x),
      q.shape,
    );
    const { weights } = sd.attention(longer, k, v, {
      ...options,
      returns: ['weights'],
    });
    let sum = 0;
    for (let i = 0; i < 32; i++)
      sum += Math.max(
        ...weights.data.subarray(32 * i, 32 * i + 32),
      );
    return sum / 32;
  });
curves(
  [
    { label: 'plain', x: growth, y: top({}) },
    { label: 'capped', x: growth, y: top({ softcap: cap }) },
  ],
  {
    title: 'The largest weight, soft cap ' + cap,
    x: { label: 'queries are so many times as long', scale: 'log' },
    y: 'weight',
  },
);
print(
  'Scores far below the cap hardly change. Scores far above it all come close to the cap: then the largest weight falls again.',
);
`,

  training: `// Does a small network learn without the factor? Train two and see.
const steps = 120;
const rules = ['rsqrt', 'none'];
const lines = [];
for (const rule of rules) {
  const trainer = await sd.createTrainer({
    task: 'reverse',
    size: 6,
    symbols: 8,
    modelDim: 32,
    heads: 1,
    headDim: 128,
    rule,
    steps,
    every: 10,
    seed: 1,
  });
  await trainer.step(steps);
  const rows = await trainer.metrics();
  lines.push({
    label: rule === 'none' ? 'q.k' : 'q.k / sqrt(d_k)',
    x: rows.map((row) => row.step),
    y: rows.map((row) => row.loss),
  });
  print(
    lines.at(-1).label,
    'ends with loss',
    rows.at(-1).loss.toFixed(3),
    'and accuracy',
    rows.at(-1).accuracy.toFixed(3),
  );
  trainer.dispose();
}
curves(lines, {
  title: 'Loss on held-out examples',
  x: 'step',
  y: 'loss',
});
print(
  'Here the factor makes learning quicker; whether it decides is another question. One seed is one case: the Training lab compares five.',
);
`,
});
