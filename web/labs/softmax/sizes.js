/** The shared parts of pictures over many sizes: their source, axis and progress, and what they cannot show. */
import { constant } from '../../engine/border/constant.js';
import { plain, rich } from '../parts/text.js';
import { sweep } from '../../pictures/sweep.js';

/** @import { Content } from '../parts/content.js' */
/** @import { Axis } from '../../charts/types.js' */
/** @import { Source, View } from '../parts/types.js' */
/** @import { Params, Section } from '../parts/section.js' */
/** @import { Most, Place } from '../../pictures/sweep.js' */
/** @import { Size } from '../../pictures/types.js' */
/** @import { Swept } from './types.js' */

/** @typedef {{axis: 'dk' | 'keys', places: Place[]}} Plan */

/**
 * Returns the source of a sweep. It is lazy, because this much work is only done for a picture in view.
 * @param {(params: Params) => Plan | null} needs
 * @param {Most} [most]
 * @returns {Source<Plan, Swept>}
 */
export const sweepOf = (needs, most) => ({
  needs,
  async compute(engine, { axis, places }, work) {
    const partial = (/** @type {Size[]} */ sizes) => work.partial({ axis, sizes });
    return { axis, sizes: await sweep(engine, places, { ...work, partial }, most) };
  },
  lazy: true,
});

/**
 * Returns what to show until every size has been measured, or if so many keys are masked that no size has any left.
 * @param {Section} view
 * @param {Swept} swept
 * @returns {{summary?: string, verdict?: Content} | null}  null: everything can be shown
 */
export function untilReady({ t, count, params }, { sizes }) {
  if (sizes.length > 0) return sizes.every(({ result }) => result) ? null : {};
  const words = constant([t, 'softmax.sweep.masked', { masked: count(params.masked) }]);
  return { summary: plain(...words), verdict: rich(...words) };
}

/** Returns the last of the sizes. @param {Swept} swept */
export const lastSize = ({ axis, sizes }) => sizes[sizes.length - 1][axis];

/** @param {Swept} swept @param {string} label @returns {Axis} */
export function sizeAxis(swept, label) {
  const ticks = swept.sizes.map((size) => size[swept.axis]);
  return { label, scale: 'log', ticks, domain: [ticks[0], lastSize(swept)] };
}

/**
 * Returns the visitor's own size; undefined if the axis does not reach it.
 * @param {Params} params
 * @param {Swept} swept
 */
export function ownPlace(params, swept) {
  const own = Number(params[swept.axis]);
  return own >= swept.sizes[0][swept.axis] && own <= lastSize(swept) ? own : undefined;
}

/**
 * Says that the visitor's own size is beyond the last one, which the sentences are about; '' if it is not.
 * @param {Section} view
 * @param {Swept} swept
 */
export function beyondEnd({ t, count, params }, swept) {
  const [last, own] = [lastSize(swept), Number(params[swept.axis])];
  if (own <= last) return '';
  return rich(t, `softmax.sweep.end.${swept.axis}`, { last: count(last), own: count(own) });
}

/** @param {View<{sweep: Swept}, {}>} view */
export function sweepStatus({ t, count, results: { sweep }, status }) {
  const draws = (sweep?.sizes ?? []).map(({ result }) => result?.draws ?? 0);
  const least = draws.length > 0 ? Math.min(...draws) : 0;
  const stopped = least === 0 ? 'softmax.sweep.early' : 'softmax.sweep.stopped';
  return status('sweep', { partly: t(stopped, { count: count(least) }), per: 'softmax.rate' });
}
