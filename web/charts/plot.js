/** Lays out a picture with two axes: margins, scales, and what is drawn behind and in front of the marks. */
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
 * @typedef {object} PlotSpec
 * @property {number} width
 * @property {number} height
 * @property {Axis} x
 * @property {Axis} y  Without a label, no space is left for one
 * @property {number} [left]  Minimum left margin, px; aligns stacked pictures
 */

/**
 * @param {PlotSpec} spec
 * @param {object} layout
 * @param {[number, number]} layout.xDomain
 * @param {[number, number]} layout.yDomain
 * @param {number} [layout.top]  Additional space above the box, px
 * @param {number} [layout.under]  Space between the box and the x axis, px
 * @param {number} [layout.right]  Right margin, px
 * @param {number} [layout.inset]  Distance between the sides of the box and the ends of the x scale, px
 * @param {number} [layout.spacing]  Preferred distance between numbers at the y axis, px
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
