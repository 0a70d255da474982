/**
 * What a chart gives to its frame, <sd-figure>: the marks, and what can be read off them.
 * A chart is a plain function of data and size; it knows nothing of attention and holds no words of its own.
 *
 * Labels may hold light mathematics, "d_k" or "d^{0.45}"; see label.js.
 *
 * @typedef {object} Row  One line of a readout
 * @property {string} label
 * @property {string} value
 * @property {ColorName} [color]
 * @property {string} [key]  The series it belongs to
 *
 * @typedef {object} Dot
 * @property {number} y
 * @property {ColorName} [color]
 * @property {string} [key]
 *
 * @typedef {object} Stop  A place in the picture where values can be read
 * @property {number} x  Pixels from the left of the picture
 * @property {number | readonly [number, number]} [value]  The same place in the units of the x axis, or of both
 * @property {[number, number]} [span]  Left and right end of the place when it has a width (a bin)
 * @property {Box} [cell]  The place when it has a height too (a cell of a matrix)
 * @property {Box} [box]  The axes that the place belongs to, in a picture of several parts
 * @property {Dot[]} dots  Points to mark on the vertical through x
 * @property {{x: number, box: Box, cell?: Box, marks?: unknown, dots: Dot[]}[]} [echoes]  The same place in other parts of the picture
 * @property {unknown} [marks]  What is drawn only while the place is read; what it replaces has the class `resting`
 * @property {boolean} [quiet]  The marks tell all that is to be read: no readout beside them, but for screen readers
 * @property {string} title  What the place is ("score 0.10 ... 0.15")
 * @property {Row[]} rows
 *
 * @typedef {object} Near
 * @property {number} index  Of the stop
 * @property {string} [key]  Of the series, if one is close
 * @property {string} [group]  The part of the picture, if it has parts: marks inside an element with this data-group
 * @property {boolean} [named]  The pointer is on the name of a series: nothing to read, only the series is meant
 *
 * @typedef {object} Reader  Lazy: nothing is formatted until somebody looks
 * @property {number} count  How many stops there are, left to right
 * @property {(index: number, highlight?: string) => Stop} stop
 * @property {(x: number, y: number) => Near} nearest  What a pointer means
 * @property {number} [start]  The stop to begin with (keyboard); the middle by default
 * @property {string[]} [keys]  Series that Up and Down walk through
 * @property {(index: number, key: string) => number | undefined} [step]  Where an arrow, page, Home or End key leads
 *     from a stop, if not along the row of all stops (a matrix has two directions)
 *
 * @typedef {object} Grip  Where a handle can be taken
 * @property {number} x
 * @property {number} y
 * @property {readonly [number, number]} reach  How far from there a pointer may be, px to the side and up or down
 * @property {(x: number, y: number) => number | readonly [number, number]} value  What dragging it there means
 *
 * @typedef {object} Handle  What can be dragged; it changes one number (or two, in a plane) of the page
 * @property {string} key  The same in every drawing; several parts of a picture may show handles of one key
 * @property {number} index  Told with `sd-drag`
 * @property {string} label  For screen readers, like `text`: "logit 3", "1.25"
 * @property {string} text
 * @property {number | readonly [number, number]} value  As it is now
 * @property {number} now  As one number, between `min` and `max`, for screen readers
 * @property {number} min
 * @property {number} max
 * @property {boolean} [row]  One of many beside each other: Tab comes to one of them, Left and Right to the others
 * @property {(key: string, large: boolean, from?: number | readonly [number, number]) => number | readonly [number, number] | undefined} step
 *     What an arrow, page, Home or End key makes of the value, or of another; `large` with Shift
 * @property {readonly Grip[]} grips
 *
 * @typedef {object} Raster  Pixels under the marks, painted without SVG: fast enough for the pointer
 * @property {Box} box  Where, stretched to fit
 * @property {number} width  Pixels of the image
 * @property {number} height
 * @property {readonly unknown[]} source  Painted again only when one of these is another (or the theme has changed)
 * @property {(into: Uint8ClampedArray, dark: boolean) => void} rgba  Writes four bytes a pixel, the top row first
 * @property {boolean} [sharp]  Pixels stay squares; smooth by default
 * @property {typeof paintRaster} paint  Brought along, so that pictures without pixels do not fetch it
 *
 * @typedef {object} Box  The rectangle inside the axes, in pixels
 * @property {number} left
 * @property {number} top
 * @property {number} right
 * @property {number} bottom
 *
 * @typedef {object} Ground  Where things stand in a picture, or in one of its parts
 * @property {string} [key]  Of the part
 * @property {Box} box
 * @property {number} [dx]  How far the part has been moved in the picture, px
 * @property {number} [dy]
 * @property {Scale} [x]
 * @property {Scale} [y]
 * @property {(name: string, at?: number) => Box | undefined} [of]  Of a thing by its name; of a line where x is `at`, or its end
 *
 * @typedef {object} Picture
 * @property {SVGTemplateResult} content  The inside of an <svg>
 * @property {Box} box
 * @property {readonly Ground[]} [grounds]
 * @property {readonly Handle[]} [handles]
 * @property {readonly Raster[]} [rasters]
 * @property {boolean} [follows]  Whether what is dragged is read on its way; true by default
 * @property {Reader} [reader]  Absent when there is nothing to read yet; the frame then says that it waits
 *
 * @typedef {object} Axis  How a chart names and numbers one of its axes
 * @property {string} label  Printed at the axis, also in exports
 * @property {'linear' | 'log'} [scale]
 * @property {[number, number]} [domain]  Taken from the data when absent
 * @property {readonly number[]} [ticks]  Places with a number, thinned when there is no room; round values by default
 * @property {number} [spacing]  Wanted distance of numbers, px
 * @property {boolean} [whole]  Only whole numbers get a tick (linear axes)
 * @property {(value: number) => string} [format]  Numbers at the ticks
 * @property {(value: number) => string} [read]  Numbers in readouts
 */

