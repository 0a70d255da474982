/** Where the histogram's bins lie. Axis arithmetic only. */

/** Half the width of the picture, in standard deviations of the law. */
const reach = 5;

/**
 * Range and number of bins for scores of a law. Of a lattice law every bin holds the same number of lattice points,
 * in its middle; otherwise the bars would show the bins and not the law.
 * @param {{mean: number, std: number, spacing: number}} law
 * @param {number} dk
 * @param {number} wanted  How many bins at most
 * @returns {{range: [number, number], bins: number} | {bins: number}}
 */
export function chooseBins({ mean, std, spacing }, dk, wanted) {
  if (!(spacing > 0) || !(std > 0)) return { bins: wanted };
  const low = mean - reach * std;
  const high = mean + reach * std;
  const width = spacing * Math.ceil((high - low) / (wanted * spacing));
  // The largest score is dk products of one size; it lies half a lattice step inside the last edge.
  const lastEdge = ((dk + 1) * spacing) / 2;
  const top = lastEdge - Math.max(0, Math.floor((lastEdge - high) / width)) * width;
  const bins = Math.min(wanted, Math.ceil((top - Math.max(low, -lastEdge)) / width));
  return { range: [top - bins * width, top], bins };
}

/**
 * Places at which to sample a law's density: evenly over the range, or the points of a lattice inside it.
 * @param {{spacing: number}} law
 * @param {number} dk
 * @param {[number, number]} range
 * @param {number} points
 */
export function samplePlaces({ spacing }, dk, [low, high], points) {
  const step = (high - low) / points;
  if (!(spacing > step)) return Float64Array.from({ length: points + 1 }, (_, i) => low + i * step);
  // The lattice points are the odd or the even multiples of half a step, as dk is.
  const shift = (dk % 2) * (spacing / 2);
  const first = Math.ceil((low - shift) / spacing);
  const last = Math.floor((high - shift) / spacing);
  return Float64Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, i) => shift + (first + i) * spacing,
  );
}
