/**
 * Many queries without a factor and under the rule of the state. Computed at once if they fit in a frame; otherwise the
 * first few at once and the rest streamed. A change of the shown query alone does not interrupt the work.
 */
import { statisticsOptions } from '../../tables/softmax.js';
import { source } from '../parts/source.js';
import { componentCost, fitsInFrame, timed } from '../parts/work.js';

/** @import { Engine } from '../../engine/index.js' */

/** @typedef {ReturnType<typeof statisticsOptions>} Options */

/** Cost of a vector besides its components (its score, weight and share of the statistics), in components. */
const vectorCost = 50;

/** Interval between drawings of partial results, ms. Each also draws the answer. */
const between = 120;

/** Smallest number of queries whose quantiles are worth showing. */
const fewest = 24;

/** Returns roughly how many multiplications the work takes. @param {Options} options */
const workOf = ({ dk, keys, draws }) => draws * (keys + 1) * (dk + vectorCost) * componentCost;

/**
 * Whether the work fits into half of a frame's time for work. The pictures of the one query need the rest.
 * @param {Engine} engine
 * @param {Options} options
 */
const fitsBeside = (engine, options) => fitsInFrame(engine, 2 * workOf(options));

/** @param {Engine} engine @param {Options} options */
const atOnce = (engine, options) =>
  timed(engine, workOf(options), () => engine.softmaxStatistics(options));

export const population = source({
  needs: statisticsOptions,
  compute(engine, options, work) {
    if (fitsBeside(engine, options)) return atOnce(engine, options);
    const few = firstDraws(engine, options);
    if (few) work.partial({ ...atOnce(engine, few), partial: true });
    const shown = few?.draws ?? 0;
    let last = performance.now();
    return work.run('softmaxStatistics', options, ({ draws }) => {
      const now = performance.now();
      const isDue = draws > shown && now - last >= between;
      if (isDue) last = now;
      return isDue;
    });
  },
  publish: 'one',
});

/**
 * Returns as many draws as fit into a frame beside the pictures. The smallest number may also take the pictures' share.
 * @param {Engine} engine
 * @param {Options} options
 */
function firstDraws(engine, options) {
  for (let { draws } = options; draws >= fewest; draws = Math.floor(draws / 2)) {
    if (fitsBeside(engine, { ...options, draws })) return { ...options, draws };
  }
  const few = { ...options, draws: fewest };
  return options.draws > fewest && fitsInFrame(engine, workOf(few)) ? few : null;
}
