/**
 * The code samples of the Training lab. The JavaScript program trains the same networks and prints the same digits.
 * Another framework would add in another order, and its digits would differ after hundreds of steps. So the programs in
 * NumPy and PyTorch do not train: they read the networks that the page saves, run them on the same held-out examples,
 * and print the same digits. Text only; nothing is computed here.
 */

/** @import { Params } from '../../tables/types.js' */
/** @import { Example, Printed } from './run.js' */
/** @import { CodeSamples } from '../parts/types.js' */

import { rulesOf, trainerOptions } from '../../tables/training.js';

/** Decimals. */
const DECIMALS = 4;

/** Printed for a network whose loss is no longer a number. */
const BROKEN = 'broke down';

/** Counts the labels of the examples. @param {readonly Example[]} examples */
const labelsOf = (examples) =>
  examples.flatMap(({ labels }) => labels.filter((label) => label !== null)).length;

/** @param {Printed} printed */
function outputOf({ step, examples, of }) {
  const labels = labelsOf(examples);
  const lines = of.map(({ rule, loss, accuracy }) => {
    const found = `loss ${loss.toFixed(DECIMALS)}  right ${Math.round(accuracy * labels)} of ${labels}`;
    return `${rule.padEnd(8)}  ${Number.isFinite(loss) ? found : BROKEN}`;
  });
  return `${examples.length} held-out examples after ${step} steps\n${lines.join('\n')}\n`;
}

// Python ------------------------------------------------------------------------------------------------------------

/** Writes the numbers of a row, with - where there is none. @param {readonly (number | null)[]} row */
const numbersOf = (row) => row.map((value) => value ?? '-').join(' ');

/** @param {Example} example */
const lineOf = ({ tokens, targets, labels }) =>
  [tokens, ...(targets.length > 0 ? [targets] : []), labels].map(numbersOf).join(' | ');

/** @param {Params} params @param {Printed} printed */
const settings = (params, { step, examples }) =>
  `heads, d_k, steps = ${params.heads}, ${params.dk}, ${step}
pre_norm = ${params.norm === 'pre' ? 'True' : 'False'}
# Networks as the page saves them (its table has a button for each), in the folder of this program
rules = [${rulesOf(params)
    .map((rule) => `"${rule}"`)
    .join(', ')}]
factors = {"none": 1.0, "folded": 1.0, "inverse": 1 / d_k, "alpha": d_k ** -${Number(params.alpha)}}

# Held-out examples: tokens that are read, ${examples[0].targets.length > 0 ? 'tokens of the decoder, ' : ''}labels (-: nothing is asked for there)
EXAMPLES = """
${examples.map(lineOf).join('\n')}
"""
`;

const READ = `def read(path):
    """The tensors of a .safetensors file."""
    with open(path, "rb") as file:
        data = file.read()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    tensors = {}
    for name, about in header.items():
        if name != "__metadata__":
            first, last = about["data_offsets"]
            numbers = np.frombuffer(data[start + first : start + last], "<f4")
            tensors[name] = TENSOR(numbers.reshape(about["shape"]))
    return tensors
`;

const NETWORK = `def scores(q, k, name):
    """[heads, queries, keys], by the rule of the network."""
    if name + ".temperature" in p:
        unit = lambda x: x / SQRT((x * x).sum(-1))[..., None]
        return EXP(p[name + ".temperature"])[:, None, None] * (unit(q) @ unit(k).SWAP(-1, -2))
    if name + ".vector" in p:
        return (TANH(q[:, :, None] + k[:, None]) * p[name + ".vector"][:, None, None]).sum(-1)
    if name + ".queryGain" in p:
        rms_norm = lambda x: x / SQRT((x * x).mean(-1) + 1e-6)[..., None]
        q, k = rms_norm(q) * p[name + ".queryGain"], rms_norm(k) * p[name + ".keyGain"]
    return factors.get(rule, d_k**-0.5) * (q @ k.SWAP(-1, -2))


def attention(x, context, name, causal):
    split = lambda y: y.reshape(len(y), heads, d_k).SWAP(0, 1)
    q, k, v = split(x @ p[name + ".wq"]), split(context @ p[name + ".wk"]), split(context @ p[name + ".wv"])
    z = scores(q, k, name)
    if causal:
        z = WHERE(ONES(*z.shape[1:]) == 1, z, -INF)
    return (softmax(z) @ v).SWAP(0, 1).reshape(len(x), heads * d_k) @ p[name + ".wo"]


def feed_forward(x, name):
    return RELU(x @ p[name + ".w1"] + p[name + ".b1"]) @ p[name + ".w2"] + p[name + ".b2"]


def stack(tokens, prefix, causal, context=None):
    x = p["tokenEmbedding"][tokens] + p["positionEmbedding"][: len(tokens)]

    def add(x, part, name):
        return x + part(norm(x, name + "Norm")) if pre_norm else norm(x + part(x), name + "Norm")

    layer = 0
    while f"{prefix}layers.{layer}.attention.wq" in p:
        name = f"{prefix}layers.{layer}."
        x = add(x, lambda y: attention(y, y, name + "attention", causal), name + "attention")
        if context is not None:
            x = add(x, lambda y: attention(y, context, name + "context", False), name + "context")
        x = add(x, lambda y: feed_forward(y, name + "feedForward"), name + "feedForward")
        layer += 1
    return norm(x, prefix + "finalNorm") if pre_norm else x


def logits(parts):
    if "encoder.layers.0.attention.wq" in p:
        x = stack(parts[1], "decoder.", True, stack(parts[0], "encoder.", False))
    else:
        x = stack(parts[0], "", CAUSAL)
    return x @ p["output.weight"] + p["output.bias"]
`;

