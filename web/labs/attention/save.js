/** A matrix as a file of the visitor's. */
import { commentLines, program, save } from '../../charts/export.js';
import { exportTensor, tensorFormats } from '../../files/export-tensor.js';

/** @typedef {import('../../files/export-tensor.js').TensorFormat} Format */

/** What the buttons are called. @type {Readonly<Record<Format, string>>} */
const labels = { csv: 'CSV', json: 'JSON', npy: '.npy' };

export const saveFormats = tensorFormats.map((format) => ({ format, label: labels[format] }));

/**
 * @param {import('../../engine/index.js').Engine} engine
 * @param {Format} format
 * @param {import('../../engine/types.js').Tensor} tensor
 * @param {string} name
 * @param {{title: string, seed?: number, link: string, version?: string}} origin
 */
export function saveMatrix(engine, format, tensor, name, { version, ...origin }) {
  const fields = { ...origin, version: program(version) };
  const about = { fields, lines: commentLines(fields, '\n') };
  const file = exportTensor(engine, format, tensor, name, about);
  save(file.name, new Blob([/** @type {BlobPart} */ (file.data)], { type: file.type }));
}
