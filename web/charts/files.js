/** The four files of a figure: its table as CSV and JSON, its picture as SVG and PNG. Loaded on demand. */
import { margins, save, toCsv, toJson, toPng, toSvg } from './export.js';
import { escapeXml } from './label.js';
import { tableOf } from './sheet.js';

/** @import { SdFigure } from './figure.js' */
/** @import { Box, FileKind, Raster } from './types.js' */

/** Width of a picture that is not laid out, px. */
const usualWidth = 720;

/**
 * Makes a file of what a figure shows now.
 * @param {SdFigure} element
 * @param {FileKind} kind
 * @returns {Promise<Blob>}
 */
export async function fileOf(element, kind) {
  const { figure } = element;
  if (!figure) throw new Error('the figure is still empty');
  if (kind === 'csv') {
    // The byte order mark tells spreadsheets that the text is UTF-8.
    return new Blob(['\ufeff', toCsv(tableOf(figure), figure)], { type: 'text/csv;charset=utf-8' });
  }
  if (kind === 'json') {
    const table = figure.table ? tableOf(figure) : undefined;
    return new Blob([toJson({ ...figure, table })], { type: 'application/json' });
  }
  const picture = element.renderRoot.querySelector('.picture > svg');
  if (!(picture instanceof SVGSVGElement)) throw new Error('the picture is still empty');
  element.paint();
  const pixels = rasterImages(element.canvases, element.picture?.rasters ?? []).join('');
  const source = toSvg(picture, figure, pixels);
  return kind === 'svg' ? new Blob([source], { type: 'image/svg+xml' }) : toPng(source);
}

/**
 * Makes an image file of any width, whether the picture is shown or not.
 * @param {SdFigure} element
 * @param {'svg' | 'png'} kind
 * @param {number} [width]  Of the whole sheet, px; as shown by default
 */
export async function imageOf(element, kind, width) {
  const shown = element.width;
  element.width = width === undefined ? shown || usualWidth : width - margins;
  await element.updateComplete;
  // Reads the marks synchronously, before the other width is painted.
  const file = fileOf(element, kind);
  element.width = shown;
  return file;
}

/** @param {SdFigure} element @param {FileKind} kind */
export async function saveFile(element, kind) {
  save(`${element.figure?.name ?? 'figure'}.${kind}`, await fileOf(element, kind));
}

/**
 * Writes the canvases of a picture as <image> elements. Sharp ones are enlarged, since viewers may smooth them when scaling.
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
  // Every viewer scales smooth images well, and small files are better.
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
