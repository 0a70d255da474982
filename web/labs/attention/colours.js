/** The range that the colours of a matrix cover. One large value does not wash out all the others. */

/** The range ends at this quantile of the nonzero values if the largest is more than this many times as large. */
const most = { share: 0.95, times: 3 };

/** @typedef {{far: number, isCut: boolean}} Reach */

/** Ranges by matrix. Cached because pointing at a cell asks for those of all matrices. @type {WeakMap<object, Reach>} */
const known = new WeakMap();

/**
 * Returns the ends of colours that are symmetric about 0: -far and far. isCut: larger values have the colour of the
 * end.
 * @param {ArrayLike<number>} values  must not change later
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
