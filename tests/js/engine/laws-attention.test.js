// Laws of attention, both plain and multi-head.
import { expect } from '@jest/globals';
import {
  allowOf,
  attend,
  expectSameResults,
  laws,
  mask,
  problemOf,
  problems,
  problemsWith,
  shapes,
  stream,
} from './laws.js';
import {
  attentionNames as everything,
  expectClose,
  expectSameBits,
  map,
  Random,
  sizeOf,
} from './tensors.js';

/** @import { MaskInput, Tensor } from '../../../web/engine/types.js' */

laws('attention', 2280, (law) => {
  law('rows of weights sum to 1, or are zeros and listed', problems, (sd, problem) => {
    const result = attend(sd, problem);
    const keys = problem.sizes[3];
    const rows = result.logSumExp.data.length;
    const width = result.output.data.length / rows;
    for (let row = 0; row < rows; ++row) {
      const weights = result.weights.data.subarray(row * keys, (row + 1) * keys);
      const masked = result.maskedScores.data.subarray(row * keys, (row + 1) * keys);
      const none = masked.every((score) => score === -Infinity);
      expect(result.fullyMasked.includes(row)).toBe(none);
      expect(result.logSumExp.data[row] === -Infinity).toBe(none);
      const sum = weights.reduce((total, weight) => total + weight, 0);
      expect(Math.abs(sum - (none ? 0 : 1))).toBeLessThan(1e-6);
      weights.forEach((weight, j) => {
        if (!(weight >= 0 && weight < 1 + 1e-6)) throw new Error(`a weight of ${weight}`);
        if (masked[j] === -Infinity && weight !== 0) throw new Error('a masked weight');
      });
      if (none)
        expect(result.output.data.subarray(row * width, (row + 1) * width)).toEqual(
          new Float32Array(width),
        );
    }
  });

  law('the intermediates follow from each other', problems, (sd, problem) => {
    const result = attend(sd, problem);
    const { options, sizes } = problem;
    const [, heads, queries, keys] = sizes;
    const width = problem.value.shape.at(-1) ?? 0;
    const group = heads / (problem.key.shape.at(-3) ?? 1);
    for (let row = 0; row < result.logSumExp.data.length; ++row) {
      const head = Math.floor(row / queries);
      const keyHead = problem.key.shape.length < 3 ? 0 : Math.floor(head / group);
      let greatest = -Infinity;
      for (let j = 0; j < keys; ++j)
        greatest = Math.max(greatest, result.maskedScores.data[row * keys + j]);
      let sum = 0;
      const output = new Float64Array(width);
      for (let j = 0; j < keys; ++j) {
        const at = row * keys + j;
        const masked = result.maskedScores.data[at];
        const weight = masked === -Infinity ? 0 : Math.exp(masked - greatest);
        sum += weight;
        const from = (keyHead * keys + j) * width;
        for (let c = 0; c < width; ++c) output[c] += weight * problem.value.data[from + c];
        const capped = options.softcap
          ? options.softcap * Math.tanh(result.scaledScores.data[at] / options.softcap)
          : result.scaledScores.data[at];
        expectClose([result.cappedScores.data[at]], [capped], 1e-5 * (1 + Math.abs(capped)));
      }
      if (greatest === -Infinity) continue;
      expectClose([result.logSumExp.data[row]], [greatest + Math.log(sum)], 2e-5);
      expectClose(
        result.output.data.subarray(row * width, (row + 1) * width),
        output.map((x) => x / sum),
        2e-5,
        'output',
      );
    }
  });

  law('streaming gives what materialising gives', problems, (sd, problem) => {
    const [whole, streamed] = [attend(sd, problem), stream(sd, problem)];
    expectClose(streamed.output.data, whole.output.data, 1e-5, 'output');
    expectClose(streamed.logSumExp.data, whole.logSumExp.data, 1e-5, 'logSumExp');
    expect(streamed.fullyMasked).toEqual(whole.fullyMasked);
  });

  law('the same call gives the same bits', problems, (sd, problem) => {
    expectSameResults(attend(sd, problem), attend(sd, problem), everything);
  });

  law(
    'a constant added to a row of scores changes nothing',
    problemsWith('allow', 'causal', 'softcap'),
    (sd, problem) => {
      const [, , queries] = problem.sizes;
      const bias = problem.random.tensor(queries, 1);
      const shifted = stream(sd, problem, {
        ...problem.options,
        mask: { ...problem.options.mask, bias },
      });
      const plain = stream(sd, problem);
      expectClose(shifted.output.data, plain.output.data, 2e-5, 'output');
      expectClose(
        shifted.logSumExp.data,
        plain.logSumExp.data.map((x, row) => x + bias.data[row % queries]),
        2e-5,
        'logSumExp',
      );
    },
  );

  law(
    'the order of keys does not matter',
    problemsWith('allow', 'block', 'bias', 'softcap', 'scale'),
    (sd, problem) => {
      const keys = problem.sizes[3];
      const order = Array.from({ length: keys }, (_, j) => j);
      for (let j = keys - 1; j > 0; --j) {
        const other = problem.random.below(j + 1);
        [order[j], order[other]] = [order[other], order[j]];
      }
      /** @param {MaskInput | undefined} tensor @param {number} fromEnd the axis of the keys, counted from the end */
      const permuted = (tensor, fromEnd) => {
        if (!tensor || (tensor.shape.at(-fromEnd) ?? 1) === 1) return tensor;
        const inner = fromEnd === 2 ? (tensor.shape.at(-1) ?? 1) : 1;
        const data = Float32Array.from(tensor.data, (_, at) => {
          const [row, column] = [Math.floor(at / inner), at % inner];
          return tensor.data[(row - (row % keys) + order[row % keys]) * inner + column];
        });
        return { data, shape: [...tensor.shape] };
      };
      /** @type {Partial<Record<string, MaskInput>>} */
      const { allow, block, bias } = /** @type {any} */ (problem.options.mask ?? {});
      const moved = sd.attention(
        problem.query,
        /** @type {Tensor} */ (permuted(problem.key, 2)),
        /** @type {Tensor} */ (permuted(problem.value, 2)),
        {
          ...problem.options,
          mask: { allow: permuted(allow, 1), block: permuted(block, 1), bias: permuted(bias, 1) },
        },
      );
      expectClose(moved.output.data, stream(sd, problem).output.data, 2e-5, 'output');
    },
  );

  law(
    'a causal row has the same bits whatever the later tokens are',
    problemsWith('causal', 'allow', 'block', 'bias', 'softcap', 'scale', 'window', 'keyLengths'),
    (sd, problem) => {
      const { key, value, sizes, random } = problem;
      const keys = sizes[3];
      const options = /** @type {const} */ ({ ...problem.options, causal: 'upper-left' });
      const last = random.below(Math.min(sizes[2], keys));
      const future = [NaN, Infinity, -Infinity, 1e30, 3e38][random.below(5)];
      const changed = (/** @type {Tensor} */ tensor) => {
        const width = tensor.shape.at(-1) ?? 1;
        return map(tensor, (x, at) => (Math.floor(at / width) % keys > last ? future : x));
      };
      const before = stream(sd, problem, options);
      const after = stream(sd, { ...problem, key: changed(key), value: changed(value) }, options);
      const width = value.shape.at(-1) ?? 1;
      before.logSumExp.data.forEach((lse, row) => {
        if (row % sizes[2] > last) return;
        expectSameBits(Float32Array.of(lse), after.logSumExp.data.slice(row, row + 1), 'logSumExp');
        const [from, to] = [row * width, (row + 1) * width];
        expectSameBits(
          before.output.data.slice(from, to),
          after.output.data.slice(from, to),
          `row ${row}`,
        );
      });
    },
  );

  law(
    'allow is the contrary of block',
    problemsWith('allow', 'causal', 'bias', 'softcap'),
    (sd, problem) => {
      const allow = mask(problem.random, problem.sizes, (r) => r.below(2));
      const block = map(allow, (x) => 1 - x);
      const { mask: own, ...options } = problem.options;
      expectSameResults(
        attend(sd, problem, { ...options, mask: { bias: own?.bias, allow } }),
        attend(sd, problem, { ...options, mask: { bias: own?.bias, block } }),
        everything,
      );
    },
  );

  law(
    'allow is a bias of 0 and -infinity',
    problemsWith('causal', 'block', 'softcap', 'keyLengths'),
    (sd, problem) => {
      const allow = mask(problem.random, problem.sizes, (r) => r.below(2));
      const bias = map(allow, (x) => (x ? 0 : -Infinity));
      const a = attend(sd, problem, {
        ...problem.options,
        mask: { ...problem.options.mask, allow },
      });
      const b = attend(sd, problem, {
        ...problem.options,
        mask: { ...problem.options.mask, bias },
      });
      expectSameResults(a, b, ['output', 'weights', 'logSumExp']);
    },
  );

  law('masks may be of any numbers', problemsWith('causal', 'bias', 'softcap'), (sd, problem) => {
    const allow = mask(problem.random, problem.sizes, (r) => r.below(3));
    const expected = attend(sd, problem, { ...problem.options, mask: { allow } });
    for (const Type of [Uint8Array, Int32Array, Float64Array, Uint16Array, Int8Array]) {
      const other = { data: Type.from(allow.data), shape: allow.shape };
      expectSameResults(
        attend(sd, problem, { ...problem.options, mask: { allow: other } }),
        expected,
        everything,
      );
    }
  });

  law(
    'windows, causal and key lengths are allow masks',
    problemsWith('window', 'causal', 'keyLengths', 'bias', 'softcap', 'scale'),
    (sd, problem) => {
      const { mask: own, scale, softcap } = problem.options;
      const expected = attend(sd, problem);
      const masked = attend(sd, problem, {
        scale,
        softcap,
        mask: { ...own, allow: allowOf(problem) },
      });
      expectSameResults(masked, expected, everything);
    },
  );

  law('with as many queries as keys lower-right is upper-left', shapes, (sd, shape) => {
    const problem = problemOf({ ...shape, queries: shape.keys }, ['bias']);
    expectSameResults(
      attend(sd, problem, { ...problem.options, causal: 'lower-right' }),
      attend(sd, problem, { ...problem.options, causal: 'upper-left' }),
      everything,
    );
  });

  law('grouped heads are repeated keys', problems, (sd, problem) => {
    const { query, key, value, sizes } = problem;
    if (key.shape.length < 3) return;
    const keyHeads = /** @type {number} */ (key.shape.at(-3));
    const group = sizes[1] / keyHeads;
    const repeated = (/** @type {Tensor} */ tensor) => {
      const size = sizeOf(tensor.shape.slice(-2));
      const shape = [...tensor.shape];
      shape[shape.length - 3] = sizes[1];
      const data = new Float32Array(tensor.data.length * group);
      for (let head = 0; head < sizes[0] * sizes[1]; ++head) {
        const from = Math.floor(head / group) * size;
        data.set(tensor.data.subarray(from, from + size), head * size);
      }
      return { data, shape };
    };
    expectSameResults(
      attend(sd, { ...problem, query, key: repeated(key), value: repeated(value) }),
      attend(sd, problem),
      everything,
    );
  });

  law(
    'a head alone gives the same bits',
    problemsWith('causal', 'window', 'softcap', 'scale'),
    (sd, problem) => {
      const [batch, heads] = problem.sizes;
      const keyHeads = problem.key.shape.at(-3) ?? 1;
      const whole = attend(sd, problem);
      const head = problem.random.below(batch * heads);
      const keyHead = problem.key.shape.length < 3 ? 0 : Math.floor(head / (heads / keyHeads));
      const cut = (/** @type {Tensor} */ { data, shape }, /** @type {number} */ at) => {
        const size = sizeOf(shape.slice(-2));
        return { data: data.slice(at * size, (at + 1) * size), shape: shape.slice(-2) };
      };
      const alone = attend(sd, {
        ...problem,
        query: cut(problem.query, head),
        key: cut(problem.key, keyHead),
        value: cut(problem.value, keyHead),
      });
      for (const name of ['output', 'weights', 'scores'])
        expectSameBits(
          alone[/** @type {'output'} */ (name)].data,
          cut(whole[/** @type {'output'} */ (name)], head).data,
          name,
        );
    },
  );

  law(
    'a row does not depend on the rows with it',
    problemsWith('softcap', 'scale', 'keyLengths'),
    (sd, problem) => {
      const { query, sizes } = problem;
      const width = query.shape.at(-1) ?? 1;
      const kept = problem.random.below(sizes[2]);
      const others = map(query, (x, at) =>
        Math.floor(at / width) % sizes[2] === kept ? x : [NaN, 1e30, -3, Infinity][at % 4],
      );
      const [a, b] = [stream(sd, problem), stream(sd, { ...problem, query: others })];
      const outputWidth = problem.value.shape.at(-1) ?? 1;
      for (let row = kept; row < a.logSumExp.data.length; row += sizes[2]) {
        const [from, to] = [row * outputWidth, (row + 1) * outputWidth];
        expectSameBits(a.output.data.slice(from, to), b.output.data.slice(from, to), `row ${row}`);
      }
    },
  );

  law(
    'a power of two goes from the scale into the query',
    problemsWith('allow', 'bias', 'causal', 'softcap'),
    (sd, problem) => {
      const scale = 2 ** problem.random.between(-6, 3);
      const { mask: own, ...options } = problem.options;
      const a = attend(sd, problem, { ...options, mask: own, scale });
      const scaled = { ...problem, query: map(problem.query, (x) => x * scale) };
      const b = attend(sd, scaled, { ...options, mask: own, scale: 1 });
      expectSameResults(a, b, ['output', 'weights', 'maskedScores', 'logSumExp']);
    },
  );

  law('the output is linear in the value', problems, (sd, problem) => {
    const other = problem.random.tensor(...problem.value.shape);
    const sum = map(problem.value, (x, i) => x + 2 * other.data[i]);
    const [a, b, both] = [problem.value, other, sum].map(
      (value) => stream(sd, { ...problem, value }).output.data,
    );
    expectClose(
      both,
      a.map((x, i) => x + 2 * b[i]),
      3e-5,
      'output',
    );
  });

  law(
    'without scale every visible key weighs the same',
    problemsWith('allow', 'block', 'causal', 'window', 'keyLengths'),
    (sd, problem) => {
      const { weights } = attend(sd, problem, { ...problem.options, scale: 0 });
      const keys = problem.sizes[3];
      for (let from = 0; from < weights.data.length; from += keys) {
        const seen = weights.data.slice(from, from + keys).filter((weight) => weight > 0);
        expectClose(
          seen,
          seen.map(() => 1 / seen.length),
          1e-6,
          'weights',
        );
      }
    },
  );

  law('run() gives the bits of the direct call', problems, async (sd, problem) => {
    const { query, key, value, options } = problem;
    const { output, fullyMasked } = await sd.run('attention', { query, key, value, ...options });
    if (!output) throw new Error('no output');
    const direct = sd.attention(query, key, value, options);
    expectSameBits(output.data, direct.output.data, 'output');
    expect(output.shape).toEqual(direct.output.shape);
    expect(fullyMasked).toEqual(direct.fullyMasked);
  });
});

