/**
 * The code samples of the Softmax lab: complete programs in NumPy, PyTorch and JavaScript that draw the same queries, keys
 * and gradients as the engine and print the numbers of the answer and of the shown query. Text only.
 */

/** @import { SoftmaxStatistics } from '../../engine/types.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Query } from './types.js' */
/** @import { CodeSamples } from '../parts/types.js' */

import { threshold } from '../../engine/border/defaults.js';
import { componentOptions } from '../../tables/entries.js';
import { ownScores, shownKeys } from '../../tables/softmax.js';
import { componentLiterals, scaleLiteral } from '../parts/javascript.js';
import { factorCode, prints, pythonHead, rowsCode, streams } from '../parts/python.js';

/** Number of components in a block of the Python programs. */
const blockNumbers = 2e6;

/**
 * Returns the lines that every sample prints, given a way to write one number.
 * @param {(what: string, side: 0 | 1, decimals: number) => string} number
 * @param {string} head
 */
const lines = (number, head) => {
  const both = (/** @type {string} */ what, /** @type {number} */ decimals) =>
    `${number(what, 0, decimals)} -> ${number(what, 1, decimals)}`;
  return [
    `${head}  largest weight ${both('top', 4)}  effective keys ${both('keys', 3)}  |dL/dz| ${both('gradient', 4)}`,
    `medians  largest weight ${both('medianTop', 4)}  effective keys ${both('medianKeys', 3)}  |dL/dz| ${both('medianGradient', 4)}`,
    `dead     ${both('dead', 4)}`,
  ];
};

/** @param {Params} params */
const headOf = (params) => (params.logits === '' ? `query ${params.draw}` : 'own');

/** Returns what the programs print. @param {Params} params @param {SoftmaxStatistics} result @param {Query} query */
function outputOf(params, result, query) {
  const rules = [result, result.compare[0]];
  const sides = [query.before, query.after];
  /** @type {Record<string, (side: 0 | 1) => number>} */
  const values = {
    top: (i) => sides[i].topWeight,
    keys: (i) => sides[i].effectiveKeys,
    gradient: (i) => sides[i].logitGradientNorm,
    medianTop: (i) => rules[i].topWeight.quantiles.p50,
    medianKeys: (i) => rules[i].effectiveKeys.quantiles.p50,
    medianGradient: (i) => rules[i].logitGradient.quantiles.p50,
    dead: (i) => rules[i].dead.share,
  };
  const text = lines(
    (what, side, decimals) => values[what](side).toFixed(decimals),
    headOf(params),
  );
  return `${text.join('\n')}\n`;
}

// Python ------------------------------------------------------------------------------------------------------------

/** Returns the number of masked keys of each of the many queries, at most all but one. @param {Params} params */
const maskedOf = (params) => Math.min(Number(params.masked), Number(params.keys) - 1);

/** @param {Params} params */
const settings = (
  params,
) => `d_k, keys, draws, seed = ${params.dk}, ${params.keys}, ${params.draws}, ${params.seed}
factors = [1, ${params.scale === 'cosine' ? '"cosine"' : factorCode(params)}]
temperature, shift, masked, threshold = ${params.temperature}, ${params.shift}, ${params.masked}, ${threshold.toExponential()}`;

/** Writes the engine's draws: queries, their keys, and the gradients at the weights. @param {Params} params */
const drawCode = (params) => `def draw(numbers, keys):
    """q (draws x d_k), k (draws x keys x d_k) and dL/da (draws x keys) of these draws."""
    numbers = np.asarray(numbers, dtype=np.uint64)
    q = ${rowsCode(componentOptions(params).query, streams.query, 'numbers', 'd_k')}
    key_rows = (numbers[:, None] << np.uint64(24)) | np.arange(keys, dtype=np.uint64)
    k = ${rowsCode(componentOptions(params).key, streams.key, 'key_rows', 'd_k')}
    u = rows(${streams.draw}, numbers, keys, normal)
    return q, k, u
`;

/**
 * Writes the mask into the logits of some scores.
 * @param {Params} params
 * @param {number} masked
 */
function maskCode(params, masked) {
  if (masked === 0) return '';
  const logit = params.maskAs === 'zero' ? '0.0  # a common mistake' : '-np.inf';
  return `    z[:, z.shape[1] - masked :] = ${logit}\n`;
}

/** @param {Params} params */
function measureCode(params) {
  const torch = `    a = torch.softmax(torch.from_numpy(z), dim=1).numpy()`;
  const numpy = `    a = np.exp(z - z.max(axis=1, keepdims=True))
    a /= a.sum(axis=1, keepdims=True)`;
  /** @param {'numpy' | 'torch'} kind */
  return (kind) => `def measures(scores, factor, u, masked):
    """Largest weight, effective number of keys and |dL/dz| of each row."""
    z = factor * scores / temperature + shift
${maskCode(params, Math.max(maskedOf(params), Number(params.masked)))}${kind === 'torch' ? torch : numpy}
    logs = np.log(a, out=np.zeros_like(a), where=a > 0)
    g = a * (u - (a * u).sum(axis=1, keepdims=True))
    return np.stack([a.max(axis=1), np.exp(-(a * logs).sum(axis=1)), np.sqrt((g * g).sum(axis=1))])
`;
}

/** @param {Params} params */
const scoresCode = (params) => {
  const cosine = params.scale === 'cosine';
  return `def both(q, k, u, masked):
    """Without a factor and with it, on the same vectors."""
    scores = np.einsum("rd,rkd->rk", q, k)
${
  cosine
    ? `    cosines = scores / np.linalg.norm(q, axis=1)[:, None] / np.linalg.norm(k, axis=2)
    return np.stack([measures(scores, 1, u, masked), measures(cosines, 1, u, masked)])`
    : `    return np.stack([measures(scores, factor, u, masked) for factor in factors])`
}
`;
};

