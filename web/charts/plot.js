/** The ground of a picture with two axes: how much room they take, their scales, what lies behind and before the marks. */
import {
  footHeight,
  headHeight,
  makeBox,
  makeScale,
  makeTicks,
  marginFor,
  xAxis,
  yAxis,
} from './axis.js';

/** @import { Axis, Plot } from './types.js' */

/**
 * @typedef {object} Ground
 * @property {number} width
 * @property {number} height
 * @property {Axis} x
 * @property {Axis} y  Without a label there is no room for one either
 * @property {number} [left]  Least left margin, px: pictures above each other begin at the same place
 */

/**
 * @param {Ground} ground
 * @param {object} layout
 * @param {[number, number]} layout.xDomain
 * @param {[number, number]} layout.yDomain
 * @param {number} [layout.top]  Room for more above the box, px
 * @param {number} [layout.under]  Room between the box and the x axis, px
 * @param {number} [layout.right]  Margin, px
 * @param {number} [layout.inset]  Between the box and the ends of the x axis, px
 * @param {number} [layout.spacing]  Wanted distance of numbers at the y axis, px
 * @returns {Plot}
 */
export function layPlot({ width, height, x: xAxisOf, y: yAxisOf, left = 0 }, layout) {
  const { xDomain, yDomain, top = 0, under = 0, right = 12, inset = 0, spacing = 44 } = layout;
  const head = (yAxisOf.label ? headHeight : 10) + top;
  const foot = footHeight(xAxisOf);
  const ticks = makeTicks(yAxisOf, yDomain, height - head - foot - under, spacing);
  const margin = { left: Math.max(left, marginFor(ticks)), right, top: head, bottom: foot + under };
  const box = makeBox(width, height, margin);
  const x = makeScale(xAxisOf, xDomain, [box.left + inset, box.right - inset]);
  const y = makeScale(yAxisOf, yDomain, [box.bottom, box.top]);
  const whole = { ...box, bottom: box.bottom + under };
  return {
    box,
    x,
    y,
    foot: whole,
    back: yAxis(yAxisOf, y, box, ticks),
    front: xAxis(xAxisOf, x, whole),
  };
}
