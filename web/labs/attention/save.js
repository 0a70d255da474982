/** Saves a matrix as a file. */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Tensor } from '../../engine/types.js' */

import { commentLines, program, saveData } from '../../charts/export.js';
import { exportTensor, tensorFormats } from '../../files/export-tensor.js';

/** @typedef {import('../../files/export-tensor.js').TensorFormat} Format */

/** Labels of the buttons. @type {Readonly<Record<Format, string>>} */
const labels = { csv: 'CSV', json: 'JSON', npy: '.npy' };

export const saveFormats = tensorFormats.map((format) => ({ format, label: labels[format] }));

/**
 * @param {Engine} engine
 * @param {Format} format
 * @param {Tensor} tensor
 * @param {string} name
 * @param {{title: string, seed?: number, link: string, version?: string}} origin
 */
export function saveMatrix(engine, format, tensor, name, { version, ...origin }) {
  const fields = { ...origin, version: program(version) };
  const about = { fields, lines: commentLines(fields, '\n') };
  const file = exportTensor(engine, format, tensor, name, about);
  saveData(file.name, file.data, file.type);
}
