/**
 * The code samples of the Attention lab: complete programs in NumPy, PyTorch and JavaScript that rebuild the matrices
 * of the shown head and print the weights of the picked query, what the largest of them would be under the other
 * factor, and the output. Text only.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Tensor } from '../../engine/types.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { MatrixName, Model } from './types.js' */

import { scaleLiteral } from '../parts/javascript.js';
import { factorCode, pythonHead, rowsCode } from '../parts/python.js';
import { bestOf, matrixIn, weightRow, weightsUnder } from './model.js';
import { memory } from './steps.js';
import { randomRows, streams } from './source.js';

export { trainedCodeSamples } from './trained-code-samples.js';

/** @typedef {{query: number, head: number}} Shown */

/** Largest number of weights and components that are printed. */
const mostPrinted = { weights: 16, output: 6 };

/** Largest number of cells written into a program. With more, it reads them from files that the page saves. */
const mostCells = 3000;

const weightDecimals = 4;
const outputDecimals = 3;

/** Names of the matrices in a program. @type {Readonly<Record<string, string>>} */
const names = { x: 'X', c: 'C', wq: 'W_Q', wk: 'W_K', wv: 'W_V', q: 'Q', k: 'K', v: 'V' };

/** Writes a number, and a zero without its sign. @param {number} value @param {number} decimals */
const show = (value, decimals) => value.toFixed(decimals).replace(/^-(0\.?0*)$/, '$1');

/**
 * @param {Engine} engine
 * @param {Params} params
 * @param {Model} model
 * @param {Shown} shown
 * @returns {Record<string, string>}
 */
export function codeSamples(engine, params, model, shown) {
  if (model.weights.data.length === 0) return {};
  const plan = planOf(params, model, shown);
  return {
    numpy: numpySample(plan),
    pytorch: torchSample(plan),
    javascript: javascriptSample(plan),
    output: outputOf(engine, plan),
  };
}

/**
 * @param {Params} params
 * @param {Model} model
 * @param {Shown} shown
 */
function planOf(params, model, shown) {
  const head = model.head(shown.head);
  const from = memory(head);
  /** @type {'rsqrt' | 'none'} */
  const other = params.scale === 'none' ? 'rsqrt' : 'none';
  /** @type {[MatrixName, MatrixName, MatrixName][]} */
  const products = [
    ['q', 'x', 'wq'],
    ['k', from, 'wk'],
    ['v', from, 'wv'],
  ];
  const given = products.flatMap(([made, left, right]) => (head[right] ? [left, right] : [made]));
  const row = weightRow(model, shown.head, shown.query);
  const filled = given.reduce((sum, name) => sum + filledOf(matrixIn(head, name)), 0);
  return {
    params,
    model,
    shown,
    head,
    products: products.filter(([, , right]) => head[right]),
    /** Matrices that the program needs. */
    given: [...new Set(given)],
    isRandom: params.source === 'random',
    /** Whether the matrices have few enough numbers to be written out. */
    isWritten: filled <= mostCells,
    rows: params.source === 'random' ? randomRows(params) : null,
    edits: model.edits.filter(
      ({ name, head: of }) => ['x', 'c'].includes(name) || of === shown.head,
    ),
    query: model.source.queries[shown.query],
    keys: model.source.keys.slice(0, mostPrinted.weights),
    key: model.source.keys[bestOf(row)],
    best: bestOf(row),
    row,
    other,
  };
}

/** @typedef {ReturnType<typeof planOf>} Plan */

/** @param {Engine} engine @param {Plan} plan */
function outputOf(engine, { model, head, shown, row, keys, query, key, best, other }) {
  const without = weightsUnder(engine, model, shown.head, shown.query, other);
  const { data, shape } = head.output;
  const output = data.subarray(shown.query * shape[1], (shown.query + 1) * shape[1]);
  const lines = keys.map((name, j) => `${query} -> ${name}: ${show(row[j], weightDecimals)}`);
  return `${[
    ...lines,
    `${factorWords(other)}, ${query} -> ${key}: ${show(without[best], weightDecimals)}`,
    `output: ${Array.from(output.subarray(0, mostPrinted.output), (value) => show(value, outputDecimals)).join(' ')}`,
  ].join('\n')}\n`;
}

/** @param {string} rule */
const factorWords = (rule) => (rule === 'none' ? 'without the factor' : 'divided by sqrt(d_k)');

// Matrices as text -----------------------------------------------------------------------------------------------------

