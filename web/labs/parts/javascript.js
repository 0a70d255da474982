/** JavaScript for the code samples: the engine's options as source text. */

/** @import { Params, Side } from '../../tables/types.js' */

import { componentOptions } from '../../tables/entries.js';

/** @param {Params} params */
export const scaleLiteral = ({ scale, alpha, factor }) =>
  scale === 'alpha' ? `{ alpha: ${alpha} }` : scale === 'number' ? String(factor) : `'${scale}'`;

/** Writes the distributions of the components as two lines of the options. @param {Params} params */
export function componentLiterals(params) {
  const { query, key } = componentOptions(params);
  return `query: ${sideLiteral(query)},
  key: ${sideLiteral(key)},`;
}

/** @param {Side} side */
const sideLiteral = ({ distribution, mean, sd }) =>
  `{ distribution: '${distribution}', mean: ${mean}, sd: ${sd} }`;