laws('multiHeadAttention', 240, (law) => {
  /** @param {number} size @returns {Tensor} */
  const identity = (size) => ({
    data: Float32Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0)),
    shape: [size, size],
  });

  law('one head with matrices that change nothing is attention', shapes, (sd, shape) => {
    const { query, key, value } = problemOf({ ...shape, rank: 2 }, []);
    const [d, dv] = [query.shape[1], value.shape[1]];
    const parameters = { wq: identity(d), wk: identity(d), wv: identity(dv), wo: identity(dv) };
    const { output, weights } = sd.multiHeadAttention(query, key, value, parameters, {
      heads: 1,
      causal: 'lower-right',
      returns: ['output', 'weights'],
    });
    const direct = sd.attention(query, key, value, {
      causal: 'lower-right',
      returns: ['output', 'weights'],
    });
    expectClose(output.data, direct.output.data, 0, 'output');
    expectClose(weights.data, direct.weights.data, 0, 'weights');
  });

  law('heads are columns side by side', shapes, (sd, shape) => {
    const { batch, keyHeads, group, queries, keys, headDim, valueDim } = shape;
    const heads = keyHeads * group;
    const random = new Random(shape.seed);
    const query = random.tensor(batch, queries, heads * headDim);
    const key = random.tensor(batch, keys, keyHeads * headDim);
    const value = random.tensor(batch, keys, keyHeads * valueDim);
    const parameters = {
      wq: identity(heads * headDim),
      wk: identity(keyHeads * headDim),
      wv: identity(keyHeads * valueDim),
      wo: identity(heads * valueDim),
    };
    const { output } = sd.multiHeadAttention(query, key, value, parameters, { heads, keyHeads });
    /** Splits [B, L, H d] into [B, H, L, d]. @param {Tensor} tensor @param {number} parts @returns {Tensor} */
    const split = ({ data, shape: [b, rows, width] }, parts) => {
      const own = width / parts;
      const to = new Float32Array(data.length);
      for (let at = 0; at < data.length; ++at) {
        const [c, row, which] = [
          at % width,
          Math.floor(at / width) % rows,
          Math.floor(at / width / rows),
        ];
        to[((which * parts + Math.floor(c / own)) * rows + row) * own + (c % own)] = data[at];
      }
      return { data: to, shape: [b, parts, rows, own] };
    };
    const direct = sd.attention(split(query, heads), split(key, keyHeads), split(value, keyHeads));
    expectClose(split(output, heads).data, direct.output.data, 0, 'output');
  });
});
