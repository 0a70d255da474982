/**
 * Code twins of the Models lab: complete programs that read the model's file, run all of its layers on what the page reads, and print
 * what the page tells of the head that is looked at, and of the model's answer. Those in NumPy and PyTorch know nothing of
 * scaledot; they are there for the models that the lab brings along and for files in GPT-2's layout. Text only.
 */
import { statisticsOf } from './look.js';
import { overridesOf } from './opened.js';

/** @typedef {import('./opened.js').OpenedModel} OpenedModel */
/** @typedef {import('../../tables/params.js').Params} Params */

const decimals = 3;

/** Where a visitor's files are, who knows the name. */
const folderOfFiles = 'FOLDER';

/** Words of the answer that are printed. */
const printed = 3;

/**
 * What the programs know.
 * @typedef {object} Plan
 * @property {string} file
 * @property {readonly number[]} ids
 * @property {number} layer  from 0
 * @property {number} head
 * @property {number} heads
 * @property {number} headDim
 * @property {number} layers
 * @property {boolean} causal
 * @property {'relu' | 'gelu' | 'gelu-tanh' | 'silu'} activation
 * @property {number} epsilon  of the norms
 * @property {boolean} transposed  matrices are [out, in]
 * @property {string} layout
 * @property {string} rule
 * @property {'own' | 'none' | 'times'} scale
 * @property {number} factor
 * @property {boolean} predicts
 */

/**
 * @param {OpenedModel} opened
 * @param {Params} params
 * @param {{layer: number, head: number}} looked
 * @param {string} [file]  where the model's file is
 * @returns {Record<string, string>}
 */
export function twins(opened, params, looked, file) {
  const { model, tokens, now } = opened;
  if (!model || !tokens) return {};
  const { layers, heads, headDim, layout, config, rule, predicts } = model;
  const plan = /** @type {Plan} */ ({
    file: file ?? (params.source === 'own' ? folderOfFiles : `${params.source}.safetensors`),
    ...{ ids: tokens.ids, ...looked, heads, headDim, layers, layout, rule: rule.name, ...config },
    ...{ scale: params.scale, factor: Number(params.factor) },
    predicts: predicts && !(now?.whole && !now.foretold), // not of too many tokens
  });
  const own = layoutOf(plan);
  // Files in our own layout may be of any network that is trained here.
  const isKnown = params.source !== 'own' || layout === 'GPT-2';
  const isTold = own && isKnown && model.family !== 'first layer' && rule.name !== 'other';
  return {
    ...(isTold && {
      numpy: pythonTwin(plan, own, numpy),
      pytorch: pythonTwin(plan, own, torch),
    }),
    javascript: javascriptTwin(plan, overridesOf(params)),
    output: outputOf(opened, plan),
  };
}

