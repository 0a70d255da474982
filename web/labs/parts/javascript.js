/** JavaScript for the code twins: how a program writes the engine's options. Text only. */
import { componentOptions } from '../../tables/entries.js';

/** @param {import('../../tables/params.js').Params} params */
export const scaleLiteral = ({ scale, alpha, factor }) =>
  scale === 'alpha' ? `{ alpha: ${alpha} }` : scale === 'number' ? String(factor) : `'${scale}'`;

/** The laws of the components, two lines of the options. @param {import('../../tables/params.js').Params} params */
export function componentLiterals(params) {
  const { query, key } = componentOptions(params);
  return `query: ${sideLiteral(query)},
  key: ${sideLiteral(key)},`;
}

/** @param {import('../../tables/entries.js').Side} side */
const sideLiteral = ({ distribution, mean, sd }) =>
  `{ distribution: '${distribution}', mean: ${mean}, sd: ${sd} }`;
