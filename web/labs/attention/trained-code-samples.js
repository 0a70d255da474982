/**
 * Code samples of a trained model: complete programs that read its file, which the page saves, run the whole network on
 * the text that the model reads on the page, and print its answer and the weights of the picked query. The NumPy and
 * PyTorch programs do not use scaledot. Text only.
 */

/** @import { Plan } from './trained-view.js' */

import { scaleLiteral } from '../parts/javascript.js';
import { factorCode } from '../parts/python.js';

const decimals = 4;

/** @param {Plan} plan  from trained-view.js, which is fetched with the first trained model @returns {Record<string, string>} */
export const trainedCodeSamples = (plan) => ({
  numpy: pythonSample(plan, numpy),
  pytorch: pythonSample(plan, torch),
  javascript: javascriptSample(plan),
  output: outputOf(plan),
});

/** @param {Plan} plan */
const outputOf = ({ answer, block, row }) =>
  `answer: ${answer}\n${block.keys.map((key, j) => `${key}: ${row[j].toFixed(decimals)}`).join('\n')}\n`;

/** @param {readonly string[]} tokens */
const listed = (tokens) => JSON.stringify(tokens);

// Python ---------------------------------------------------------------------------------------------------------------

/** Code that differs between the two libraries. */
const numpy = {
  imports: 'import numpy as np',
  tensor: (/** @type {string} */ code) => code,
  norm: `def norm(x, name):
    x = x - x.mean(-1, keepdims=True)
    x = x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5)
    return x * tensors[name + ".weight"] + tensors[name + ".bias"]
`,
  heads: '.reshape(len(m), heads, -1).transpose(1, 0, 2)',
  transposed: 'k.transpose(0, 2, 1)',
  hide: 'z = np.where(np.tri(len(x), dtype=bool), z, -np.inf)  # a token sees the past only',
  softmax: `e = np.exp(z - z.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)`,
  joined: '(weights @ v).transpose(1, 0, 2).reshape(len(x), -1)',
  relu: 'np.maximum(h, 0)',
  gelu: '0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))',
};

/** @type {typeof numpy} */
const torch = {
  imports: 'import numpy as np\nimport torch\nimport torch.nn.functional as F',
  tensor: (code) => `torch.from_numpy(${code})`,
  norm: `def norm(x, name):
    return F.layer_norm(x, x.shape[-1:], tensors[name + ".weight"], tensors[name + ".bias"], 1e-5)
`,
  heads: '.reshape(len(m), heads, -1).transpose(0, 1)',
  transposed: 'k.transpose(1, 2)',
  hide: 'z = z.masked_fill(~torch.ones(len(x), len(x)).tril().bool(), float("-inf"))  # a token sees the past only',
  softmax: 'weights = torch.softmax(z, dim=-1)',
  joined: '(weights @ v).transpose(0, 1).reshape(len(x), -1)',
  relu: 'F.relu(h)',
  gelu: 'F.gelu(h, approximate="tanh")',
};

/** @param {string} code */
const factored = (code) => (code === '1' ? '1.0' : `float(${code})`);