/** Returns the shortest decimal that reads back as this float32. @param {number} value */
function literal(value) {
  for (let digits = 1; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return String(text);
  }
  return String(Number(value.toPrecision(9)));
}

/** Returns the bias of Q, K or V as numbers with commas; '' if there is none. @param {Plan} plan @param {MatrixName} made */
const biasOf = ({ head }, made) =>
  Array.from(head[/** @type {'bq'} */ (`b${made}`)]?.data ?? [], literal).join(', ');

/** Returns the cells that are not 0. @param {Tensor} tensor @returns {[number, number, string][]} */
const cellsOf = ({ data, shape }) =>
  Array.from(data.keys())
    .filter((i) => data[i] !== 0)
    .map((i) => [Math.floor(i / shape[1]), i % shape[1], literal(data[i])]);

/** Counts the cells that are not 0. @param {Tensor} tensor */
function filledOf({ data }) {
  let filled = 0;
  for (let i = 0; i < data.length; i++) if (data[i] !== 0) filled++;
  return filled;
}

/** Breaks items into lines that are not too long. @param {readonly string[]} items @param {string} space */
function lines(items, space) {
  /** @type {string[]} */
  const all = [''];
  for (const item of items) {
    const last = all.length - 1;
    if (all[last].length + item.length > 92 && all[last] !== '') all.push(`${item}, `);
    else all[last] += `${item}, `;
  }
  return all.map((line) => `${space}${line.trimEnd()}`).join('\n');
}

// Python ---------------------------------------------------------------------------------------------------------------

const SPARSE = `def matrix(rows, columns, cells):
    """Zeros, but for these cells: row, column, value."""
    m = np.zeros((rows, columns))
    for i, j, value in cells:
        m[i, j] = value
    return m
`;

const SHOW = `def show(x, decimals):
    text = f"{float(x):.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text
`;

/** @param {Plan} plan @param {MatrixName} name */
function pythonGiven(plan, name) {
  const { params, head, rows, shown } = plan;
  const tensor = matrixIn(head, name);
  const [height, width] = tensor.shape;
  if (plan.isRandom && rows) {
    const law = { distribution: 'normal', mean: 0, sd: 1 };
    if (name === 'x' || name === 'c') {
      const list = name === 'x' ? rows.queries : rows.keys;
      const numbers = `STREAM + np.array([${list.join(', ')}])`;
      return `${names[name]} = ${rowsCode(law, 2, numbers, 'd_model')}`;
    }
    const stream = streams[name];
    const numbers = `(${stream} << 32) + STREAM + ${shown.head * Number(params.modelDim)} + np.arange(d_model)`;
    return `${names[name]} = ${rowsCode(law, 2, numbers, 'd_k').replace(', 0, 1)', ', 0, d_model**-0.5)')}`;
  }
  if (!plan.isWritten) return `${names[name]} = np.load("${name}.npy").astype(float)`;
  const cells = cellsOf(tensor).map((cell) => `(${cell.join(', ')})`);
  return `${names[name]} = matrix(${height}, ${width}, [\n${lines(cells, '    ')}\n])`;
}

/**
 * Writes the changed cells. Those of matrices that the program computes come after the computation.
 * @param {Plan} plan
 * @param {readonly string[]} of
 * @param {(name: string, row: number, column: number, value: string) => string} write
 */
const editLines = ({ edits, isRandom, products }, of, write) =>
  edits
    .filter(
      ({ name }) => of.includes(name) && (isRandom || products.some(([made]) => made === name)),
    )
    .map(({ name, row, column, value }) =>
      write(names[name], row, column, literal(Math.fround(value))),
    );

/** @param {string} name @param {number} row @param {number} column @param {string} value */
const pythonEdit = (name, row, column, value) => `${name}[${row}, ${column}] = ${value}`;

/** @param {Plan} plan */
function pythonMatrices(plan) {
  const { given, products } = plan;
  return [
    ...given.map((name) => pythonGiven(plan, name)),
    ...editLines(plan, ['x', 'c', 'wq', 'wk', 'wv'], pythonEdit),
    ...products.map(([made, left, right]) => {
      const added = biasOf(plan, made);
      return `${names[made]} = ${names[left]} @ ${names[right]}${added && ` + np.array([${added}])`}`;
    }),
    ...editLines(plan, ['q', 'k', 'v'], pythonEdit),
  ].join('\n');
}

