// The operators of scaledot/onnx except Attention, compared with naive arithmetic in double: softmax, normalisations,
// rotary embedding.
import { expect, test } from '@jest/globals';
import * as onnx from '../../../web/engine/adapters/onnx.js';
import { close, count, differences, int64, naiveSoftmax, numbers } from './onnx.js';
import { onEveryVariant } from './variants.js';

const { floats } = numbers(7);

onEveryVariant('functions of scaledot/onnx', (engine) => {
  test('Softmax and LogSoftmax take any axis, large numbers and rows of -infinity', () => {
    const { shape, data } = floats(3, 4, 5);
    for (const axis of [0, 1, 2, -1, -2, -3, undefined]) {
      const steps = [20, 5, 1];
      const along = axis === undefined ? 2 : (axis + 3) % 3;
      const input = { shape, data: data.map((x) => 32 * x) };
      const given = axis === undefined ? {} : { axis };
      const weights = onnx.softmax(engine(), { input }, given).output;
      const logs = onnx.logSoftmax(engine(), { input }, given).output;
      for (let i = 0; i < data.length; ++i) {
        const place = Math.floor(i / steps[along]) % shape[along];
        const start = i - place * steps[along];
        const row = Array.from(
          { length: shape[along] },
          (_, j) => input.data[start + j * steps[along]],
        );
        const max = Math.max(...row);
        const sum = row.reduce((total, x) => total + Math.exp(x - max), 0);
        expect(Math.abs(weights.data[i] - naiveSoftmax(row)[place])).toBeLessThan(1e-6);
        expect(Math.abs(logs.data[i] - (row[place] - max - Math.log(sum)))).toBeLessThan(1e-5);
      }
    }
    const masked = { data: new Float32Array(3).fill(-Infinity), shape: [3] };
    expect(onnx.softmax(engine(), { input: masked }).output.data).toEqual(new Float32Array(3));
    expect(onnx.logSoftmax(engine(), { input: masked }).output).toEqual(masked);
  });

  test.each([0, 1, 2, -1, -2, -3])('the normalisations normalise from axis %i on', (axis) => {
    const X = floats(3, 4, 5);
    const first = (axis + 3) % 3;
    const shape = X.shape.slice(first);
    const size = count(shape);
    const [Scale, B] = [floats(...shape), floats(...shape)];
    const epsilon = 0.25;
    const layer = onnx.layerNormalization(engine(), { X, Scale, B }, { axis, epsilon });
    const rms = onnx.rmsNormalization(engine(), { X, scale: Scale }, { axis, epsilon });
    const rows = X.data.length / size;
    const expected = /** @type {Record<string, number[]>} */ ({
      Y: [],
      Mean: [],
      Inv: [],
      rms: [],
    });
    for (let r = 0; r < rows; ++r) {
      const row = Array.from(X.data.subarray(r * size, (r + 1) * size));
      const mean = row.reduce((a, b) => a + b, 0) / size;
      const inverse = 1 / Math.sqrt(row.reduce((a, x) => a + (x - mean) ** 2, 0) / size + epsilon);
      const root = Math.sqrt(row.reduce((a, x) => a + x * x, 0) / size + epsilon);
      expected.Mean.push(mean);
      expected.Inv.push(inverse);
      row.forEach((x, i) => {
        expected.Y.push((x - mean) * inverse * Scale.data[i] + B.data[i]);
        expected.rms.push((x / root) * Scale.data[i]);
      });
    }
    const statistics = X.shape.map((n, i) => (i < first ? n : 1));
    expect(differences('Y', layer.Y, { data: expected.Y, shape: X.shape }, close)).toEqual([]);
    expect(
      differences('Mean', layer.Mean, { data: expected.Mean, shape: statistics }, close),
    ).toEqual([]);
    expect(
      differences('InvStdDev', layer.InvStdDev, { data: expected.Inv, shape: statistics }, close),
    ).toEqual([]);
    expect(differences('rms', rms.Y, { data: expected.rms, shape: X.shape }, close)).toEqual([]);
  });

  test('a missing B is 0, epsilon 1e-5, and a Scale is broadcast to the axes that are normalised', () => {
    const X = { data: Float32Array.of(0.001, -0.001, 0.002, -0.002), shape: [1, 2, 2] };
    const Scale = { data: Float32Array.of(2, 3), shape: [2] };
    const { Y } = onnx.layerNormalization(engine(), { X, Scale, B: null }, { axis: 1 });
    const inverse = 1 / Math.sqrt(2.5e-6 + 1e-5);
    const expected = Array.from(X.data, (x, i) => x * inverse * [2, 3][i % 2]);
    expect(differences('Y', Y, { data: expected, shape: X.shape }, close)).toEqual([]);
    const root = onnx.rmsNormalization(engine(), { X, scale: Scale }, { axis: 1, stash_type: 1 });
    expect(differences('Y', root.Y, { data: expected, shape: X.shape }, close)).toEqual([]);
  });

  const rotary = /** @type {[boolean, boolean, number, boolean][]} */ ([]);
  for (const threeAxes of [false, true])
    for (const interleaved of [false, true])
      for (const dim of [0, 4])
        for (const ids of [false, true]) rotary.push([threeAxes, interleaved, dim, ids]);
  test.each(rotary)(
    'RotaryEmbedding turns pairs (3 axes %s, interleaved %s, dim %i, position_ids %s)',
    (threeAxes, interleaved, dim, ids) => {
      const [batch, heads, sequence, size] = [2, 3, 5, 8];
      const X = threeAxes
        ? floats(batch, sequence, heads * size)
        : floats(batch, heads, sequence, size);
      const half = (dim || size) / 2;
      const angles = floats(...(ids ? [9, half] : [batch, sequence, half]));
      const cos_cache = { ...angles, data: angles.data.map(Math.cos) };
      const sin_cache = { ...angles, data: angles.data.map(Math.sin) };
      const places = Array.from({ length: batch * sequence }, (_, i) =>
        ids ? (i * 7 + 3) % 9 : i,
      );
      const position_ids = ids ? { ...int64(...places), shape: [batch, sequence] } : undefined;
      const attributes = {
        interleaved: interleaved ? 1 : 0,
        ...(threeAxes && { num_heads: heads }),
        ...(dim && { rotary_embedding_dim: dim }),
      };
      const { Y } = onnx.rotaryEmbedding(
        engine(),
        { X, cos_cache, sin_cache, position_ids },
        attributes,
      );
      const expected = Array.from(X.data, (x, i) => {
        const c = i % size;
        if (c >= 2 * half) return x;
        const row = Math.floor(i / size);
        const b = Math.floor(row / (heads * sequence));
        const s = threeAxes ? Math.floor(row / heads) % sequence : row % sequence;
        const pair = interleaved ? c >> 1 : c % half;
        const isFirst = interleaved ? c % 2 === 0 : c < half;
        const other = X.data[i + (isFirst ? 1 : -1) * (interleaved ? 1 : half)];
        const at = places[b * sequence + s] * half + pair;
        const [cosine, sine] = [cos_cache.data[at], sin_cache.data[at]];
        return isFirst ? x * cosine - other * sine : x * cosine + other * sine;
      });
      expect(differences('Y', Y, { data: expected, shape: X.shape }, close)).toEqual([]);
    },
  );
});
