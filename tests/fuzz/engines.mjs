// The engines that are tried, and whether they still compute what they did.
import { load } from '../../web/engine/index.js';

export const engines = {
  simd: await load({ engine: 'simd', workers: 0 }),
  relaxed: await load({ engine: 'relaxed', workers: 0 }).catch(() => null),
  fallback: await load({ engine: 'fallback', workers: 0 }),
};

/** @param {any} sd */
function canary(sd) {
  const query = { data: Float32Array.of(1, 2, -3, 0.5, 0.25, 7), shape: [2, 3] };
  const { output } = sd.attention(query, query, query);
  return [
    ...output.data,
    sd.scoreStatistics({ dk: 5, queries: 9, keys: 7, seed: 3 }).scores.variance,
  ].join(' ');
}
const sung = Object.fromEntries(
  Object.entries(engines).map(([name, sd]) => [name, sd && canary(sd)]),
);

/** Afterwards an engine gives the bits that it gave before. @param {any} sd one of these */
export function checkBits(sd) {
  const [name] = Object.entries(engines).find(([, own]) => own === sd) ?? [];
  if (canary(sd) !== sung[String(name)]) throw new Error('the engine gives other bits than before');
}
