/**
 * The entry `scaledot/charts`: charts of a user's own data, as elements and as text. Importing it registers nothing,
 * touches no DOM and loads no engine.
 */
import { define as register, publicTag } from '../labs/parts/define.js';
import { bands } from './bands.js';
import { bars } from './bars.js';
import { ChartElement } from './chart-element.js';
import { curves } from './curves.js';
import { pictureOf } from './diagram.js';
import { heat } from './heat.js';
import { histogram } from './histogram.js';
import { checkChoice, fieldsOf } from './read.js';

/** @import { charts } from './elements.js' */
/**
 * @import {
 *   BandsData, BandsOptions, BarsData, BarsOptions, ChartCall, ChartPicture, ChartProperties, CurvesData,
 *   CurvesOptions, HeatData, HeatOptions, HistogramData, HistogramOptions,
 * } from './public.js'
 */

export { binned } from './bins.js';
export { charts } from './elements.js';
export { ScaledotBands } from './scaledot-bands.js';
export { ScaledotBars } from './scaledot-bars.js';
export { ScaledotCurves } from './scaledot-curves.js';
export { ScaledotHeat } from './scaledot-heat.js';
export { ScaledotHistogram } from './scaledot-histogram.js';

/**
 * Registers a chart, unless its tag is already defined. A chart may have several tags.
 * @param {(typeof charts)[number]} chart
 * @param {string} [tag]
 */
export function define(chart, tag) {
  const what = 'the class of a chart, such as ScaledotHistogram';
  register(publicTag(chart, tag, [ChartElement], what), chart);
}

/**
 * @param {HistogramData} data
 * @param {HistogramOptions} [options]
 */
export const histogramPicture = (data, options) => pictureOf(histogram, data, options);

/**
 * @param {CurvesData} data
 * @param {CurvesOptions} [options]
 */
export const curvesPicture = (data, options) => pictureOf(curves, data, options);

/**
 * @param {BarsData} data
 * @param {BarsOptions} [options]
 */
export const barsPicture = (data, options) => pictureOf(bars, data, options);

/**
 * @param {HeatData} data
 * @param {HeatOptions} [options]
 */
export const heatPicture = (data, options) => pictureOf(heat, data, options);

/**
 * @param {BandsData} data
 * @param {BandsOptions} [options]
 */
export const bandsPicture = (data, options) => pictureOf(bands, data, options);

const kinds = ['histogram', 'curves', 'bars', 'heat', 'bands'];

/**
 * Returns the element that draws a call, and its properties.
 * @param {ChartCall} call
 * @returns {ChartProperties}
 */
export function chartElement(call) {
  const { type, data, options = {} } = fieldsOf('call', call, ['type', 'data', 'options']);
  const kind = kinds[checkChoice('type', type, kinds)];
  return /** @type {ChartProperties} */ ({ tag: `scaledot-${kind}`, data, options });
}
