/**
 * Scales map numbers to pixels and back, on a linear or a logarithmic axis. Like those of d3-scale, without its colours,
 * dates and strings.
 */

/** @typedef {readonly [number, number]} Ends */

/**
 * @typedef {((value: number) => number) & {domain: () => Ends, range: () => Ends, invert: (pixel: number) => number}} Scale
 */

const same = (/** @type {number} */ value) => value;

/**
 * Maps one interval linearly to another. An empty interval maps to the middle.
 * @param {Ends} from
 * @param {Ends} to
 */
function straight(from, to) {
  const turned = from[1] < from[0];
  const [low, high] = turned ? [from[1], from[0]] : from;
  const [start, end] = turned ? [to[1], to[0]] : to;
  const length = high - low;
  return (/** @type {number} */ value) => {
    const share = length === 0 ? 0.5 : (value - low) / length;
    return start * (1 - share) + end * share;
  };
}

/**
 * @param {'linear' | 'log'} kind
 * @param {Ends} domain  Above 0 on a logarithmic axis
 * @param {Ends} range
 * @returns {Scale}
 */
export function scaleOf(kind, domain, range) {
  const [there, back] = kind === 'log' ? [Math.log, Math.exp] : [same, same];
  /** @type {[number, number]} */
  const ends = [there(domain[0]), there(domain[1])];
  const pixel = straight(ends, range);
  const value = straight(range, ends);
  return Object.assign((/** @type {number} */ x) => pixel(there(x)), {
    domain: () => domain,
    range: () => range,
    invert: (/** @type {number} */ y) => back(value(y)),
  });
}
