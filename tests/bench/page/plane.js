/**
 * The engine's share of a drag in the plane of the Scoring lab: in every frame the weights of eight functions over 64 x 64
 * cells and the scores and weights of the dragged query. Runs in the page; plane.mjs calls it.
 */
import { load, tensor } from '/web/engine/index.js';

const KEYS = 6;
const HIDDEN = 8;
const WARM_UP = 60;

/** @typedef {import('/web/engine/index.js').Engine} Engine */
/** @typedef {import('/web/engine/index.js').ScoreFunctionOptions} ScoreFunctionOptions */

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** @param {Engine} engine @returns {ScoreFunctionOptions[]} */
function eightFunctions(engine) {
  const sizes = { dk: 2, keys: KEYS };
  return [
    { kind: 'cosine' },
    { kind: 'cosine', scale: 10 },
    {
      kind: 'additive',
      parameters: engine.scoreParameters({ kind: 'additive', ...sizes, hidden: HIDDEN }),
    },
    { kind: 'location', parameters: engine.scoreParameters({ kind: 'location', ...sizes }) },
    { kind: 'general', parameters: engine.scoreParameters({ kind: 'general', ...sizes }) },
    { kind: 'dot' },
    { kind: 'scaled-dot' },
    { kind: 'distance', scale: 0.5 },
  ];
}

/**
 * @param {'relaxed' | 'simd' | 'fallback'} variant
 * @param {number} frames
 * @returns {Promise<{plane: number, query: number}[]>} seconds of each frame
 */
export async function dragPlane(variant, frames) {
  const engine = await load({ engine: variant });
  const functions = eightFunctions(engine);
  const key = tensor(Array.from({ length: KEYS }, (_, j) => [2 * Math.cos(j), 1.5 * Math.sin(j)]));
  let last = engine.scorePlane({ functions, key });
  const rows = [];
  for (let i = 0; i < WARM_UP + frames; i++) {
    await nextFrame();
    key.data[0] = 2 * Math.cos(i / 20);
    key.data[1] = 2 * Math.sin(i / 20);
    const query = tensor([[Math.cos(i / 31), Math.sin(i / 31)]]);
    const start = performance.now();
    last = engine.scorePlane({ functions, key, into: last });
    const middle = performance.now();
    for (const one of functions) engine.softmax(engine.scores(query, key, one));
    const end = performance.now();
    if (i >= WARM_UP) rows.push({ plane: (middle - start) / 1000, query: (end - middle) / 1000 });
  }
  return rows;
}
