import { load, tensor } from 'scaledot';

const sd = await load();
const query = tensor([[1, 0.5]]);
const key = tensor([[0, 0], [1, 0.5], [1, 0.5], [-1, -0.5], [0.5, -1], [3, 0]]);
const [temperature, hidden, seed] = [0.25, 5, 1099511627781];

const learned = (kind, more) => ({
  kind,
  parameters: sd.scoreParameters({ kind, dk: 2, keys: 6, seed, ...more }),
});
const show = (values, decimals, unit = 0) =>
  Array.from(values, (x) => (x / 10 ** unit).toFixed(decimals).replace(/^-(0\.?0*)$/, '$1')).join(' ') +
  (unit ? ` e${unit}` : '');

for (const [name, options, decimals, unit] of [
  ['dot', { kind: 'dot' }, 3, 0],
  ['scaled', { kind: 'scaled-dot' }, 3, 0],
  ['cosine', { kind: 'cosine' }, 4, 0],
  ['temperature', { kind: 'cosine', scale: 1 / temperature }, 3, 0],
  ['distance', { kind: 'distance' }, 3, 0],
  ['general', learned('general'), 3, 0],
  ['additive', learned('additive', { hidden }), 3, 0],
  ['location', learned('location'), 3, 0],
]) {
  const scores = sd.scores(query, key, options);
  const weights = sd.softmax(scores).data;
  console.log(
    `${name.padEnd(11)}  scores ${show(scores.data, decimals, unit)}  weights ${show(weights, 4)}`,
  );
}

const { functions } = sd.scoringStatistics({
  dk: 64,
  keys: 8,
  draws: 1000,
  seed,
  query: { distribution: 'normal', mean: 0, sd: 1 },
  key: { distribution: 'normal', mean: 0, sd: 1 },
  functions: [{ kind: 'dot' }, { kind: 'scaled-dot' }, { kind: 'additive', hidden }, { kind: 'cosine' }],
});
const names = ['dot', 'scaled', 'additive', 'cosine'];
const medians = functions.map(
  ({ topWeight }, i) => `${names[i]} ${show([topWeight.quantiles.p50], 3)}`,
);
console.log(`best of 8 keys, d_k = 64:  ${medians.join('  ')}`);
