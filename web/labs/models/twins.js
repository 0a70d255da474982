/**
 * Code twins of the Models lab: complete programs that read the model's file, run all of its layers on what the page reads, and print
 * what the page tells of the head that is looked at, and of the model's answer. Those in NumPy and PyTorch know nothing of
 * scaledot; they are there for the models that the lab brings along. Text only.
 */
import { statisticsOf } from './look.js';

/** @typedef {import('./opened.js').OpenedModel} OpenedModel */
/** @typedef {import('../../tables/params.js').Params} Params */

const decimals = 3;

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
 * @property {string} activation
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
  const { model, tokens } = opened;
  if (!model || !tokens) return {};
  const isOwn = params.source === 'own';
  const plan = /** @type {Plan} */ ({
    file: file ?? (isOwn ? 'FOLDER' : `${params.source}.safetensors`),
    ...{ ids: tokens.ids, ...looked, heads: model.heads, headDim: model.headDim },
    ...{ layers: model.layers, causal: model.config.causal, activation: model.config.activation },
    ...{ scale: params.scale, factor: Number(params.factor), predicts: model.predicts },
  });
  return {
    ...(isOwn ? {} : { numpy: pythonTwin(plan, numpy), pytorch: pythonTwin(plan, torch) }),
    javascript: javascriptTwin(plan),
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
  tensor: (/** @type {string} */ code) => code,
  norm: `def norm(x, name):
    x = x - x.mean(-1, keepdims=True)
    x = x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5)
    return x * tensors[name + ".weight"] + tensors[name + ".bias"]
`,
  heads: '.reshape(len(x), heads, d_k).transpose(1, 0, 2)',
  transposed: 'k.transpose(0, 2, 1)',
  seen: { true: 'np.tri(len(x), dtype=bool)', false: 'np.ones((len(x), len(x)), dtype=bool)' },
  softmax: `z = np.where(seen, factor * scores, -np.inf)
    e = np.exp(z - z.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)`,
  joined: '(weights @ v).transpose(1, 0, 2).reshape(len(x), -1)',
  relu: 'np.maximum(h, 0)',
  gelu: '0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))',
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
  tensor: (code) => `torch.from_numpy(${code})`,
  norm: `def norm(x, name):
    return F.layer_norm(x, x.shape[-1:], tensors[name + ".weight"], tensors[name + ".bias"], 1e-5)
`,
  heads: '.reshape(len(x), heads, d_k).transpose(0, 1)',
  transposed: 'k.transpose(1, 2)',
  seen: {
    true: 'torch.ones(len(x), len(x)).tril().bool()',
    false: 'torch.ones(len(x), len(x)).bool()',
  },
  softmax: `z = (factor * scores).masked_fill(~seen, float("-inf"))
    weights = torch.softmax(z, dim=-1)`,
  joined: '(weights @ v).transpose(0, 1).reshape(len(x), -1)',
  relu: 'F.relu(h)',
  gelu: 'F.gelu(h, approximate="tanh")',
  sd: 'look["scores"][seen].std(unbiased=False)',
  top: 'look["weights"][1:].max(-1).values.mean()',
  topAll: 'look["weights"].max(-1).values.mean()',
  logs: 'logs = torch.log_softmax(logits, dim=-1)',
  last: 'torch.argsort(-logs[-1], stable=True)',
  exp: 'torch.exp',
};

/** The factor on q.k of what the lab brings along, which was trained with 1/sqrt(d_k). @param {Plan} plan */
function factorCode({ scale, factor }) {
  if (scale === 'none') return '1.0';
  return scale === 'times' ? `${factor} / d_k**0.5` : '1 / d_k**0.5';
}

/** @param {Plan} plan @param {typeof numpy} library */
function pythonTwin(plan, library) {
  const { file, ids, layer, head, heads, headDim, layers, causal, activation } = plan;
  const isRelu = activation === 'relu';
  // A token that sees itself alone has no choice.
  const top = causal ? library.top : library.topAll;
  const perplexity = causal
    ? `losses = [-logs[i, ids[i + 1]] for i in range(len(ids) - 1)]
print(f"perplexity of the text: {float(np.exp(sum(float(loss) for loss in losses) / len(losses))):.${decimals}f}")
`
    : '';
  return `import json

${library.imports}

# The file: "Save ${file}" on the page
with open("${file}", "rb") as f:
    header = json.loads(f.read(int.from_bytes(f.read(8), "little")))
    data = f.read()
header.pop("__metadata__")
tensors = {}
for name, entry in header.items():
    begin, end = entry["data_offsets"]
    numbers = np.frombuffer(data[begin:end], {"F16": "<f2", "F32": "<f4"}[entry["dtype"]])
    tensors[name] = ${library.tensor('numbers.astype(float).reshape(entry["shape"])')}

layers, heads, d_k = ${layers}, ${heads}, ${headDim}
factor = ${factorCode(plan)}  # of every score
ids = [${ids.join(', ')}]
look = {}  # layer ${layer + 1}, head ${head + 1}


${library.norm}

def attention(layer, x):
    name = f"layers.{layer}.attention"
    q, k, v = ((x @ tensors[name + w])${library.heads} for w in (".wq", ".wk", ".wv"))
    scores = q @ ${library.transposed}
    ${library.softmax}
    if layer == ${layer}:
        look.update(scores=scores[${head}], weights=weights[${head}])
    return ${library.joined} @ tensors[name + ".wo"]


def feed_forward(layer, x):
    name = f"layers.{layer}.feedForward"
    h = x @ tensors[name + ".w1"] + tensors[name + ".b1"]
    return ${isRelu ? library.relu : library.gelu} @ tensors[name + ".w2"] + tensors[name + ".b2"]


x = tensors["tokenEmbedding"][ids] + tensors["positionEmbedding"][: len(ids)]
seen = ${library.seen[/** @type {'true'} */ (String(causal))]}
for layer in range(layers):
    x = x + attention(layer, norm(x, f"layers.{layer}.attentionNorm"))
    x = x + feed_forward(layer, norm(x, f"layers.{layer}.feedForwardNorm"))
logits = norm(x, "finalNorm") @ tensors["output.weight"] + tensors["output.bias"]
${library.logs}

sd, top = float(${library.sd}), float(${top})
print(f"layer ${layer + 1}, head ${head + 1}: sd of q.k {sd:.${decimals}f}, sqrt(d_k) {d_k**0.5:.${decimals}f}")
print(f"largest weight on average: {top:.${decimals}f}")
${perplexity}best = ${library.last}[:${printed}]
print("last place: " + ", ".join(f"{int(i)}: {float(${library.exp}(logs[-1, i])):.${decimals}f}" for i in best))
`;
}

// JavaScript -----------------------------------------------------------------------------------------------------------

/** @param {Plan} plan */
function javascriptTwin({ file, ids, layer, head, scale, factor, causal, predicts }) {
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
const model = await openModel(sd, '${file}'); // ${file === 'FOLDER' ? 'the folder of your files' : `"Save ${file}" on the page`}
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