const MAIN = `lines = [line.split(" | ") for line in EXAMPLES.strip().split("\\n")]
print(f"{len(lines)} held-out examples after {steps} steps")
for rule in rules:
    p = read(rule + ".safetensors")
    losses, right = [], []
    for *parts, labels in lines:
        z = logits([[int(token) for token in part.split()] for part in parts])
        for i, label in enumerate(labels.split()):
            if label != "-":
                losses.append(-float(LOG(softmax(z[i])[int(label)])))
                right.append(int(z[i].argmax()) == int(label))
    loss = sum(losses) / len(losses)
    found = f"loss {loss:.${DECIMALS}f}  right {sum(right)} of {len(right)}"
    print(f"{rule:8}  {found if math.isfinite(loss) else '${BROKEN}'}")
`;

/** Code that differs between NumPy and PyTorch. @type {Record<'numpy' | 'pytorch', {imports: string, words: Record<string, string>, functions: string}>} */
const dialects = {
  numpy: {
    imports: 'import json\nimport math\n\nimport numpy as np\n',
    words: {
      TENSOR: 'np.array',
      SQRT: 'np.sqrt',
      EXP: 'np.exp',
      TANH: 'np.tanh',
      WHERE: 'np.where',
      'ONES(*z.shape[1:])': 'np.tri(*z.shape[1:])',
      INF: 'np.inf',
      SWAP: 'swapaxes',
      LOG: 'np.log',
      'RELU(': 'np.maximum(0, ',
    },
    functions: `def softmax(z):
    a = np.exp(z - z.max(-1, keepdims=True))
    return a / a.sum(-1, keepdims=True)


def norm(x, name):
    x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    return x * p[name + ".weight"] + p[name + ".bias"]
`,
  },
  pytorch: {
    imports:
      'import json\nimport math\n\nimport numpy as np\nimport torch\nfrom torch.nn import functional as F\n',
    words: {
      TENSOR: 'torch.tensor',
      SQRT: 'torch.sqrt',
      EXP: 'torch.exp',
      TANH: 'torch.tanh',
      WHERE: 'torch.where',
      'ONES(*z.shape[1:])': 'torch.ones(z.shape[1:]).tril()',
      INF: 'torch.inf',
      SWAP: 'swapaxes',
      LOG: 'torch.log',
      'RELU(': 'torch.relu(',
    },
    functions: `def softmax(z):
    return F.softmax(z, dim=-1)


def norm(x, name):
    return F.layer_norm(x, x.shape[-1:], p[name + ".weight"], p[name + ".bias"])
`,
  },
};

/** @param {Params} params @param {Printed} printed @param {'numpy' | 'pytorch'} dialect */
function pythonSample(params, printed, dialect) {
  const { imports, words, functions } = dialects[dialect];
  const body = [READ, functions, NETWORK, MAIN].join('\n\n');
  const causal = printed.isCausal ? 'True' : 'False';
  const code = Object.entries({ ...words, CAUSAL: causal }).reduce(
    (text, [word, own]) => text.replaceAll(word, own),
    body,
  );
  return `${imports}\n${settings(params, printed)}\n\n${code}`;
}

// JavaScript --------------------------------------------------------------------------------------------------------

/** @param {Params} params @param {Printed} printed */
function javascriptSample(params, { step, examples }) {
  const labels = labelsOf(examples);
  const { rule: _, ...options } = trainerOptions(params, 'rsqrt');
  const given = Object.entries(options)
    .map(([name, value]) => `  ${name}: ${typeof value === 'string' ? `'${value}'` : value},`)
    .join('\n');
  const rules = rulesOf(params)
    .map(
      (rule) =>
        `  ${rule}: ${rule === 'alpha' ? `{ alpha: ${Number(params.alpha)} }` : `'${rule}'`},`,
    )
    .join('\n');
  return `import { load } from 'scaledot';

const sd = await load({ engine: 'simd' });
const options = {
${given}
};
const rules = {
${rules}
};

console.log('${examples.length} held-out examples after ${step} steps');
for (const [name, rule] of Object.entries(rules)) {
  const trainer = await sd.createTrainer({ ...options, rule });
  await trainer.step(${step});
  const { loss, accuracy } = await trainer.evaluate({ count: ${examples.length} });
  const found = \`loss \${loss.toFixed(${DECIMALS})}  right \${Math.round(accuracy * ${labels})} of ${labels}\`;
  console.log(\`\${name.padEnd(8)}  \${Number.isFinite(loss) ? found : '${BROKEN}'}\`);
  trainer.dispose();
}
sd.dispose();
`;
}

/**
 * Returns the programs for a state, and their output. Empty until there are results to print.
 * @param {Params} params
 * @param {Printed | null} printed
 * @returns {CodeSamples}
 */
export function codeSamples(params, printed) {
  if (!printed) return {};
  return {
    numpy: pythonSample(params, printed, 'numpy'),
    pytorch: pythonSample(params, printed, 'pytorch'),
    javascript: javascriptSample(params, printed),
    output: outputOf(printed),
  };
}