/** @param {Plan} plan */
function pythonMask({ params: { kind, mask, length, side, window } }) {
  return [
    'visible = np.ones((len(Q), len(K)), dtype=bool)  # True: the query sees the key',
    ...(kind === 'causal' || mask === 'causal'
      ? ['visible &= np.tri(len(Q), len(K), dtype=bool)']
      : []),
    ...(mask === 'window'
      ? [`visible &= abs(np.arange(len(Q))[:, None] - np.arange(len(K))) <= ${window}`]
      : []),
    ...(mask === 'padding' && side === 'end' ? [`visible[:, ${length}:] = False`] : []),
    ...(mask === 'padding' && side === 'start'
      ? [`visible[:, : max(0, len(K) - ${length})] = False`]
      : []),
  ].join('\n');
}

/** @param {Plan} plan */
const settings = ({ params, isRandom, head }) =>
  isRandom
    ? `seed, d_model, d_k = ${params.seed}, ${params.modelDim}, ${params.dk}
STREAM = 65536 << 32  # rows of scaledot's random tensors
`
    : `d_k = ${head.q?.shape[1]}
`;

/** @param {Plan} plan @param {string[]} imports */
function pythonStart(plan, imports) {
  const top = pythonHead(imports, settings(plan), plan.isRandom ? ['normal'] : []);
  const sparse = !plan.isRandom && plan.isWritten ? `\n${SPARSE}\n` : '';
  const files = !plan.isRandom && !plan.isWritten ? '# The files: "Save" on the page\n' : '';
  return `${top}${sparse}
${SHOW}

${files}${pythonMatrices(plan)}

${pythonMask(plan)}
query, best = ${plan.shown.query}, ${plan.best}
`;
}

/** @param {Plan} plan */
const pythonPrints = (
  plan,
) => `name, words = ${JSON.stringify(plan.query)}, ${JSON.stringify(plan.keys)}
for word, weight in zip(words, weights[query]):
    print(f"{name} -> {word}: {show(weight, ${weightDecimals})}")
key = ${JSON.stringify(plan.key)}
print(f"${factorWords(plan.other)}, {name} -> {key}: {show(other[query, best], ${weightDecimals})}")
print("output:", *(show(x, ${outputDecimals}) for x in output[query, :${mostPrinted.output}]))
`;

/** @param {Plan} plan */
const otherFactor = ({ other }) => (other === 'none' ? '1' : '1 / np.sqrt(d_k)');

/** @param {Plan} plan */
const numpySample = (plan) => `${pythonStart(plan, ['import numpy as np'])}

def attention(factor):
    z = np.where(visible, factor * (Q @ K.T), -np.inf)
    e = np.exp(z - np.where(visible.any(1, keepdims=True), z.max(1, keepdims=True), 0))
    total = e.sum(1, keepdims=True)
    weights = e / np.where(total > 0, total, 1)  # a query that sees no key gets zeros
    return weights, weights @ V


weights, output = attention(${factorCode(plan.params)})
other, _ = attention(${otherFactor(plan)})
${pythonPrints(plan)}`;

/** @param {Plan} plan */
const torchSample = (plan) => `${pythonStart(plan, ['import numpy as np', 'import torch'])}
q, k, v, mask = (torch.from_numpy(np.asarray(m)) for m in (Q, K, V, visible))


def attention(factor):
    z = (float(factor) * (q @ k.T)).masked_fill(~mask, float("-inf"))
    weights = torch.nan_to_num(torch.softmax(z, dim=-1))  # a query that sees no key gets zeros
    return weights, weights @ v


weights, output = attention(${factorCode(plan.params)})
other, _ = attention(${otherFactor(plan)})
${pythonPrints(plan)}`;

// JavaScript -----------------------------------------------------------------------------------------------------------

/** @param {Plan} plan @param {MatrixName} name */
function scriptGiven(plan, name) {
  const { params, head, rows, shown } = plan;
  const [height, width] = matrixIn(head, name).shape;
  if (plan.isRandom && rows) {
    if (name === 'x' || name === 'c') {
      const list = name === 'x' ? rows.queries : rows.keys;
      return `const ${names[name]} = pick([${list.join(', ')}]);`;
    }
    const stream = streams[name];
    return `const ${names[name]} = random(${params.heads}, ${stream}, ${shown.head});`;
  }
  if (!plan.isWritten) return `const ${names[name]} = sd.readNpy(await readFile('${name}.npy'));`;
  const cells = cellsOf(matrixIn(head, name)).map((cell) => `[${cell.join(', ')}]`);
  return `const ${names[name]} = matrix(${height}, ${width}, [\n${lines(cells, '  ')}\n]);`;
}

