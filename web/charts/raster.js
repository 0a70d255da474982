/** Pixels under the marks of a picture: small canvases that the browser stretches, painted only when they change. */
import { html } from 'lit';
import { escapeXml } from './label.js';
import { levelOf, ramp } from './ramps.js';

/** @import { Box, Raster } from './picture.js' */
/** @import { RampName } from './ramps.js' */

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

/**
 * The same for a file, where whoever shows it may not stretch as wanted.
 * @param {readonly HTMLCanvasElement[]} canvases
 * @param {readonly Raster[]} rasters
 */
export const rasterImages = (canvases, rasters) =>
  rasters.map(({ box, sharp }, i) => {
    const { left, top, right, bottom } = box;
    const size = `x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"`;
    const address = escapeXml(enlarged(canvases[i], box, sharp).toDataURL());
    return `<image ${size} preserveAspectRatio="none" href="${address}"/>\n`;
  });

/** @param {HTMLCanvasElement} canvas @param {Box} box @param {boolean | undefined} sharp */
function enlarged(canvas, { left, top, right, bottom }, sharp) {
  // What is smooth everybody stretches well, and it stays small.
  if (!sharp) return canvas;
  const large = document.createElement('canvas');
  large.width = Math.max(canvas.width, 2 * Math.round(right - left));
  large.height = Math.max(canvas.height, 2 * Math.round(bottom - top));
  const context = large.getContext('2d');
  if (!context) return canvas;
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, 0, 0, large.width, large.height);
  return large;
}

/**
 * Numbers in the colours of a ramp; what is no number stays paper.
 * @param {Uint8ClampedArray} into  Four bytes a number
 * @param {ArrayLike<number>} values
 * @param {object} scale
 * @param {RampName} scale.ramp
 * @param {readonly [number, number]} scale.domain
 * @param {boolean} dark
 */
export function paintRamp(into, values, { ramp: name, domain: [low, high] }, dark) {
  const table = ramp(name, dark);
  for (let i = 0; i < values.length; i++) {
    const level = Math.abs(values[i]) === Infinity ? -1 : levelOf(values[i], low, high);
    if (level >= 0)
      for (let part = 0; part < 3; part++) into[4 * i + part] = table[3 * level + part];
    into[4 * i + 3] = level < 0 ? 0 : 255;
  }
}

/** Whether colours are for dark paper. @param {Element} element  Coloured as the paper is */
export function isDark(element) {
  const parts = getComputedStyle(element)
    .color.match(/[\d.]+/g)
    ?.map(Number) ?? [255, 255, 255];
  return 0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2] < 128;
}