/** @param {OpenedModel} opened @param {Plan} plan */
function outputOf({ now, tokens }, plan) {
  const own = statisticsOf(now, plan);
  if (!own || !now || !tokens) return '';
  const number = (/** @type {number} */ value) => value.toFixed(decimals);
  const lines = [
    `layer ${plan.layer + 1}, head ${plan.head + 1}: sd of q.k ${number(own.scoreSd)}, sqrt(d_k) ${number(own.unitSd)}`,
    `largest weight on average: ${number(own.scaled.topWeight)}`,
  ];
  if (now.foretold && plan.causal)
    lines.push(`perplexity of the text: ${number(now.foretold.perplexity)}`);
  if (now.foretold) {
    const chances = now.foretold.chances.get(tokens.ids.length - 1) ?? new Float32Array(0);
    lines.push(`last place: ${lastOf(chances).join(', ')}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The most likely words, by their numbers. @param {Float32Array} chances */
const lastOf = (chances) =>
  Array.from(chances, (chance, id) => ({ id, chance }))
    .sort((a, b) => b.chance - a.chance)
    .slice(0, printed)
    .map(({ id, chance }) => `${id}: ${chance.toFixed(decimals)}`);

// Python ---------------------------------------------------------------------------------------------------------------

const numpy = {
  imports: 'import numpy as np',
  made: (/** @type {string} */ code) => code,
  mean: `x = x - x.mean(-1, keepdims=True)
    x = x / np.sqrt((x**2).mean(-1, keepdims=True) + epsilon)`,
  split: '.reshape(len(x), heads, d_k).transpose(1, 0, 2)',
  thirds: (/** @type {string} */ code) => `np.split(${code}, 3, axis=-1)`,
  transposed: 'k.transpose(0, 2, 1)',
  seen: { true: 'np.tri(len(x), dtype=bool)', false: 'np.ones((len(x), len(x)), dtype=bool)' },
  softmax: `z = np.where(seen, factor * scores, -np.inf)
    e = np.exp(z - z.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)`,
  joined: '(weights @ v).transpose(1, 0, 2).reshape(len(x), -1)',
  activations: {
    relu: 'np.maximum(h, 0)',
    gelu: '0.5 * h * (1 + np.vectorize(math.erf)(h / np.sqrt(2)))',
    'gelu-tanh': '0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))',
    silu: 'h / (1 + np.exp(-h))',
  },
  sd: 'look["scores"][seen].std()',
  top: 'look["weights"][1:].max(-1).mean()',
  topAll: 'look["weights"].max(-1).mean()',
  logs: `logits = logits - logits.max(-1, keepdims=True)
logs = logits - np.log(np.exp(logits).sum(-1, keepdims=True))`,
  last: 'np.argsort(-logs[-1], kind="stable")',
  exp: 'np.exp',
};

/** @type {typeof numpy} */
const torch = {
  imports: 'import numpy as np\nimport torch\nimport torch.nn.functional as F',
  made: (code) => `torch.from_numpy(${code})`,
  mean: 'x = F.layer_norm(x, x.shape[-1:], eps=epsilon)',
  split: '.reshape(len(x), heads, d_k).transpose(0, 1)',
  thirds: (code) => `${code}.chunk(3, dim=-1)`,
  transposed: 'k.transpose(1, 2)',
  seen: {
    true: 'torch.ones(len(x), len(x)).tril().bool()',
    false: 'torch.ones(len(x), len(x)).bool()',
  },
  softmax: `z = (factor * scores).masked_fill(~seen, float("-inf"))
    weights = torch.softmax(z, dim=-1)`,
  joined: '(weights @ v).transpose(0, 1).reshape(len(x), -1)',
  activations: {
    relu: 'F.relu(h)',
    gelu: 'F.gelu(h)',
    'gelu-tanh': 'F.gelu(h, approximate="tanh")',
    silu: 'F.silu(h)',
  },
  sd: 'look["scores"][seen].std(unbiased=False)',
  top: 'look["weights"][1:].max(-1).values.mean()',
  topAll: 'look["weights"].max(-1).values.mean()',
  logs: 'logs = torch.log_softmax(logits, dim=-1)',
  last: 'torch.argsort(-logs[-1], stable=True)',
  exp: 'torch.exp',
};

/**
 * What a layout calls its tensors, in Python: `x` are rows, `layer` is a number.
 * @typedef {object} Layout
 * @property {string} begin  before all else
 * @property {(library: typeof numpy) => string} projections  queries, keys and values of x
 * @property {string} output  of attention, joined
 * @property {string} up
 * @property {string} down
 * @property {readonly string[]} norms  names: of attention, of the feed-forward network, the last one
 * @property {string} embedded
 * @property {string} logits  of x, normed
 */

/** @param {Plan} plan @returns {Layout | undefined} */
const layoutOf = ({ layout, transposed }) =>
  ({
    scaledot: {
      begin: '',
      projections: () =>
        '(x @ tensor(f"layers.{layer}.attention.{name}") for name in ("wq", "wk", "wv"))',
      output: 'joined @ tensor(f"layers.{layer}.attention.wo")',
      up: 'x @ tensor(f"layers.{layer}.feedForward.w1") + tensor(f"layers.{layer}.feedForward.b1")',
      down: 'h @ tensor(f"layers.{layer}.feedForward.w2") + tensor(f"layers.{layer}.feedForward.b2")',
      norms: [
        'f"layers.{layer}.attentionNorm"',
        'f"layers.{layer}.feedForwardNorm"',
        '"finalNorm"',
      ],
      embedded: 'tensor("tokenEmbedding")[ids] + tensor("positionEmbedding")[: len(ids)]',
      logits: 'x @ tensor("output.weight") + tensor("output.bias")',
    },
    'GPT-2': {
      begin: `first = "h.0.attn.c_attn.weight"
prefix = next(name for name in places if name.endswith(first))[: -len(first)]


def linear(x, name):
    y = x @ tensor(prefix + name + ".weight")${transposed ? '.T' : ''}
    return y + tensor(prefix + name + ".bias") if prefix + name + ".bias" in places else y


`,
      projections: (/** @type {typeof numpy} */ { thirds }) =>
        thirds('linear(x, f"h.{layer}.attn.c_attn")'),
      output: 'linear(joined, f"h.{layer}.attn.c_proj")',
      up: 'linear(x, f"h.{layer}.mlp.c_fc")',
      down: 'linear(h, f"h.{layer}.mlp.c_proj")',
      norms: ['f"{prefix}h.{layer}.ln_1"', 'f"{prefix}h.{layer}.ln_2"', 'prefix + "ln_f"'],
      embedded: 'tensor(prefix + "wte.weight")[ids] + tensor(prefix + "wpe.weight")[: len(ids)]',
      logits:
        'x @ tensor(next((n for n in places if n.endswith("lm_head.weight")), prefix + "wte.weight")).T',
    },
  })[layout];

/** The factor on q.k. @param {Plan} plan */
function factorCode({ rule, scale, factor }) {
  const own = rule === 'none' ? '1.0' : '1 / d_k**0.5';
  if (scale === 'none') return '1.0';
  return scale === 'times' ? `${factor} * ${own}` : own;
}

/** What is behind the last layer. @param {Plan} plan @param {typeof numpy} library @param {Layout} layout */
function answerCode({ causal, predicts }, library, layout) {
  if (!predicts) return '';
  const perplexity = causal
    ? `losses = [-float(logs[i, ids[i + 1]]) for i in range(len(ids) - 1)]
print(f"perplexity of the text: {np.exp(sum(losses) / len(losses)):.${decimals}f}")
`
    : '';
  return `x = norm(x, ${layout.norms[2]})
logits = ${layout.logits}
${library.logs}
${perplexity}best = ${library.last}[:${printed}]
print("last place: " + ", ".join(f"{int(i)}: {float(${library.exp}(logs[-1, i])):.${decimals}f}" for i in best))
`;
}

/** @param {Plan} plan @param {Layout} layout @param {typeof numpy} library */
function pythonTwin(plan, layout, library) {
  const { file, ids, layer, head, heads, headDim, layers, causal, activation, epsilon } = plan;
  const isOwn = file === folderOfFiles;
  // A token that sees itself alone has no choice.
  const top = causal ? library.top : library.topAll;
  const active = library.activations[activation];
  return `import json
${active.includes('math.') ? 'import math\n' : ''}from pathlib import Path

${library.imports}

# ${isOwn ? 'The folder of your files' : `The file: "Save ${file}" on the page`}
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
    return ${library.made('numbers.astype(float).reshape(entry["shape"])')}


layers, heads, d_k, epsilon = ${layers}, ${heads}, ${headDim}, ${epsilon}
factor = ${factorCode(plan)}  # of every score
ids = [${ids.join(', ')}]
look = {}  # layer ${layer + 1}, head ${head + 1}
${layout.begin || '\n\n'}def norm(x, name):
    ${library.mean}
    x = x * tensor(name + ".weight")
    return x + tensor(name + ".bias") if name + ".bias" in places else x


def attention(layer, x):
    q, k, v = (part${library.split} for part in ${layout.projections(library)})
    scores = q @ ${library.transposed}
    ${library.softmax}
    if layer == ${layer}:
        look.update(scores=scores[${head}], weights=weights[${head}])
    joined = ${library.joined}
    return ${layout.output}


def feed_forward(layer, x):
    h = ${layout.up}
    h = ${active}
    return ${layout.down}


x = ${layout.embedded}
seen = ${library.seen[/** @type {'true'} */ (String(causal))]}
for layer in range(layers):
    x = x + attention(layer, norm(x, ${layout.norms[0]}))
    x = x + feed_forward(layer, norm(x, ${layout.norms[1]}))
sd, top = float(${library.sd}), float(${top})
print(f"layer ${layer + 1}, head ${head + 1}: sd of q.k {sd:.${decimals}f}, sqrt(d_k) {d_k**0.5:.${decimals}f}")
print(f"largest weight on average: {top:.${decimals}f}")
${answerCode(plan, library, layout)}`;
}

// JavaScript -----------------------------------------------------------------------------------------------------------

/** @param {Plan} plan @param {import('../../engine/models/index.js').ModelOverrides} overrides */
function javascriptTwin({ file, ids, layer, head, scale, factor, causal, predicts }, overrides) {
  const given = Object.entries(overrides).map(([name, value]) => `${name}: ${value}`);
  const beside = given.length > 0 ? `, { ${given.join(', ')} }` : '';
  const multiplier =
    scale === 'none' ? '1 / model.rule.scale' : scale === 'times' ? String(factor) : '1';
  const perplexity = causal
    ? `let loss = 0;
for (let i = 0; i + 1 < ids.length; i++) loss -= data[i * vocabulary + ids[i + 1]];
console.log('perplexity of the text: ' + Math.exp(loss / (ids.length - 1)).toFixed(${decimals}));
`
    : '';
  const answer = predicts
    ? `
const { data, shape: [length, vocabulary] } = sd.logSoftmax(logits);
${perplexity}const last = Array.from(data.subarray((length - 1) * vocabulary), (log, id) => ({ id, log }))
  .sort((a, b) => b.log - a.log)
  .slice(0, ${printed});
console.log('last place: ' + last.map(({ id, log }) => id + ': ' + Math.exp(log).toFixed(${decimals})).join(', '));
`
    : '';
  return `import { load } from 'scaledot';
import { openModel } from 'scaledot/models';

const sd = await load({ engine: 'simd' });
const model = await openModel(sd, '${file}'${beside}); // ${file === folderOfFiles ? 'the folder of your files' : `"Save ${file}" on the page`}
const ids = [${ids.join(', ')}];
const { layers${predicts ? ', logits' : ''} } = await model.run(ids, {
  returns: ['statistics'${predicts ? ", 'logits'" : ''}],
  factor: ${multiplier}, // of every score, beside what the model multiplies it by
});
const head = layers[${layer}].statistics[${head}];
console.log(
  'layer ${layer + 1}, head ${head + 1}: sd of q.k ' + head.scoreSd.toFixed(${decimals}) + ', sqrt(d_k) ' + head.unitSd.toFixed(${decimals}),
);
console.log('largest weight on average: ' + head.scaled.topWeight.toFixed(${decimals}));
${answer}model.close();
sd.dispose();
`;
}
