/** Small canvases under the marks of a picture. The browser stretches them, and they are painted only when they change. */

/** @import { Box, Raster } from './types.js' */

/** The content of each canvas. @type {WeakMap<HTMLCanvasElement, {source: readonly unknown[], dark: boolean, image: ImageData}>} */
const painted = new WeakMap();

/** @param {HTMLCanvasElement} canvas @param {Raster} raster @param {boolean} dark */
export function paintRaster(canvas, raster, dark) {
  place(canvas, raster.box);
  paint(canvas, raster, dark);
}

/** The position of each canvas. @type {WeakMap<HTMLCanvasElement, Box>} */
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
