/**
 * Computes the share of the weight that the best of random keys gets, for the answer: under four functions, on the same
 * vectors. Runs at once if it fits into a frame, else streams. Starts again when its inputs change.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { ScoringStatistics } from '../../engine/types.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Sharpest } from './types.js' */

import { constant } from '../../engine/border/constant.js';
import { randomFunction, vectorOptions } from '../../tables/scoring.js';
import { messageOf } from '../parts/refusal.js';
import { fitsInFrame, timed } from '../parts/work.js';

/** The functions that the title names. */
export const compared = constant(['dot', 'scaled', 'additive', 'cosine']);

/** @typedef {typeof compared[number]} Compared */

/** @param {Params} params */
export const sharpestOptions = (params) => ({
  ...vectorOptions(params),
  draws: Number(params.draws),
  functions: compared.map((name) => randomFunction(params, name)),
  bins: 1,
  range: constant([-1, 1]),
});

/** Estimates the multiplications. Drawing a component costs about thirty. @param {Params} params */
function workOf({ dk, keys, units, draws }) {
  const components = Number(dk) * (Number(keys) + 1);
  const network = Number(units) * (components + 20 * Number(keys));
  return Number(draws) * (35 * components + network);
}

export class SharpestRun {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Sharpest | null} */
    this.result = null;
    /** The engine's sentence about why there is no result. */
    this.problem = '';
    this.of = '';
    /** @type {AbortController | null} */
    this.work = null;
  }

  /** @param {Engine} engine @param {Params} params */
  update(engine, params) {
    const options = sharpestOptions(params);
    const of = JSON.stringify(options);
    if (of === this.of) return;
    this.stop();
    this.of = of;
    this.problem = '';
    const size = workOf(params);
    try {
      if (fitsInFrame(engine, size))
        return this.take(timed(engine, size, () => engine.scoringStatistics(options)));
    } catch (error) {
      return this.fail(error);
    }
    this.work = new AbortController();
    const { signal } = this.work;
    const tell = (/** @type {ScoringStatistics} */ result) => {
      if (signal.aborted) return;
      this.take(result);
      this.changed();
    };
    engine.run('scoringStatistics', options, { signal, onPartial: tell }).then(tell, (error) => {
      if (signal.aborted) return;
      this.fail(error);
      this.changed();
    });
  }

  /** @param {unknown} error */
  fail(error) {
    this.problem = messageOf(error);
    this.result = null;
  }

  /** @param {ScoringStatistics} result */
  take({ functions, draws, partial = false }) {
    const medians = Object.fromEntries(
      compared.map((name, i) => [name, functions[i].topWeight.quantiles.p50]),
    );
    this.result = { medians: /** @type {Record<Compared, number>} */ (medians), draws, partial };
  }

  /** Abandons running work. The next update starts again. */
  stop() {
    this.work?.abort();
    this.work = null;
    this.of = '';
  }
}
