/**
 * The code samples of the Scoring lab: complete programs in NumPy, PyTorch and JavaScript that print the eight scores
 * and weights of the query in the plane, and the medians of the answer's second sentence. Only text: this file computes
 * nothing but numbers of decimals. (parts/python.js has the generator of the Python programs.)
 */

/** @import { Params } from '../../tables/types.js' */
/** @import { FunctionName } from '../../tables/scoring.js' */
/** @import { Plane, Sharpest } from './types.js' */
/** @import { CodeSamples } from '../parts/types.js' */

import { decadeOf, tenTo } from '../../i18n/decades.js';
import { componentOptions } from '../../tables/entries.js';
import { functionNames } from '../../tables/scoring.js';
import { componentLiterals } from '../parts/javascript.js';
import { decimalsFor, pythonHead, rowsCode, streams } from '../parts/python.js';
import { compared } from './sharpest.js';
import { keysOf, queryOf } from './vectors.js';

/** Components in a block of draws of the Python programs. */
const BLOCK_NUMBERS = 1e6;

const WEIGHT_DECIMALS = 4;
const MEDIAN_DECIMALS = 3;

/** Scores from this size on exceed the decimals that float32 resolves. They are printed in powers of ten. */
const LARGE = 1e5;

/**
 * Returns how the scores of a function are printed: the power of ten and the number of decimals.
 * @param {ArrayLike<number>} scores
 */
function layoutOf(scores) {
  const size = Math.max(...Array.from(scores, Math.abs));
  if (size < LARGE) return { unit: 0, decimals: Math.max(0, decimalsFor(size) - 1) };
  return { unit: decadeOf(size), decimals: 4 };
}

/** Formats a number, and a zero without a sign. @param {number} value @param {number} decimals */
const show = (value, decimals) => value.toFixed(decimals).replace(/^-(0\.?0*)$/, '$1');

/** @param {ArrayLike<number>} values @param {number} decimals @param {number} unit */
const list = (values, decimals, unit = 0) =>
  Array.from(values, (value) => show(value / tenTo(unit), decimals)).join(' ') +
  (unit > 0 ? ` e${unit}` : '');

const wide = Math.max(...functionNames.map((name) => name.length));

/** @param {Params} params @param {Plane} plane @param {Sharpest} sharpest */
function outputOf({ dk, keys }, { rows }, { medians }) {
  const lines = [...rows].map(([name, { scores, weights }]) => {
    const { decimals, unit } = layoutOf(scores);
    return `${name.padEnd(wide)}  scores ${list(scores, decimals, unit)}  weights ${list(weights, WEIGHT_DECIMALS)}`;
  });
  const best = compared.map((name) => `${name} ${show(medians[name], MEDIAN_DECIMALS)}`).join('  ');
  return `${lines.join('\n')}\nbest of ${keys} keys, d_k = ${dk}:  ${best}\n`;
}

// Python ------------------------------------------------------------------------------------------------------------

const SHOW = `def show(values, decimals, power=0):
    text = [f"{x / 10**power:.{decimals}f}" for x in values]
    text = [x.lstrip("-") if float(x) == 0 else x for x in text]
    return " ".join(text) + (f" e{power}" if power else "")
`;

/** @param {Params} params */
const settings = (params) => `# The plane
query = np.array([${queryOf(params).join(', ')}], dtype=np.float32).astype(float)
keys = np.array([${keysOf(params)
  .map((key) => `[${key.join(', ')}]`)
  .join(', ')}], dtype=np.float32).astype(float)

# Random vectors
d_k, n, draws, seed = ${params.dk}, ${params.keys}, ${params.draws}, ${params.seed}
temperature, hidden = ${params.temperature}, ${params.units}
`;

const PARAMETERS = `def normals(which, count, columns, sd):
    """Parameters: row i of the matrix is row 2^32 which + i of the generator's third stream."""
    return rows(${streams.draw}, (which << 32) + np.arange(count), columns, normal, 0, sd)


def parameters(d_k, n):
    """As at the start of training: random, and so that scores do not grow with the number of inputs."""
    return {
        "W": normals(1, d_k, d_k, d_k**-0.5),
        "W_q": normals(2, d_k, hidden, d_k**-0.5),
        "W_k": normals(3, d_k, hidden, d_k**-0.5),
        "v": normals(4, 1, hidden, hidden**-0.5)[0],
        "L": normals(5, d_k, n, d_k**-0.5),
    }
`;

