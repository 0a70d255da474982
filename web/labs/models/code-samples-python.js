/**
 * The Models lab's programs in NumPy and PyTorch. They do not use scaledot, and contain only the code that the model
 * needs. Text only.
 */

/** @import { Network, Pair } from '../../engine/models/network.js' */
/** @import { Model } from '../../engine/models/index.js' */
/** @import { Library } from './code-samples-libraries.js' */
/** @import { Factors } from './code-samples-plan.js' */
/** @import { Plan } from './types.js' */

import { internalsOf } from '../../engine/models/internals.js';
import { numpy, torch } from './code-samples-libraries.js';
import {
  decimals,
  endsOf,
  factorsOf,
  folderOfFiles,
  isPlain,
  normsOf,
  printed,
} from './code-samples-plan.js';

/**
 * @typedef {object} Program
 * @property {Plan} plan
 * @property {Network} network
 * @property {Factors} factors
 * @property {number} buckets  number of buckets of relative positions
 * @property {Library} library
 */

/**
 * @param {Model} model
 * @param {Plan} plan
 * @returns {Record<string, string>} empty if they would not print the page's digits
 */
export function pythonSamples(model, plan) {
  const { network, tensors } = internalsOf(model) ?? {};
  const factors = network && factorsOf(network, plan);
  if (!tensors || !factors || !isPlain(network, tensors)) return {};
  const [buckets = 0] = tensors.get(network.relative?.buckets ?? '')?.shape ?? [];
  const program = { plan, network, factors, buckets };
  return {
    numpy: programOf({ ...program, library: numpy }),
    pytorch: programOf({ ...program, library: torch }),
  };
}

// Names ----------------------------------------------------------------------------------------------------------------

/** Writes a name in Python. Names within a layer follow `at`. @param {Program} program @param {string} name */
function nameCode({ network }, name) {
  const first = network.start.replace('{i}', '0');
  return name.startsWith(first) ? `at + "${name.slice(first.length)}"` : `"${name}"`;
}

/** @param {Program} program @param {string} name */
const tensorCode = (program, name) => `tensor(${nameCode(program, name)})`;

/** @param {Program} program @param {string} x @param {Pair | undefined} pair @param {boolean} [transposed] */
function linear(program, x, pair, transposed = program.network.transposed) {
  const { weight, bias } = /** @type {Pair} */ (pair); // openModel() refuses files without it
  const product = `${x} @ ${tensorCode(program, weight)}${transposed ? '.T' : ''}`;
  return bias ? `${product} + ${tensorCode(program, bias)}` : product;
}

/** @param {Program} program @param {string} x @param {Pair | undefined} pair @param {string} [norm] the function */
const normed = (program, x, pair, norm = 'norm') =>
  pair ? `${norm}(${x}, ${nameCode(program, pair.weight.replace(/\.(weight|gamma)$/, ''))})` : x;

// Parts ----------------------------------------------------------------------------------------------------------------

/** @param {Program} program */
function readingCode({ plan: { file }, library }) {
  const isOwn = file === folderOfFiles;
  return `# ${isOwn ? 'The folder of your files' : `The file: "Save ${file}" on the page`}
places = {}
for path in ${isOwn ? `Path("${file}").glob("*.safetensors")` : `[Path("${file}")]`}:
    with open(path, "rb") as f:
        start = 8 + int.from_bytes(f.read(8), "little")
        header = json.loads(f.read(start - 8))
    header.pop("__metadata__", None)
    places.update((name, (path, start, entry)) for name, entry in header.items())


def tensor(name):
    path, start, entry = places[name]
    begin, end = entry["data_offsets"]
    kind = {"F16": "<f2", "BF16": "<u2", "F32": "<f4"}[entry["dtype"]]
    numbers = np.fromfile(path, kind, (end - begin) // int(kind[2]), offset=start + begin)
    if entry["dtype"] == "BF16":
        numbers = (numbers.astype("<u4") << 16).view("<f4")
    return ${library.made('numbers.astype(float).reshape(entry["shape"])')}`;
}

/** @param {Program} program */
function settingsCode({ plan: { ids, layer, head }, network, factors }) {
  const { layers, heads, keyHeads, headDim, epsilon } = network;
  const group =
    keyHeads < heads
      ? `\ngroup = ${heads / keyHeads}  # heads of queries that share one head of keys and values`
      : '';
  return `layers, d_k, epsilon = ${layers}, ${headDim}, ${epsilon}${group}
factor = ${factors.own}  # of every score
ids = [${ids.join(', ')}]
look = {}  # layer ${layer + 1}, head ${head + 1}`;
}

/** @param {Program} program */
function activationsCode({ plan, network: { activation, head }, library }) {
  const own = plan.predicts && head?.dense ? [head.activation ?? activation] : [];
  return [...new Set([activation, ...own])].map(library.defined);
}

/** @param {Program} program */
function normCode({ network, library }) {
  const ends = endsOf(network, normsOf(network)[0]);
  const named = (/** @type {string} */ end) => (end ? `name + "${end}"` : 'name');
  return `def norm(x, name):
    ${network.norm === 'rms' ? `x = x / ${library.root}` : library.centred}
    return x * tensor(${named(ends.gain)})${ends.bias ? ` + tensor(${named(ends.bias)})` : ''}`;
}