/** Writes the code for the shown query. @param {Params} params */
function oneCode(params) {
  const own = ownScores(params);
  if (own.length === 0)
    return `top, count, gradient = both(*draw([${params.draw}], keys), masked)[:, :, 0].T`;
  return `scores = np.array([[${own.join(', ')}]])
u = rows(${streams.draw}, [${params.draw}], ${shownKeys(params)}, normal)
top, count, gradient = np.stack([measures(scores, factor, u, masked) for factor in factors])[:, :, 0].T`;
}

/** @param {Params} params @param {'numpy' | 'torch'} kind */
function pythonSample(params, kind) {
  const size = Math.max(1, Math.floor(blockNumbers / (Number(params.dk) * Number(params.keys))));
  const laws = [String(params.queryDistribution), String(params.keyDistribution), 'normal'];
  const imports = ['import numpy as np', ...(kind === 'torch' ? ['import torch'] : [])];
  /** @type {Record<string, string>} */
  const code = {
    top: 'top',
    keys: 'count',
    gradient: 'gradient',
    medianTop: 'medians[0]',
    medianKeys: 'medians[1]',
    medianGradient: 'medians[2]',
    dead: 'dead',
  };
  const printing = prints(
    lines((what, side, decimals) => {
      const name = code[what].replace(/\[(\d)\]$/, `[${side}, $1]`);
      return `{${name.includes('[') ? name : `${name}[${side}]`}:.${decimals}f}`;
    }, headOf(params)),
  );
  return `${pythonHead(imports, settings(params), laws)}

${drawCode(params)}

${measureCode(params)(kind)}

${scoresCode(params)}

${oneCode(params)}

blocks = [np.arange(first, min(first + ${size}, draws)) for first in range(0, draws, ${size})]
many = np.concatenate([both(*draw(block, keys), ${maskedOf(params)}) for block in blocks], axis=2)
medians = np.median(many, axis=2)
dead = (many[:, 2] < threshold).mean(axis=1)

${printing}`;
}

// JavaScript --------------------------------------------------------------------------------------------------------

/** @param {Params} params */
const scaleText = (params) => (params.scale === 'cosine' ? `'cosine'` : scaleLiteral(params));

/** Writes how the program measures the one query. @param {Params} params */
function oneScript(params) {
  const own = ownScores(params);
  const sample = `sd.softmaxSample({ ...options, keys: ${shownKeys(params)}, masked: ${params.masked}, scale, shift: ${params.shift}, draw: ${params.draw} })`;
  if (own.length === 0)
    return `const [before, after] = scales.map((scale) => {
  const { logits, weightGradient } = ${sample};
  return sd.softmaxMeasures(logits, { weightGradient });
});`;
  const count = own.length;
  const masked = Number(params.masked);
  const bias = own.map((_, i) =>
    i < count - masked ? String(params.shift) : params.maskAs === 'zero' ? '0' : '-Infinity',
  );
  const scores = own.map((score, i) => (i < count - masked ? score : 0));
  return `const scores = tensor([${scores.join(', ')}], [${count}, 1]);
const bias = tensor([${bias.join(', ')}], [1, ${count}]);
const [before, after] = scales.map((scale) => {
  const { factor, weightGradient } = ${sample};
  const { maskedScores } = sd.attention(tensor([1], [1, 1]), scores, scores, {
    scale: factor / options.temperature, mask: { bias }, returns: ['maskedScores'],
  });
  return sd.softmaxMeasures(tensor(maskedScores.data, [${count}]), { weightGradient });
});`;
}

/** @param {Params} params */
function javascriptSample(params) {
  /** @type {Record<string, string>} */
  const code = {
    top: '.topWeight',
    keys: '.effectiveKeys',
    gradient: '.logitGradientNorm',
    medianTop: '.topWeight.quantiles.p50',
    medianKeys: '.effectiveKeys.quantiles.p50',
    medianGradient: '.logitGradient.quantiles.p50',
    dead: '.dead.share',
  };
  const printed = lines((what, side, decimals) => {
    const one = ['top', 'keys', 'gradient'].includes(what);
    const from = one ? ['before', 'after'] : ['many', 'many.compare[0]'];
    return `\${${from[side]}${code[what]}.toFixed(${decimals})}`;
  }, headOf(params));
  return `import { load${params.logits === '' ? '' : ', tensor'} } from 'scaledot';

const sd = await load({ engine: 'simd' });
const options = {
  dk: ${params.dk},
  keys: ${params.keys},
  temperature: ${params.temperature},
  masked: ${maskedOf(params)},
  maskAs: '${params.maskAs}',
  seed: ${params.seed},
  ${componentLiterals(params)}
};
const scales = ['none', ${scaleText(params)}];
${oneScript(params)}
const many = sd.softmaxStatistics({ ...options, draws: ${params.draws}, scale: scales[0], compare: [scales[1]] });

${printed.map((line) => `console.log(\`${line}\`);`).join('\n')}
`;
}

/**
 * Returns the programs for a state, and their output. Empty until there is a result to print.
 * @param {Params} params
 * @param {SoftmaxStatistics | null} result  of softmaxStatistics with these parameters
 * @param {Query | null} query
 * @returns {CodeSamples}
 */
export function codeSamples(params, result, query) {
  if (!result || !query) return {};
  return {
    numpy: pythonSample(params, 'numpy'),
    pytorch: pythonSample(params, 'torch'),
    javascript: javascriptSample(params),
    // While queries still come in, the programs use more of them than the page.
    ...(result.partial ? {} : { output: outputOf(params, result, query) }),
  };
}