const NUMPY_FUNCTIONS = `def dot(q, k, p):
    return (q[..., None, :] * k).sum(-1)


def scaled(q, k, p):
    return dot(q, k, p) / np.sqrt(q.shape[-1])


def cosine(q, k, p):
    """A vector of length 0 has cosine 0 with everything."""
    lengths = np.linalg.norm(q, axis=-1)[..., None] * np.linalg.norm(k, axis=-1)
    return np.where(lengths > 0, dot(q, k, p) / np.where(lengths > 0, lengths, 1), 0)


def with_temperature(q, k, p):
    return cosine(q, k, p) / temperature


def distance(q, k, p):
    return -((q[..., None, :] - k) ** 2).sum(-1)


def general(q, k, p):
    return dot(q @ p["W"], k, p)


def additive(q, k, p):
    return np.tanh((q @ p["W_q"])[..., None, :] + k @ p["W_k"]) @ p["v"]


def location(q, k, p):
    return q @ p["L"]


def softmax(z):
    e = np.exp(z - z.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
`;

const TORCH_FUNCTIONS = `def dot(q, k, p):
    return (q.unsqueeze(-2) * k).sum(-1)


def scaled(q, k, p):
    return dot(q, k, p) / q.shape[-1] ** 0.5


def cosine(q, k, p):
    """A vector of length 0 has cosine 0 with everything."""
    return torch.cosine_similarity(q.unsqueeze(-2), k, dim=-1, eps=1e-30)


def with_temperature(q, k, p):
    return cosine(q, k, p) / temperature


def distance(q, k, p):
    return -((q.unsqueeze(-2) - k) ** 2).sum(-1)


def general(q, k, p):
    return dot(q @ p["W"], k, p)


def additive(q, k, p):
    return torch.tanh((q @ p["W_q"]).unsqueeze(-2) + k @ p["W_k"]) @ p["v"]


def location(q, k, p):
    return q @ p["L"]


def softmax(z):
    return torch.softmax(z, dim=-1)
`;

/** Returns the name of a function in Python. @param {FunctionName} name */
const pythonName = (name) => (name === 'temperature' ? 'with_temperature' : name);

/** @param {Plane} plane */
const layouts = ({ rows }) =>
  [...rows].map(([name, { scores }]) => {
    const { decimals, unit } = layoutOf(scores);
    return `    ("${name}", ${pythonName(name)}, ${decimals}, ${unit}),`;
  });

/**
 * @param {Params} params
 * @param {Plane} plane
 * @param {{imports: string[], functions: string, wrap: (code: string) => string, p: (code: string) => string, top: string, median: string}} dialect
 */
function pythonSample(params, plane, { imports, functions, wrap, p, top, median }) {
  const { query, key } = componentOptions(params);
  const head = pythonHead(imports, settings(params), [
    'normal',
    query.distribution,
    key.distribution,
  ]);
  const components = Number(params.dk) * Number(params.keys);
  const block = Math.max(1, Math.floor(BLOCK_NUMBERS / components));
  return `${head}

${PARAMETERS}

${functions}

${SHOW}

p = ${p('parameters(2, len(keys))')}
for name, score, decimals, power in [
${layouts(plane).join('\n')}
]:
    z = score(${wrap('query')}, ${wrap('keys')}, p)
    print(f"{name:${wide}s}  scores {show(z, decimals, power)}  weights {show(softmax(z), ${WEIGHT_DECIMALS})}")

p = ${p('parameters(d_k, n)')}
best = {${compared.map((name) => `${pythonName(name)}: []`).join(', ')}}
for first in range(0, draws, ${block}):
    draw = np.arange(first, min(first + ${block}, draws))
    q = ${rowsCode(query, streams.query, 'draw', 'd_k')}
    k = ${rowsCode(key, streams.key, '(draw[:, None] << 24) | np.arange(n)', 'd_k')}
    for score in best:
        best[score].append(softmax(score(${wrap('q')}, ${wrap('k')}, p))${top})
medians = "  ".join(f"{score.__name__} {${median}:.${MEDIAN_DECIMALS}f}" for score, tops in best.items())
print(f"best of {n} keys, d_k = {d_k}:  {medians}")
`;
}

