/** How NumPy and PyTorch write what the Models lab's programs compute. Text only. */

/** @import { Activation } from '../../engine/models/types.js' */

/** @type {Readonly<Record<Activation, string>>} */
const formulas = Object.freeze({
  relu: 'np.maximum(x, 0)',
  gelu: '0.5 * x * (1 + np.vectorize(math.erf)(x / np.sqrt(2)))',
  'gelu-tanh': '0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))',
  silu: 'x / (1 + np.exp(-x))',
});

/**
 * @typedef {object} Library
 * @property {string} imports
 * @property {(code: string) => string} made  converts an array of NumPy
 * @property {(activation: Activation) => string} defined  defines the function; '' if the library has it
 * @property {(activation: Activation, code: string) => string} active
 * @property {string} centred  normalizes x as LayerNorm does before its gain
 * @property {string} root  root of the mean square of x
 * @property {string} split  splits rows into heads
 * @property {(code: string) => string} thirds
 * @property {(parts: string) => string} beside
 * @property {(part: string) => string} repeated  repeats a part for the queries that share it
 * @property {string} turned  [i, j, heads] to [heads, i, j]
 * @property {string} transposed  the keys, transposed
 * @property {string} seen  the mask of a causal model, true for keys that a query sees
 * @property {(window: number) => string} near
 * @property {(z: string, seen: string) => string} masked
 * @property {string} softmax
 * @property {string} joined
 * @property {string} sd
 * @property {(rows: string) => string} top
 * @property {string} logs
 * @property {string} last
 * @property {string} exp
 */

/** @type {Library} */
export const numpy = Object.freeze({
  imports: 'import numpy as np',
  made: (code) => code,
  defined: (activation) =>
    `def ${activation.replace('-', '_')}(x):\n    return ${formulas[activation]}`,
  active: (activation, code) => `${activation.replace('-', '_')}(${code})`,
  centred: `x = x - x.mean(-1, keepdims=True)
    x = x / np.sqrt((x**2).mean(-1, keepdims=True) + epsilon)`,
  root: 'np.sqrt((x**2).mean(-1, keepdims=True) + epsilon)',
  split: 'x.reshape(len(x), -1, d_k).transpose(1, 0, 2)',
  thirds: (code) => `np.split(${code}, 3, axis=-1)`,
  beside: (parts) => `np.concatenate([${parts}], axis=-1)`,
  repeated: (part) => `np.repeat(${part}, group, axis=0)`,
  turned: '.transpose(2, 0, 1)',
  transposed: 'k.transpose(0, 2, 1)',
  seen: 'np.tri(len(ids), dtype=bool)',
  near: (window) => `np.triu(seen, 1 - ${window})`,
  masked: (z, seen) => `np.where(${seen}, ${z}, -np.inf)`,
  softmax: `e = np.exp(z - z.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)`,
  joined: '(weights @ v).transpose(1, 0, 2).reshape(len(x), -1)',
  sd: 'look["scores"].std()',
  top: (rows) => `look["weights"]${rows}.max(-1).mean()`,
  logs: `logits = logits - logits.max(-1, keepdims=True)
logs = logits - np.log(np.exp(logits).sum(-1, keepdims=True))`,
  last: 'np.argsort(-logs[-1], kind="stable")',
  exp: 'np.exp',
});

/** @type {Library} */
export const torch = Object.freeze({
  imports: 'import numpy as np\nimport torch\nimport torch.nn.functional as F',
  made: (code) => `torch.from_numpy(${code})`,
  defined: () => '',
  active: (activation, code) =>
    activation === 'gelu-tanh' ? `F.gelu(${code}, approximate="tanh")` : `F.${activation}(${code})`,
  centred: 'x = F.layer_norm(x, x.shape[-1:], eps=epsilon)',
  root: 'torch.sqrt((x**2).mean(-1, keepdim=True) + epsilon)',
  split: 'x.reshape(len(x), -1, d_k).transpose(0, 1)',
  thirds: (code) => `(${code}).chunk(3, dim=-1)`,
  beside: (parts) => `torch.cat([${parts}], dim=-1)`,
  repeated: (part) => `${part}.repeat_interleave(group, dim=0)`,
  turned: '.permute(2, 0, 1)',
  transposed: 'k.transpose(1, 2)',
  seen: 'torch.ones(len(ids), len(ids)).tril().bool()',
  near: (window) => `seen.triu(1 - ${window})`,
  masked: (z, seen) => `(${z}).masked_fill(~${seen}, float("-inf"))`,
  softmax: 'weights = torch.softmax(z, dim=-1)',
  joined: '(weights @ v).transpose(0, 1).reshape(len(x), -1)',
  sd: 'look["scores"].std(unbiased=False)',
  top: (rows) => `look["weights"]${rows}.max(-1).values.mean()`,
  logs: 'logs = torch.log_softmax(logits, dim=-1)',
  last: 'torch.argsort(-logs[-1], stable=True)',
  exp: 'torch.exp',
});
