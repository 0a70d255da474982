/** What the colours of a matrix reach to: one large value does not bleach all others. */

/** Such a share of the values that are not 0 decides, and a largest value this many times theirs does not. */
const most = { share: 0.95, times: 3 };

/** @typedef {{far: number, isCut: boolean}} Reach */

/** By matrix: every cell that is pointed at asks for those of all matrices. @type {WeakMap<object, Reach>} */
const known = new WeakMap();

/**
 * The ends of colours even about 0: -far and far. isCut: larger values have the colour of the end.
 * @param {ArrayLike<number>} values  that stay what they are
 * @returns {Reach}
 */
export function colorDomain(values) {
  const reach = known.get(values) ?? reachOf(values);
  known.set(values, reach);
  return reach;
}

/** @param {ArrayLike<number>} values @returns {Reach} */
function reachOf(values) {
  const sizes = Float32Array.from(values, Math.abs)
    .filter((size) => size > 0 && Number.isFinite(size))
    .sort();
  if (sizes.length === 0) return { far: 1, isCut: false };
  const largest = sizes[sizes.length - 1];
  const usual = sizes[Math.floor(most.share * (sizes.length - 1))];
  const isCut = largest > most.times * usual;
  return { far: isCut ? usual : largest, isCut };
}