const numpy = {
  imports: ['import numpy as np'],
  functions: NUMPY_FUNCTIONS,
  wrap: (/** @type {string} */ code) => code,
  p: (/** @type {string} */ code) => code,
  top: '.max(-1)',
  median: 'np.median(np.concatenate(tops))',
};

const pytorch = {
  imports: ['import numpy as np', 'import torch'],
  functions: TORCH_FUNCTIONS,
  wrap: (/** @type {string} */ code) => `torch.from_numpy(${code})`,
  p: (/** @type {string} */ code) =>
    `{name: torch.from_numpy(values) for name, values in ${code}.items()}`,
  top: '.amax(-1)',
  // torch.median takes the lower of the two middle values
  median: 'torch.quantile(torch.cat(tops), 0.5)',
};

// JavaScript --------------------------------------------------------------------------------------------------------

/** The options of each function in the plane. @type {Record<FunctionName, string>} */
const options = {
  dot: "{ kind: 'dot' }",
  scaled: "{ kind: 'scaled-dot' }",
  cosine: "{ kind: 'cosine' }",
  temperature: "{ kind: 'cosine', scale: 1 / temperature }",
  distance: "{ kind: 'distance' }",
  general: "learned('general')",
  additive: "learned('additive', { hidden })",
  location: "learned('location')",
};

/** @param {Params} params @param {Plane} plane */
function javascriptSample(params, plane) {
  const keys = keysOf(params);
  const randoms = {
    dot: "{ kind: 'dot' }",
    scaled: "{ kind: 'scaled-dot' }",
    additive: "{ kind: 'additive', hidden }",
    cosine: "{ kind: 'cosine' }",
  };
  const lines = [...plane.rows].map(([name, { scores }]) => {
    const { decimals, unit } = layoutOf(scores);
    return `  ['${name}', ${options[name]}, ${decimals}, ${unit}],`;
  });
  return `import { load, tensor } from 'scaledot';

const sd = await load({ engine: 'simd' });
const query = tensor([[${queryOf(params).join(', ')}]]);
const key = tensor([${keys.map((each) => `[${each.join(', ')}]`).join(', ')}]);
const [temperature, hidden, seed] = [${params.temperature}, ${params.units}, ${params.seed}];

const learned = (kind, more) => ({
  kind,
  parameters: sd.scoreParameters({ kind, dk: 2, keys: ${keys.length}, seed, ...more }),
});
const show = (values, decimals, unit = 0) =>
  Array.from(values, (x) => (x / Number(\`1e\${unit}\`)).toFixed(decimals).replace(/^-(0\\.?0*)$/, '$1')).join(' ') +
  (unit ? \` e\${unit}\` : '');

for (const [name, options, decimals, unit] of [
${lines.join('\n')}
]) {
  const scores = sd.scores(query, key, options);
  const weights = sd.softmax(scores).data;
  console.log(
    \`\${name.padEnd(${wide})}  scores \${show(scores.data, decimals, unit)}  weights \${show(weights, ${WEIGHT_DECIMALS})}\`,
  );
}

const { functions } = sd.scoringStatistics({
  dk: ${params.dk},
  keys: ${params.keys},
  draws: ${params.draws},
  seed,
  ${componentLiterals(params)}
  functions: [${compared.map((name) => randoms[name]).join(', ')}],
});
const names = [${compared.map((name) => `'${name}'`).join(', ')}];
const medians = functions.map(
  ({ topWeight }, i) => \`\${names[i]} \${show([topWeight.quantiles.p50], ${MEDIAN_DECIMALS})}\`,
);
console.log(\`best of ${params.keys} keys, d_k = ${params.dk}:  \${medians.join('  ')}\`);
`;
}

/**
 * Returns the programs for a state and their output, or nothing before there are results to print.
 * @param {Params} params
 * @param {Plane | null} plane
 * @param {Sharpest | null} sharpest
 * @returns {CodeSamples}
 */
export function codeSamples(params, plane, sharpest) {
  if (!plane || !sharpest || sharpest.partial) return {};
  return {
    numpy: pythonSample(params, plane, numpy),
    pytorch: pythonSample(params, plane, pytorch),
    javascript: javascriptSample(params, plane),
    output: outputOf(params, plane, sharpest),
  };
}
