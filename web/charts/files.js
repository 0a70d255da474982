/** The four files of a figure: its table as CSV and JSON, its picture as SVG and PNG. Fetched when somebody wants one. */
import { margins, save, toCsv, toJson, toPng, toSvg } from './export.js';
import { tableOf } from './sheet.js';

export { margins, save };

/** @import { Figure } from './figure.js' */

/** @typedef {'csv' | 'json' | 'svg' | 'png'} FileKind */

/**
 * @param {FileKind} kind
 * @param {Figure} figure
 * @param {Element | null} picture  Its <svg>, in the page
 * @param {() => string} under  What lies under the marks
 * @returns {Promise<Blob>}
 */
export async function fileOf(kind, figure, picture, under) {
  if (kind === 'csv') {
    // The mark tells spreadsheets that the text is UTF-8.
    return new Blob(['\ufeff', toCsv(tableOf(figure), figure)], { type: 'text/csv;charset=utf-8' });
  }
  if (kind === 'json') {
    const table = figure.table ? tableOf(figure) : undefined;
    return new Blob([toJson({ ...figure, table })], { type: 'application/json' });
  }
  if (!(picture instanceof SVGSVGElement)) throw new Error('the picture is still empty');
  const source = toSvg(picture, figure, under());
  return kind === 'svg' ? new Blob([source], { type: 'image/svg+xml' }) : toPng(source);
}
