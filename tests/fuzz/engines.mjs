// The engines under test, and a check that they still compute the same bits.
import { startVariant } from '../../web/engine/border/embedded.js';
import { partNames } from '../../web/engine/border/parts.js';
import { starter } from '../../web/engine/border/variants.js';
import { load } from '../../web/engine/index.js';
import { loader } from '../../web/engine/load.js';
import { snapshots } from '../../web/engine/snapshots.js';
import { codeOf } from '../../web/engine/parts/all.js';

export const engines = {
  simd: await load({ engine: 'simd', workers: 0 }),
  relaxed: await load({ engine: 'relaxed', workers: 0 }).catch(() => null),
  fallback: await load({ engine: 'fallback', workers: 0 }),
};

const { compiled, parts } = await startVariant('simd', partNames);
const fetchers = [['core', compiled], ...parts].map(([part, own]) => [part, async () => own]);
const code = { simd: Object.fromEntries(fetchers) };

/** Makes a new engine that fetches its parts when they are first needed. The engines above share theirs, which are all loaded. */
export const bareEngine = () =>
  loader({
    startVariant: starter(code),
    openLearning: () => import('../../web/engine/training/learning.js'),
    codeOf,
    known: ['simd'],
    snapshots,
  })({ workers: 0, parts: [] });

/** Returns a few results of an engine, as text. @param {any} sd */
function sampleBits(sd) {
  const query = { data: Float32Array.of(1, 2, -3, 0.5, 0.25, 7), shape: [2, 3] };
  const { output } = sd.attention(query, query, query);
  return [
    ...output.data,
    sd.scoreStatistics({ dk: 5, queries: 9, keys: 7, seed: 3 }).scores.variance,
  ].join(' ');
}
const expectedBits = Object.fromEntries(
  Object.entries(engines).map(([name, sd]) => [name, sd && sampleBits(sd)]),
);

/** Checks that an engine computes the same bits as before. @param {any} sd  one of the engines above; others are not checked */
export function checkBits(sd) {
  const [name] = Object.entries(engines).find(([, own]) => own === sd) ?? [];
  if (name && sampleBits(sd) !== expectedBits[name])
    throw new Error('the engine gives other bits than before');
}
