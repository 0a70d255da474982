/** Selects a head of a model, and measures and names heads. */

/** @import { HeadStatistics } from '../../engine/types.js' */
/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Measure } from '../../tables/models.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Pass } from './types.js' */

/** @type {Readonly<Record<Measure, (head: HeadStatistics) => number>>} */
const read = Object.freeze({
  scoreSd: ({ scoreSd }) => scoreSd,
  logitSd: ({ logitSd }) => logitSd,
  topWeight: ({ scaled }) => scaled.topWeight,
  entropy: ({ scaled }) => scaled.entropy,
  dominated: ({ scaled }) => scaled.dominated,
  plainTopWeight: ({ unscaled }) => unscaled.topWeight,
  plainEntropy: ({ unscaled }) => unscaled.entropy,
  plainDominated: ({ unscaled }) => unscaled.dominated,
});

/** Measures that are shares, from 0 to 1. @type {ReadonlySet<string>} */
const shares = new Set(['topWeight', 'dominated', 'plainTopWeight', 'plainDominated']);

/** @param {Params} params @param {HeadStatistics} head */
export const measured = ({ measure }, head) => read[/** @type {Measure} */ (measure)](head);

/** @param {Params} params */
export const isShare = ({ measure }) => shares.has(String(measure));

/** Returns how far a spread is from its expected value, up or down: a ratio of 1 or more. @param {number} value @param {number} expected */
export const away = (value, expected) =>
  value > 0 && expected > 0 ? Math.max(value / expected, expected / value) : Infinity;

/**
 * Returns the selected head: the chosen one, or else the one, of the layer or of all layers, whose q.k spread is
 * farthest from sqrt(d_k).
 * @param {Params} params
 * @param {Pick<Pass, 'heads'> | null} pass
 * @returns {{layer: number, head: number}} both from 0
 */
export function selectedHead(params, pass) {
  const layers = pass?.heads ?? [];
  if (layers.length === 0) return { layer: 0, head: 0 };
  const chosen = Math.min(Number(params.layer), layers.length) - 1;
  const among = chosen < 0 ? layers.map((_, layer) => layer) : [chosen];
  const places = among.flatMap((layer) => layers[layer].map((_, head) => ({ layer, head })));
  const head = Number(params.head) - 1;
  const distance = (/** @type {{layer: number, head: number}} */ place) => {
    const { scoreSd, unitSd } = layers[place.layer][place.head];
    return Number.isFinite(scoreSd) ? away(scoreSd, unitSd) : 0;
  };
  if (head >= 0) {
    const last = layers[among[0]].length - 1;
    const same = places.filter((place) => place.head === Math.min(head, last));
    return best(same, distance);
  }
  return best(places, distance);
}

/** @template T @param {readonly T[]} all @param {(one: T) => number} value */
const best = (all, value) => all.reduce((a, b) => (value(b) > value(a) ? b : a));

/** Returns the statistics of the selected head. @param {Pass | null} pass @param {{layer: number, head: number}} selected @returns {HeadStatistics | null} */
export const statisticsOf = (pass, { layer, head }) => pass?.heads[layer]?.[head] ?? null;

/** Returns the smallest and largest value of all heads. @param {Pass} pass @param {(head: HeadStatistics) => number} value */
export function rangeOf({ heads }, value) {
  const all = heads.flat().map(value).filter(Number.isFinite);
  return all.length > 0 ? { low: Math.min(...all), high: Math.max(...all) } : null;
}

/** Returns "layer 2, head 3", counted from 1. @param {Translate} t @param {{layer: number, head: number}} selected */
export const headWords = (t, { layer, head }) =>
  t('models.head', { layer: layer + 1, head: head + 1 });

/** Returns a function that writes spreads with three digits. @param {Format} format */
export const spread = (format) => (/** @type {number} */ value) => format.number(value, 3);
