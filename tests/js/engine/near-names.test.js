// Somebody who knows another library's names, or another spelling, is told the engine's.
import { beforeAll, expect, test } from '@jest/globals';
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