const SCRIPT_MATRIX = `function matrix(rows, columns, cells) {
  // Zeros, but for these cells: row, column, value
  const data = new Float32Array(rows * columns);
  for (const [i, j, value] of cells) data[i * columns + j] = value;
  return { data, shape: [rows, columns] };
}
`;

const SCRIPT_PART = `const part = ({ data }, rows, columns, index) => ({
  data: data.slice(index * rows * columns, (index + 1) * rows * columns),
  shape: [rows, columns],
});
`;

/** @param {Plan} plan */
const scriptRandom = ({
  params,
  rows,
}) => `const [seed, dModel, dk] = [${params.seed}, ${params.modelDim}, ${params.dk}];
${SCRIPT_PART}
const random = (heads, stream, head) =>
  part(sd.randomTensor([heads, dModel, dk], { sd: 1 / Math.sqrt(dModel), seed, stream }), dModel, dk, head);
const all = sd.randomTensor([${rows?.count}, dModel], { seed, stream: ${streams.x} });
const pick = (rows) => ({
  data: Float32Array.from(rows.flatMap((row) => [...part(all, 1, dModel, row).data])),
  shape: [rows.length, dModel],
});
`;

/** @param {string} name @param {number} row @param {number} column @param {string} value */
const scriptEdit = (name, row, column, value) =>
  `${name}.data[${row} * ${name}.shape[1] + ${column}] = ${value};`;

/** @param {Plan} plan */
function scriptOptions({ params: { kind, mask, length, side, window, ...rule } }) {
  const options = [`scale: ${scaleLiteral(rule)}`];
  const visible = [];
  if (kind === 'causal' || mask === 'causal') visible.push(`causal: 'upper-left'`);
  if (mask === 'window') visible.push(`window: { before: ${window}, after: ${window} }`);
  if (mask === 'padding') {
    const test = side === 'end' ? `j < ${length}` : `j >= keys - ${length}`;
    visible.push(
      `mask: { allow: { data: Uint8Array.from({ length: keys }, (_, j) => Number(${test})), shape: [1, keys] } }`,
    );
  }
  return { scale: options[0], visible: visible.join(', ') };
}

/** @param {Plan} plan */
function javascriptSample(plan) {
  const { given, products, isRandom } = plan;
  const written = plan.isWritten;
  const { scale, visible } = scriptOptions(plan);
  const helpers = isRandom ? scriptRandom(plan) : written ? SCRIPT_MATRIX : '';
  return `import { load } from 'scaledot';
${!isRandom && !written ? 'import { readFile } from \'node:fs/promises\'; // the files: "Save" on the page\n' : ''}
const sd = await load({ engine: 'simd' });
${helpers}
${[
  ...given.map((name) => scriptGiven(plan, name)),
  ...editLines(plan, ['x', 'c', 'wq', 'wk', 'wv'], scriptEdit),
  ...products.map(([made, left, right]) => {
    const added = biasOf(plan, made);
    const bias = `, { bias: { data: Float32Array.of(${added}), shape: [${added.split(',').length}] } }`;
    return `const ${names[made]} = sd.matmul(${names[left]}, ${names[right]}${added && bias});`;
  }),
  ...editLines(plan, ['q', 'k', 'v'], scriptEdit),
].join('\n')}

const [keys] = K.shape;
const visible = {${visible ? ` ${visible} ` : ''}};
const returns = ['weights', 'output'];
const { weights, output } = sd.attention(Q, K, V, { ...visible, ${scale}, returns });
const other = sd.attention(Q, K, V, { ...visible, scale: '${plan.other}', returns });

const show = (x, decimals) => x.toFixed(decimals).replace(/^-(0\\.?0*)$/, '$1');
const [query, best] = [${plan.shown.query}, ${plan.best}];
const words = ${JSON.stringify(plan.keys)};
words.forEach((word, j) => {
  console.log(${JSON.stringify(`${plan.query} -> `)} + word + ': ' + show(weights.data[query * keys + j], ${weightDecimals}));
});
console.log(${JSON.stringify(`${factorWords(plan.other)}, ${plan.query} -> ${plan.key}: `)} + show(other.weights.data[query * keys + best], ${weightDecimals}));
const [, width] = output.shape;
const row = output.data.slice(query * width, (query + 1) * width).slice(0, ${mostPrinted.output});
console.log('output:', Array.from(row, (x) => show(x, ${outputDecimals})).join(' '));
`;
}
