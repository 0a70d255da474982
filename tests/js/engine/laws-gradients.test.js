// Laws of the gradient of attention.
import { expect } from '@jest/globals';
import { attend, laws, problems, problemsWith, stream } from './laws.js';
import { expectClose, expectSameBits, map, sizeOf } from './tensors.js';

/** @import { Tensor } from '../../../web/engine/types.js' */

laws('attentionGradient', 360, (law) => {
  law(
    'a directional derivative is what a finite difference says',
    problemsWith('allow', 'bias', 'causal', 'softcap', 'window', 'keyLengths'),
    (sd, problem) => {
      const { query, key, value, options, random } = problem;
      const outputGradient = random.tensor(...query.shape.slice(0, -1), value.shape.at(-1) ?? 1);
      const scale = 0.25;
      const gradient = sd.attentionGradient(query, key, value, outputGradient, {
        ...options,
        scale,
      });
      const step = 2 ** -7;
      const bias = options.mask?.bias;
      const tensors = { query, key, value, ...(bias && { bias: /** @type {Tensor} */ (bias) }) };
      for (const [name, tensor] of Object.entries(tensors)) {
        const direction = random.tensor(...tensor.shape);
        const loss = (/** @type {number} */ sign) => {
          const moved = map(tensor, (x, i) => x + sign * step * direction.data[i]);
          const { output } = sd.attention(
            name === 'query' ? moved : query,
            name === 'key' ? moved : key,
            name === 'value' ? moved : value,
            {
              ...options,
              scale,
              mask: { ...options.mask, ...(name === 'bias' && { bias: moved }) },
            },
          );
          return output.data.reduce((sum, x, i) => sum + x * outputGradient.data[i], 0);
        };
        const difference = (loss(1) - loss(-1)) / (2 * step);
        const own = gradient[/** @type {'query'} */ (name)].data;
        const derivative = own.reduce((sum, g, i) => sum + g * direction.data[i], 0);
        // The size of a random sum with one term for each number of the output.
        const size = 1 + Math.sqrt(outputGradient.data.length);
        expectClose([derivative], [difference], 0.02 * size, name);
      }
      const losses = [1, -1].map((sign) => {
        const { output } = sd.attention(query, key, value, {
          ...options,
          scale: scale + sign * step,
        });
        return output.data.reduce((sum, x, i) => sum + x * outputGradient.data[i], 0);
      });
      const size = 1 + Math.sqrt(outputGradient.data.length);
      expectClose([gradient.scale], [(losses[0] - losses[1]) / (2 * step)], 0.1 * size, 'scale');
    },
  );

  law('with or without what the forward pass gave', problems, (sd, problem) => {
    const { query, key, value, options, random } = problem;
    const outputGradient = random.tensor(...query.shape.slice(0, -1), value.shape.at(-1) ?? 1);
    const forward = stream(sd, problem);
    const [a, b] = [options, { ...options, forward }].map((given) =>
      sd.attentionGradient(query, key, value, outputGradient, given),
    );
    for (const name of /** @type {const} */ (['query', 'key', 'value']))
      expectSameBits(a[name].data, b[name].data, name);
    expect(a.scale).toBe(b.scale);
  });

  law(
    'what nobody sees has no gradient, and a row of bias sums to none',
    problems,
    (sd, problem) => {
      const { query, key, value, options, sizes, random } = problem;
      const outputGradient = random.tensor(...query.shape.slice(0, -1), value.shape.at(-1) ?? 1);
      const bias = { data: new Float32Array(sizeOf(sizes)), shape: sizes };
      const given = { ...options, mask: { ...options.mask, bias } };
      const { fullyMasked, maskedScores } = attend(sd, problem, given);
      const gradient = sd.attentionGradient(query, key, value, outputGradient, given);
      const width = query.shape.at(-1) ?? 1;
      for (const row of fullyMasked)
        expectClose(
          gradient.query.data.subarray(row * width, (row + 1) * width),
          new Float32Array(width),
          0,
          'query',
        );
      const own = /** @type {Tensor} */ (gradient.bias).data;
      const keys = sizes[3];
      for (let from = 0; from < own.length; from += keys) {
        const row = own.subarray(from, from + keys);
        const size = row.reduce((sum, g) => sum + Math.abs(g), 0);
        expectClose([row.reduce((sum, g) => sum + g, 0)], [0], 1e-5 + 1e-5 * size, 'bias');
        row.forEach((g, j) => {
          if (maskedScores.data[from + j] === -Infinity && g !== 0)
            throw new Error(`${g} of a masked score`);
        });
      }
    },
  );
});
