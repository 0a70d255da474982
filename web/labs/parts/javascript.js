/** JavaScript for the code twins: how a program writes the engine's options. Text only. */

/** @param {import('../../state.js').Params} params */
export const scaleLiteral = ({ scale, alpha, factor }) =>
  scale === 'alpha' ? `{ alpha: ${alpha} }` : scale === 'number' ? String(factor) : `'${scale}'`;

/** @param {{distribution: string, mean: number, sd: number}} side */
export const sideLiteral = ({ distribution, mean, sd }) =>
  `{ distribution: '${distribution}', mean: ${mean}, sd: ${sd} }`;
