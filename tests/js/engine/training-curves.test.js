// Every task and every rule reaches the loss in tests/training.json within its steps, with the bits of the native
// build.
import { expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { curveOf, runs } from './curves.js';

test.each(runs)(
  'simd: $name is learned, on a curve with the native bits',
  async ({ options, loss, curve }) => {
    const engine = await load({ engine: 'simd' });
    const trainer = await engine.createTrainer(options);
    await trainer.step(options.steps);
    const rows = await trainer.metrics();
    trainer.dispose();
    expect(rows.at(-1)?.step).toBe(options.steps);
    expect(rows.at(-1)?.loss).toBeLessThanOrEqual(loss);
    expect(curveOf(rows)).toBe(curve);
  },
  120_000,
);

test.each(['sort', 'norm', 'folded', 'doubled'])(
  'fallback: the curve of %s begins with these bits',
  async (wanted) => {
    const { options } = runs.filter(({ name }) => name === wanted)[0];
    const curves = ['simd', 'fallback'].map(async (variant) => {
      const engine = await load({ engine: /** @type {'simd'} */ (variant) });
      const trainer = await engine.createTrainer(options);
      await trainer.step(50);
      const rows = await trainer.metrics();
      trainer.dispose();
      return rows;
    });
    const [simd, fallback] = await Promise.all(curves);
    expect(simd.map(({ step }) => step)).toEqual([0, 25, 50]);
    expect(fallback).toEqual(simd);
  },
  120_000,
);