/** Writes the norm of queries and keys, if it is of another kind. @param {Program} program */
function headNormCode({ network: { headNorm, layerTensors }, library }) {
  if (!headNorm || !layerTensors[0].queryNorm) return '';
  return `def rms_norm(x, name):
    return x / ${library.root.replace('epsilon', String(headNorm.epsilon))} * tensor(name)`;
}

/** @param {Program} program */
function rotaryCode({ network: { rotary, headDim }, library }) {
  if (!rotary) return '';
  const { base, rotated, stretch, factor, low, high, original } = rotary;
  const isPart = rotated < headDim;
  const width = isPart ? String(rotated) : 'd_k';
  const halves = isPart
    ? `a, b, rest = x[..., :${rotated / 2}], x[..., ${rotated / 2}:${rotated}], x[..., ${rotated}:]`
    : 'a, b = x[..., : d_k // 2], x[..., d_k // 2 :]';
  const turned = `a * cos - b * sin, b * cos + a * sin${isPart ? ', rest' : ''}`;
  const stretched = {
    none: '',
    linear: `frequencies = frequencies / ${factor}  # for longer texts than those of the training\n`,
    llama3: `turns = ${original} * frequencies / (2 * np.pi)  # in a text as long as those of the training
kept = np.clip((turns - ${low}) / (${high} - ${low}), 0, 1)
frequencies = kept * frequencies + (1 - kept) * frequencies / ${factor}
`,
  }[stretch];
  return `# Rotary positions: of each place an angle for every pair of components
frequencies = ${base} ** (-np.arange(0, ${width}, 2) / ${width})
${stretched}angles = np.outer(np.arange(len(ids)), frequencies)
cos, sin = ${library.made('np.cos(angles)')}, ${library.made('np.sin(angles)')}


def rotate(x):
    ${halves}
    return ${library.beside(turned)}`;
}

/** @param {Program} program */
function bucketsCode({ network: { relative }, buckets }) {
  if (!relative) return '';
  const near = buckets / 4; // added before truncation: logarithms of whole powers come out slightly too small
  return `def bucket(distance):
    # A bucket for each near distance, ever wider ones for far distances; later keys have their own
    away = np.abs(distance)
    far = ${near} + np.log(np.maximum(away, ${near}) / ${near}) / np.log(${relative.maxDistance} / ${near}) * ${near}
    far = np.minimum(far.astype(int), ${2 * near - 1})
    return np.where(away < ${near}, away, far) + ${2 * near} * (distance > 0)`;
}

/** Returns the layers with a window. Not all may have one. @param {Network} network */
const windowedOf = ({ layerTensors, window }) =>
  layerTensors.flatMap((_, i) => (window(i) === undefined ? [] : [i]));

/** Writes queries, keys and values. @param {Program} program */
function projectionsCode(program) {
  const { network, library } = program;
  const { fused, query, key, value, queryNorm, keyNorm } = network.layerTensors[0];
  const parts = fused
    ? [
        `rows = ${linear(program, 'x', fused)}`,
        `q, k, v = (split(part) for part in ${library.thirds('rows')})`,
      ]
    : [
        `q = split(${linear(program, 'x', query)})`,
        `k = split(${linear(program, 'x', key)})`,
        `v = split(${linear(program, 'x', value)})`,
      ];
  const norm = network.headNorm ? 'rms_norm' : 'norm';
  if (queryNorm || keyNorm)
    parts.push(
      `q, k = ${normed(program, 'q', queryNorm, norm)}, ${normed(program, 'k', keyNorm, norm)}`,
    );
  if (network.rotary) parts.push('q, k = rotate(q), rotate(k)');
  if (network.keyHeads < network.heads)
    parts.push(`k, v = ${library.repeated('k')}, ${library.repeated('v')}`);
  return parts.join('\n    ');
}

/** @param {Program} program */
function attentionCode(program) {
  const { plan, network, library, factors } = program;
  const windowed = windowedOf(network);
  const isMixed = windowed.length > 0 && windowed.length < network.layers;
  const seen = isMixed ? 'mask' : windowed.length > 0 ? 'near' : 'seen';
  const z = `${factors.byLayer ? 'factor / (layer + 1)' : 'factor'} * scores${network.relative ? ' + bias' : ''}`;
  return `def split(x):
    return ${library.split}  # heads first


def attention(x, at, layer):
    ${projectionsCode(program)}
    scores = q @ ${library.transposed}
    ${isMixed ? `mask = near if layer in {${windowed.join(', ')}} else seen\n    ` : ''}z = ${plan.causal ? library.masked(z, seen) : z}
    ${library.softmax}
    if layer == ${plan.layer}:
        look.update(scores=scores[${plan.head}]${plan.causal ? `[${seen}]` : ''}, weights=weights[${plan.head}])
    joined = ${library.joined}
    return ${linear(program, 'joined', network.layerTensors[0].output)}`;
}

