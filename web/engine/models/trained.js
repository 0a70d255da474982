/** Models saved by this project's trainer. */

/** @import { Computation, StoredModel } from './network.js' */

import { describe } from '../border/checks.js';
import { commonParts, shapeOf } from './common.js';
import { refused } from './header.js';

/** d_k^-alpha, for the exponents whose powers are the same in every browser. */
const scales = new Map([
  [0, () => 1],
  [0.5, (/** @type {number} */ headDim) => 1 / Math.sqrt(headDim)],
  [1, (/** @type {number} */ headDim) => 1 / headDim],
]);

/** Exponents of rules without an alpha (src/learning/transformer.h). @type {Readonly<Record<string, number>>} */
const ruleAlphas = Object.freeze({ folded: 0, doubled: 0.5, norm: 0.5 });

/** The factor of q.k in a rule of training. @param {Record<string, unknown>} config @param {number} headDim */
function trainedScale({ rule = 'power', alpha = 0.5 }, headDim) {
  const isPower = rule === 'power';
  const own = isPower ? undefined : Object.entries(ruleAlphas).find(([name]) => name === rule);
  if (!isPower && !own)
    throw refused(
      'rule',
      describe(rule),
      `power, ${Object.keys(ruleAlphas).join(', ')}: the scores of others are no multiples of q.k`,
    );
  const scale = scales.get(own ? own[1] : Number(alpha));
  if (scale === undefined) throw refused('alpha', describe(alpha), '0, 0.5 or 1');
  return scale(headDim);
}

/** A model saved by the trainer. Its metadata are the configuration. @param {StoredModel} model @returns {Computation} */
export function scaledot(model) {
  const { options, tensors } = model;
  const { config } = options;
  const common = commonParts(model);
  const [width, rows] = shapeOf(model, common.layerTensors[0].query);
  const heads = Number(config.heads);
  if (!(rows % heads === 0)) throw refused('heads', describe(config.heads), `a divisor of ${rows}`);
  const headDim = rows / heads;
  const scale = trainedScale(config, headDim);
  const hasGains = common.layerTensors.every(({ queryNorm, keyNorm }) => queryNorm && keyNorm);
  if (config.rule === 'norm' && !hasGains)
    throw refused('files', 'no queryGain and keyGain in a layer', 'both: the rule is norm');
  const output = tensors.has('output.weight');
  const [bias] = ['output.bias'].filter((name) => tensors.has(name));
  return {
    ...common,
    ...{ width, heads, keyHeads: Number(config.keyHeads ?? heads), headDim, transposed: false },
    causal: config.stack === 'decoder',
    placement: config.norm === 'post' ? 'post' : 'pre',
    ...{ norm: 'layer', epsilon: 1e-5 },
    activation: config.activation === 'relu' ? 'relu' : 'gelu-tanh',
    scale: () => scale,
    ...(config.rule === 'norm' && { headNorm: { norm: 'rms', epsilon: 1e-6 } }),
    head: {
      matrix: output ? 'output.weight' : 'tokenEmbedding',
      transposed: !output,
      ...(output && { bias }),
    },
  };
}
