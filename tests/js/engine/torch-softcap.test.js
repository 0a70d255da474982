// attentionGradient() with a soft cap, compared with PyTorch's autograd in double.
import { expect, test } from '@jest/globals';
import { asTensor, expectNumbers, expectTensor, torchFixtures } from './torch-fixtures.js';
import { onEveryVariant } from './variants.js';

const stored = torchFixtures('torch_softcap');

/** Converts a case to this package's names. @param {any} given */
function callOf({ inputs, allow, outputGradient, weightsGradient, softcap, causal, scale }) {
  const { query, key, value, bias } = inputs;
  const mask = {
    ...(allow ? { allow: asTensor(allow) } : {}),
    ...(bias ? { bias: asTensor(bias) } : {}),
  };
  return {
    tensors: /** @type {const} */ ([asTensor(query), asTensor(key), asTensor(value)]),
    outputGradient: asTensor(outputGradient),
    weightsGradient: asTensor(weightsGradient),
    options: { softcap, causal, mask, ...(scale === undefined ? {} : { scale }) },
  };
}

onEveryVariant('with a soft cap, as in PyTorch:', (engine) => {
  test.each(stored)('$name', (/** @type {any} */ each) => {
    const { tensors, outputGradient, weightsGradient, options } = callOf(each);
    expectTensor(engine().attention(...tensors, options).output, each.output, 1e-5);
    const given = { ...options, weightsGradient };
    const gradients = engine().attentionGradient(...tensors, outputGradient, given);
    const { scale, ...others } = each.gradients;
    for (const [name, theirs] of Object.entries(others))
      expectTensor(gradients[/** @type {'query'} */ (name)], /** @type {any} */ (theirs), 1e-5);
    expectNumbers([gradients.scale], scale.data, 1e-5);
    expect(Object.keys(gradients).sort()).toEqual(Object.keys(each.gradients).sort());
  });
});
