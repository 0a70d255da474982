/** Hand-made matrices: the sentence's words as the engine takes them, and the purpose of each component of X. */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Tensor } from '../../engine/types.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Source } from './types.js' */
/** @import { Words } from './words.js' */

import { wordsOf } from './words.js';

/** Purpose of each component of an embedding (src/attention/hand_made.h): a name of the catalogue, and a number. */
const features = [
  ...numbered('word', 8),
  ...numbered('position', 16),
  ...['noun', 'number', 'alive', 'place'],
  ...['wantsNoun', 'wantsNumber', 'wantsAlive', 'fromPlace'],
];

/** Components that tell a token's position. */
const positional = features.flatMap((name, i) => (/^position|lace/.test(name) ? [i] : []));

/** @param {string} name @param {number} count */
function numbered(name, count) {
  return Array.from({ length: count }, (_, i) => `${name}.${i + 1}`);
}

/** Returns the words without positions: the components that tell the position are 0. @param {Tensor} x @returns {Tensor} */
function withoutPositions({ data, shape }) {
  const own = data.slice();
  for (let row = 0; row < shape[0]; row++)
    for (const column of positional) own[row * shape[1] + column] = 0;
  return { data: own, shape };
}

/** @param {Engine} engine @param {Params} params @returns {Source} */
export function handMadeSource(engine, params) {
  const { query, key, look } = wordsOf(params);
  const given = (/** @type {Words} */ { ids, kinds }) => ({ tokens: ids, kinds });
  const made = engine.handMade({ ...given(query), ...(key && { context: given(key) }) });
  const placed = (/** @type {Tensor} */ x) => (params.positions === 'on' ? x : withoutPositions(x));
  const x = placed(made.x);
  return {
    queries: query.words,
    keys: (key ?? query).words,
    look,
    heads: made.heads,
    features,
    cut: Boolean(query.cut || key?.cut),
    x,
    c: made.context ? placed(made.context) : x,
    wq: made.wq,
    wk: made.wk,
    wv: made.wv,
  };
}