/** @import { SVGTemplateResult } from 'lit' */
/** @import { paintRaster } from './raster.js' */
/** @import { Scale } from './scale.js' */
/** @import { ColorName } from './tokens.js' */

/**
 * A step function's index under a pointer, kept inside 0..count-1.
 * @param {number} position
 * @param {number} count
 */
export const clampIndex = (position, count) =>
  Math.max(0, Math.min(count - 1, Math.floor(position) || 0));

/**
 * Index of the number in an ascending list that is nearest to `value`; of two, the later. d3's bisectCenter does the same, but its
 * 1.3 kB would come before every first picture.
 * @param {ArrayLike<number>} sorted
 * @param {number} value
 */
export function nearestIndex(sorted, value) {
  let low = 0;
  let high = sorted.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sorted[middle] > value) high = middle;
    else low = middle;
  }
  return low < high && sorted[high] - value <= value - sorted[low] ? high : low;
}

/**
 * A place, or what is so far around it.
 * @param {number} x
 * @param {number} y
 * @param {number} [around]  px
 * @returns {Box}
 */
export const boxAt = (x, y, around = 0) => ({
  left: x - around,
  right: x + around,
  top: y - around,
  bottom: y + around,
});

/** The rectangle around several. @param {Box[]} boxes @returns {Box} */
export const union = (boxes) => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  right: Math.max(...boxes.map(({ right }) => right)),
  top: Math.min(...boxes.map(({ top }) => top)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});

/**
 * The grounds of a picture that becomes a part of another.
 * @param {Picture} picture
 * @param {string | undefined} key
 * @param {number} x
 * @param {number} y
 * @returns {Ground[]}
 */
export const movedGrounds = ({ grounds = [] }, key, x, y) =>
  grounds.map((ground) => ({ ...ground, key, dx: x, dy: y }));

/**
 * Linear interpolation in a sampled curve; NaN outside it.
 * @param {{xs: ArrayLike<number>, ys: ArrayLike<number>}} curve  xs ascending
 * @param {number} at
 */
export function valueAt({ xs, ys }, at) {
  const last = xs.length - 1;
  if (last < 0 || !(at >= xs[0] && at <= xs[last])) return NaN;
  const centre = nearestIndex(xs, at);
  const i = Math.min(xs[centre] > at ? centre - 1 : centre, last - 1);
  if (i < 0) return ys[0];
  const share = (at - xs[i]) / (xs[i + 1] - xs[i]);
  return share === 0 ? ys[i] : ys[i] + share * (ys[i + 1] - ys[i]);
}