/** @param {Plan} plan @param {typeof numpy} library */
function pythonSample(plan, library) {
  const { options, seen, file, params, block, name, head, query, answers, between } = plan;
  const { heads, headDim, layers, stack, norm, activation, tied } = options;
  const isPair = stack === 'encoder-decoder';
  return `import json

${library.imports}

# The file: "Save ${file}" on the page
with open("${file}", "rb") as f:
    header = json.loads(f.read(int.from_bytes(f.read(8), "little")))
    data = f.read()
vocabulary = json.loads(header.pop("__metadata__")["vocabulary"])
tensors = {}
for name, entry in header.items():
    begin, end = entry["data_offsets"]
    numbers = np.frombuffer(data[begin:end], {"F16": "<f2", "F32": "<f4"}[entry["dtype"]])
    tensors[name] = ${library.tensor('numbers.astype(float).reshape(entry["shape"])')}

layers, heads, d_k = ${layers}, ${heads}, ${headDim}
factor = ${factored(factorCode(params))}  # on every score
seen = {}  # the weights of every attention, by its name


${library.norm}

def attention(name, x, memory, causal):
    q, k, v = (
        (m @ tensors[name + w])${library.heads}
        for m, w in ((x, ".wq"), (memory, ".wk"), (memory, ".wv"))
    )
    z = factor * (q @ ${library.transposed})
    if causal:
        ${library.hide}
    ${library.softmax}
    seen[name] = weights
    return ${library.joined} @ tensors[name + ".wo"]


def feed_forward(name, x):
    h = x @ tensors[name + ".w1"] + tensors[name + ".b1"]
    return ${library[activation]} @ tensors[name + ".w2"] + tensors[name + ".b2"]


def run(stack, tokens, memory=None, causal=False):
    ids = [vocabulary.index(token) for token in tokens]
    x = tensors["tokenEmbedding"][ids] + tensors["positionEmbedding"][: len(ids)]
    for layer in range(layers):
        name = f"{stack}layers.{layer}."
${norm === 'post' ? POST : PRE}${norm === 'post' ? '    return x' : '    return norm(x, stack + "finalNorm")'}


read = ${listed(seen.tokens)}
${
  isPair
    ? `written = ${listed(seen.targets)}  # each token is followed by what it writes
x = run("decoder.", written, run("encoder.", read), causal=True)`
    : `x = run("", read${stack === 'decoder' ? ', causal=True' : ''})`
}
logits = x @ ${tied ? 'tensors["tokenEmbedding"].T' : 'tensors["output.weight"] + tensors["output.bias"]'}
best = [vocabulary[int(i)] for i in logits.argmax(-1)]
print("answer:", "${between}".join(best[at] for at in [${answers.join(', ')}]))
for token, weight in zip(${block.kind === 'decoder' ? 'written' : 'read'}, seen["${name}"][${head}][${query}]):
    print(f"{token}: {float(weight):.${decimals}f}")
`;
}

const PRE = `        y = norm(x, name + "attentionNorm")
        x = x + attention(name + "attention", y, y, causal)
        if memory is not None:
            x = x + attention(name + "context", norm(x, name + "contextNorm"), memory, False)
        x = x + feed_forward(name + "feedForward", norm(x, name + "feedForwardNorm"))
`;

const POST = `        x = norm(x + attention(name + "attention", x, x, causal), name + "attentionNorm")
        if memory is not None:
            x = norm(x + attention(name + "context", x, memory, False), name + "contextNorm")
        x = norm(x + feed_forward(name + "feedForward", x), name + "feedForwardNorm")
`;

/** @param {Plan['options']['rule']} rule */
const ruleLiteral = (rule) => (typeof rule === 'string' ? `'${rule}'` : `{ alpha: ${rule.alpha} }`);

// JavaScript -----------------------------------------------------------------------------------------------------------

/** @param {Plan} plan */
const javascriptSample = ({
  file,
  options,
  seen,
  params,
  index,
  name,
  head,
  query,
  answers,
  between,
}) => `import { load } from 'scaledot';
import { readFile } from 'node:fs/promises'; // the file: "Save ${file}" on the page

const sd = await load({ engine: 'simd' });
const trainer = await sd.createTrainer({ checkpoint: await readFile('${file}') });
const dk = trainer.options.headDim;
const [{ scale }, { scale: trained }] = [${scaleLiteral(params)}, ${ruleLiteral(options.rule)}].map((scale) =>
  sd.scoreTheory({ dk, scale }),
);
const { answer, blocks } = await trainer.attention(${JSON.stringify(seen.question)}, {
  scoreFactor: scale / trained,
});
console.log('answer:', [${answers.join(', ')}].map((at) => answer[at]).join('${between}'));

const { keys, weights } = blocks[${index}]; // ${name}
const [, queries] = weights.shape;
keys.forEach((key, j) => {
  const weight = weights.data[(${head} * queries + ${query}) * keys.length + j];
  console.log(key + ': ' + weight.toFixed(${decimals}));
});
trainer.dispose();
`;
