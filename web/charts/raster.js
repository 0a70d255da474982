/** Pixels under the marks of a picture: small canvases that the browser stretches, painted only when they change. */
import { html } from 'lit';

/** @import { Box, Raster } from './picture.js' */

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

/** What a canvas shows. @type {WeakMap<HTMLCanvasElement, {source: readonly unknown[], dark: boolean, image: ImageData}>} */
const painted = new WeakMap();

/**
 * @param {readonly HTMLCanvasElement[]} canvases  As rendered
 * @param {readonly Raster[]} rasters
 * @param {boolean} dark
 */
export function paintRasters(canvases, rasters, dark) {
  rasters.forEach((raster, i) => {
    place(canvases[i], raster.box);
    paint(canvases[i], raster, dark);
  });
}

/** Where a canvas lies. @type {WeakMap<HTMLCanvasElement, Box>} */
const places = new WeakMap();

/** @param {HTMLCanvasElement} canvas @param {Box} box */
function place(canvas, box) {
  const { left, top, right, bottom } = box;
  const last = places.get(canvas);
  const stays = last?.left === left && last.top === top;
  if (stays && last.right === right && last.bottom === bottom) return;
  places.set(canvas, box);
  const rules = { left, top, width: right - left, height: bottom - top };
  for (const [name, value] of Object.entries(rules)) canvas.style.setProperty(name, `${value}px`);
}

/** @param {HTMLCanvasElement} canvas @param {Raster} raster @param {boolean} dark */
function paint(canvas, { source, width, height, rgba }, dark) {
  const last = painted.get(canvas);
  const isSized = last?.image.width === width && last.image.height === height;
  const isSame = isSized && last.dark === dark && last.source.length === source.length;
  if (isSame && source.every((part, i) => part === last.source[i])) return;
  const context = canvas.getContext('2d');
  if (!context) return;
  const image = isSized ? last.image : context.createImageData(width, height);
  rgba(image.data, dark);
  context.putImageData(image, 0, 0);
  painted.set(canvas, { source, dark, image });
}

/** Whether colours are for dark paper. @param {Element} element  Coloured as the paper is */
export function isDark(element) {
  const parts = getComputedStyle(element)
    .color.match(/[\d.]+/g)
    ?.map(Number) ?? [255, 255, 255];
  return 0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2] < 128;
}
