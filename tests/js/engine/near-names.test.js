// Names of another library, or misspelt ones, are refused with the engine's own names.
import { beforeAll, expect, test } from '@jest/globals';
import * as onnx from '../../../web/engine/adapters/onnx.js';
import * as torch from '../../../web/engine/adapters/torch.js';
import { load } from '../../../web/engine/index.js';

/** @type {any} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

test.each([
  ['multiheadAttention', 'multiHeadAttention'],
  ['multi_head_attention', 'multiHeadAttention'],
  ['multiheadAttentionGradient', 'multiHeadAttentionGradient'],
  ['multi_head_attention_forward', 'multiHeadAttention'],
  ['scaledDotProductAttention', 'attention'],
  ['scaled_dot_product_attention', 'attention'],
  ['layernorm', 'layerNorm'],
  ['layerNormalization', 'layerNorm'],
  ['log_softmax', 'logSoftmax'],
  ['Softmax', 'softmax'],
])('%s is answered with %s', (name, right) => {
  const sentence = new TypeError(
    `sd.${name}: got a name that the engine does not have; expected sd.${right}`,
  );
  expect(() => sd[name]([1])).toThrow(sentence);
  expect(() => {
    const { [name]: taken } = sd;
    return taken;
  }).toThrow(sentence);
  expect(typeof sd[right]).toBe('function');
});

test('nothing else is changed: what an object is asked for, and what it has', async () => {
  expect(await sd).toBe(sd);
  expect('multiheadAttention' in sd).toBe(false);
  expect('attention' in sd).toBe(true);
  expect(JSON.parse(JSON.stringify(sd))).toEqual({ engine: { ...sd.engine } });
  expect(Object.keys(sd)).toEqual(['engine']);
  expect(sd.then).toBeUndefined();
  expect(sd.anything).toBeUndefined();
  expect(sd.Constructor).toBeUndefined();
  expect(String(sd)).toBe('[object Object]');
  expect(Object.hasOwn(sd, 'attention')).toBe(true);
  expect(() => ({ ...sd })).not.toThrow();
  sd.layernorm = 1;
  expect(sd.layernorm).toBe(1);
  delete sd.layernorm;
});

const x = [[1, 2]];
const heads = { num_heads: 1, in_proj_weight: x, out_proj_weight: x };

test.each([
  ['scaledDotProductAttention', { attnMask: null }, 'attn_mask'],
  ['scaledDotProductAttention', { isCausal: true }, 'is_causal'],
  ['scaledDotProductAttention', { causal: true }, 'is_causal'],
  ['scaledDotProductAttention', { mask: null }, 'attn_mask'],
  ['scaledDotProductAttention', { enableGQA: true }, 'enable_gqa'],
  ['scaledDotProductAttention', { dropoutP: 0 }, 'dropout_p'],
  ['multiheadAttention', { ...heads, numHeads: 1 }, 'num_heads'],
  ['multiheadAttention', { ...heads, keyPaddingMask: null }, 'key_padding_mask'],
  ['multiheadAttention', { ...heads, batchFirst: true }, 'batch_first'],
  ['multiheadAttention', { ...heads, 'out_proj.weight': x }, 'out_proj_weight'],
])('%s takes its options by the names of PyTorch, and says which: %o', (name, options, right) => {
  const [wrong] = Object.keys(options).slice(-1);
  const sentence = `options: got the unknown name "${wrong}"; expected ${right}`;
  const call = () => Object(torch)[name](sd, x, x, x, options);
  expect(call).toThrow(new TypeError(sentence));
});

test.each([
  ['sgd', { lr: 0.1 }, 'learningRate'],
  ['adam', { lr: 0.1 }, 'learningRate'],
  ['adamw', { betas: [0.9, 0.99] }, 'beta1 and beta2'],
  ['adam', { eps: 1e-8 }, 'epsilon'],
  ['adamw', { weight_decay: 0 }, 'weightDecay'],
  ['sgd', { eps: 1e-8 }, 'any of learningRate, weightDecay, '],
])(
  '%s takes its options by the names of the engine, and says which: %o',
  (name, options, right) => {
    const [wrong] = Object.keys(options);
    expect(() => sd[name]([x], [x], options)).toThrow(
      `${name}: got the unknown name "${wrong}"; expected ${right}`,
    );
  },
);

test('the same for norms, scores and a trainer', async () => {
  const wrong = (/** @type {string} */ name) => `${name}: got the unknown name`;
  expect(() => sd.layerNorm(x, { eps: 1e-6 })).toThrow(
    `${wrong('layerNorm')} "eps"; expected epsilon`,
  );
  expect(() => sd.rmsNorm(x, { eps: 1e-6 })).toThrow(`${wrong('rmsNorm')} "eps"; expected epsilon`);
  expect(() => sd.scores(x, x, { kind: 'cosine', eps: 1e-6 })).toThrow('"eps"; expected epsilon');
  await expect(sd.createTrainer({ lr: 1 })).rejects.toThrow('"lr"; expected learningRate');
});

test.each([
  ['attributes', { isCausal: 1 }, 'is_causal'],
  ['attributes', { causal: 1 }, 'is_causal'],
  ['attributes', { qNumHeads: 1 }, 'q_num_heads'],
])('operators take their %s by the names of ONNX, and say which: %o', (kind, options, right) => {
  const [wrong] = Object.keys(options);
  const call = () => onnx.attention(sd, { Q: x, K: x, V: x }, /** @type {any} */ (options));
  expect(call).toThrow(`got the unknown name "${wrong}"; expected ${right}`);
});

test.each([
  ['attention', { is_causal: true }, 'causal'],
  ['attention', { attn_mask: null }, 'mask'],
  ['attention', { soft_cap: 1 }, 'softcap'],
  ['attention', { enable_gqa: true }, 'any of scale, mask, '],
  ['attention', { weights: true }, 'any of scale, mask, '],
])('%s of the engine, likewise: %o', (name, options, right) => {
  const [wrong] = Object.keys(options);
  expect(() => sd[name](x, x, x, options)).toThrow(
    `${name}: got the unknown name "${wrong}"; expected ${right}`,
  );
});
