/** The canvases under the marks of a picture. raster.js paints them. */
import { html } from 'lit';

/** @import { Raster } from './types.js' */

/** @param {readonly Raster[]} rasters */
export const renderRasters = (rasters) =>
  rasters.map(
    ({ width, height, sharp }) =>
      html`<canvas
        class="raster"
        aria-hidden="true"
        width=${width}
        height=${height}
        ?data-sharp=${sharp}
      ></canvas>`,
  );

/**
 * @param {readonly HTMLCanvasElement[]} canvases  As rendered
 * @param {readonly Raster[]} rasters
 * @param {boolean} dark
 */
export const paintRasters = (canvases, rasters, dark) =>
  rasters.forEach((raster, i) => raster.paint(canvases[i], raster, dark));

/** Whether the theme is dark. @param {Element} element  Has the colour of the paper */
export function isDark(element) {
  const parts = getComputedStyle(element)
    .color.match(/[\d.]+/g)
    ?.map(Number) ?? [255, 255, 255];
  return 0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2] < 128;
}
