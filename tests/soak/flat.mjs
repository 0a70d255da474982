// Judges whether the resources of a page stay constant or grow, and describes the result.

/** Minutes in which a page may grow, because code, words, fonts and engine parts load when they are first needed. */
export const warmUp = 5;
/**
 * Length in minutes of the spans whose smallest reading counts. An open model uses a hundred megabytes for a while and releases
 * them. A leak is still there after the model is closed.
 */
const span = 2;
/** With fewer rows than these after the warm-up there is no result. */
const fewest = 20;
/** By default a trend over the whole run may add this share of the median, or `least` where that is more. */
const usual = 0.25;

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Returns the median of the slopes between all pairs of points (Theil and Sen). Up to three outliers in ten points do not affect it.
 * @param {readonly {x: number, y: number}[]} points
 */
export function slopeOf(points) {
  const slopes = points.flatMap((a, i) =>
    points
      .slice(i + 1)
      .filter((b) => b.x !== a.x)
      .map((b) => (b.y - a.y) / (b.x - a.x)),
  );
  return slopes.length > 0 ? median(slopes) : 0;
}

/** Returns the lowest point of every span. @param {readonly {x: number, y: number}[]} points */
function floorsOf(points) {
  /** @type {Map<number, {x: number, y: number}>} */
  const floors = new Map();
  for (const point of points) {
    const key = Math.floor(point.x / span);
    const lowest = floors.get(key);
    if (!lowest || point.y < lowest.y) floors.set(key, point);
  }
  return [...floors.values()];
}

/**
 * Judges whether a column is flat. Two trends count: that of all minutes after the warm-up, and that of their second half, where a
 * late leak would show. Neither may add more than a quarter of the median over these minutes, or `least` where that is more. Trends
 * use the smallest reading of every two minutes. A reading that was not taken is NaN. A column is not flat where most of all readings
 * or most of the second half are NaN.
 * Returns undefined where there are too few rows.
 * @param {readonly Readonly<Record<string, number>>[]} rows  with `minute`
 * @param {string} column
 * @param {number} least
 * @param {number} [share]  instead of a quarter
 */
export function judge(rows, column, least, share = usual) {
  const late = rows.filter(({ minute }) => minute >= warmUp);
  if (late.length < fewest) return undefined;
  const [begun, ended] = [late[0].minute, late[late.length - 1].minute];
  const minutes = ended - begun;
  const second = late.filter(({ minute }) => minute >= begun + minutes / 2);
  const readOf = (/** @type {typeof late} */ some) =>
    some.filter(({ [column]: y }) => !Number.isNaN(y));
  if ([late, second].some((some) => readOf(some).length < some.length / 2))
    return { isFlat: false, grown: NaN, later: NaN, allowed: NaN, middle: NaN, minutes: NaN };
  const [all, half] = [late, second].map((some) =>
    floorsOf(readOf(some).map(({ minute, [column]: y }) => ({ x: minute, y }))),
  );
  const [grown, later] = [all, half].map((floors) => slopeOf(floors) * minutes);
  const middle = median(all.map(({ y }) => y));
  const allowed = Math.max(least, share * middle);
  return { isFlat: Math.max(grown, later) <= allowed, grown, later, allowed, middle, minutes };
}

/** Describes a trend in words. @param {NonNullable<ReturnType<typeof judge>>} judged */
export function wordsOf({ isFlat, grown, later }) {
  if (Number.isNaN(grown)) return 'NOT READ';
  if (isFlat) return 'flat';
  return later < grown / 2 ? 'GROWS, less and less' : 'GROWS';
}
