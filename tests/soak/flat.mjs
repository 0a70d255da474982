// Whether what a page holds stays the same, or grows: a stated rule, and the table that shows it.

/** Minutes in which a page may grow: code, words, fonts and the engine's parts come when they are first needed. */
export const warmUp = 5;
/**
 * Minutes from each of which the smallest reading counts. An open model holds a hundred megabytes for a while and gives them back;
 * what leaks is still there when the model has gone.
 */
const span = 2;
/** Fewer rows than these, behind the warm-up, say nothing. */
const fewest = 20;
/** A trend may add this share of what there is over the whole run, unless told, and at least what `least` says. */
const usual = 0.25;

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The median of the slopes between all pairs of points (Theil and Sen): what three points in ten do has no say.
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

/** The lowest point of every span. @param {readonly {x: number, y: number}[]} points */
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
 * Whether a column is flat: neither the trend of all minutes after the warm-up nor that of their second half, where a late leak would
 * show, may add a quarter of the median over these minutes, or `least` where that is more. A trend is that of the smallest readings
 * of every two minutes. Readings that are NaN were not taken; where most of them are, or most of the second half, nothing is
 * known to be flat.
 * Undefined where there are too few rows.
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

/** What a trend looks like, in words. @param {NonNullable<ReturnType<typeof judge>>} judged */
export function wordsOf({ isFlat, grown, later }) {
  if (Number.isNaN(grown)) return 'NOT READ';
  if (isFlat) return 'flat';
  return later < grown / 2 ? 'GROWS, less and less' : 'GROWS';
}
