// Runs in a page of each browser: the corpus and training curves, each reduced to one number for all their bits.
import { load } from '/dist/index.js';
import { corpus, hashOf } from '../js/engine/corpus.js';
import { curveOf } from '../js/engine/curves.js';

/** @typedef {import('../../web/engine/index.js').TrainerOptions} TrainerOptions */

globalThis.program = {
  /** @param {'simd' | 'fallback'} variant @param {string[]} [names]  by default the whole corpus */
  async corpus(variant, names = Object.keys(corpus)) {
    const engine = await load({ engine: variant });
    return Object.fromEntries(names.map((name) => [name, hashOf(engine, name)]));
  },
  /** @param {TrainerOptions & {steps: number}} options */
  async curve(options) {
    const engine = await load({ engine: 'simd' });
    const trainer = await engine.createTrainer(options);
    await trainer.step(options.steps);
    const rows = await trainer.metrics();
    trainer.dispose();
    return curveOf(rows);
  },
};