/** @param {Program} program */
function feedForwardCode(program) {
  const { network, library } = program;
  const { up, gate, down } = network.layerTensors[0];
  const active = (/** @type {string} */ code) => library.active(network.activation, code);
  const inner = gate
    ? `gate = ${linear(program, 'x', gate)}
    h = ${active('gate')} * (${linear(program, 'x', up)})`
    : `h = ${linear(program, 'x', up)}
    h = ${active('h')}`;
  return `def feed_forward(x, at):
    ${inner}
    return ${linear(program, 'h', down)}`;
}

/** Writes the first layer's input, and which keys each query sees. @param {Program} program */
function beginningCode(program) {
  const { plan, network, library } = program;
  const { tables, relative, family } = network;
  const { embedding = '', position, tokenType, embeddingNorm } = tables;
  const lines = [`x = ${tensorCode(program, embedding)}[ids]`];
  if (tokenType) lines.push(`x = x + ${tensorCode(program, tokenType)}[0]`);
  if (position && family === 'roberta') {
    const pad = network.positions([-1])[0] - 1;
    lines.push(
      `known = np.array(ids) != ${pad}  # padding has no position of its own`,
      `positions = ${library.made(`${pad} + np.cumsum(known) * known`)}`,
      `x = x + ${tensorCode(program, position)}[positions]`,
    );
  } else if (position) lines.push(`x = x + ${tensorCode(program, position)}[: len(ids)]`);
  if (embeddingNorm) lines.push(`x = ${normed(program, 'x', embeddingNorm)}`);
  if (relative)
    lines.push(
      'place = np.arange(len(ids))',
      `buckets = ${library.made('bucket(place - place[:, None])')}`,
      `table = tensor("${relative.buckets}")`,
      `bias = table[buckets]${library.turned}  # of all layers`,
    );
  if (plan.causal) lines.push(`seen = ${library.seen}`);
  const [windowed] = windowedOf(network);
  if (windowed !== undefined)
    lines.push(`near = ${library.near(Number(network.window(windowed)))}  # the window`);
  return lines.join('\n');
}

/** @param {Program} program */
function layersCode(program) {
  const { placement, start, layerTensors } = program.network;
  const [{ attentionNorm, feedForwardNorm }] = layerTensors;
  const step = (
    /** @type {string} */ name,
    /** @type {string} */ rest,
    /** @type {Pair | undefined} */ norm,
  ) =>
    placement === 'pre'
      ? `x + ${name}(${normed(program, 'x', norm)}, ${rest})`
      : normed(program, `x + ${name}(x, ${rest})`, norm);
  return `for layer in range(layers):
    at = f"${start.replace('{i}', '{layer}')}"
    x = ${step('attention', 'at, layer', attentionNorm)}
    x = ${step('feed_forward', 'at', feedForwardNorm)}`;
}

/** @param {Program} program */
function headCode({ plan: { layer, head, causal }, library }) {
  // In a causal model the first token sees only itself and has no choice. It is left out.
  return `sd = float(${library.sd})
top = float(${library.top(causal ? '[1:]' : '')})
print(f"layer ${layer + 1}, head ${head + 1}: sd of q.k {sd:.${decimals}f}, sqrt(d_k) {d_k**0.5:.${decimals}f}")
print(f"largest weight on average: {top:.${decimals}f}")`;
}

/** Writes what follows the last layer. @param {Program} program */
function answerCode(program) {
  const { plan, network, library } = program;
  const { head, tables, activation } = network;
  if (!plan.predicts || !head) return '';
  const lines = tables.finalNorm ? [`x = ${normed(program, 'x', tables.finalNorm)}`] : [];
  if (head.dense)
    lines.push(
      `h = ${linear(program, 'x', head.dense)}`,
      `x = ${normed(program, library.active(head.activation ?? activation, 'h'), head.norm)}`,
    );
  const matrix = { weight: head.matrix, bias: head.bias };
  lines.push(`logits = ${linear(program, 'x', matrix, head.transposed)}`, library.logs);
  if (plan.causal)
    lines.push(`losses = [-float(logs[i, ids[i + 1]]) for i in range(len(ids) - 1)]
print(f"perplexity of the text: {np.exp(sum(losses) / len(losses)):.${decimals}f}")`);
  lines.push(`best = ${library.last}[:${printed}]
print("last place: " + ", ".join(f"{int(i)}: {float(${library.exp}(logs[-1, i])):.${decimals}f}" for i in best))`);
  return lines.join('\n');
}

/** @param {Program} program */
function programOf(program) {
  const functions = [
    ...[
      readingCode(program),
      settingsCode(program),
      ...activationsCode(program),
      normCode(program),
    ],
    ...[headNormCode(program), rotaryCode(program), bucketsCode(program)],
    ...[attentionCode(program), feedForwardCode(program)],
  ].filter(Boolean);
  const main = [
    beginningCode(program),
    layersCode(program),
    headCode(program),
    answerCode(program),
  ];
  const body = [...functions, main.filter(Boolean).join('\n\n')].join('\n\n\n');
  return `import json
${body.includes('math.') ? 'import math\n' : ''}from pathlib import Path

${program.library.imports}

${body}
`;
}
