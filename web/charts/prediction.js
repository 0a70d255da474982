/**
 * Draws a visitor's prediction where the result is, or will be: dashed, in neutral ink, with a label. Loaded with
 * the first prediction.
 *
 * @typedef {{box: Box, isThing: boolean, isTall: boolean, isWide: boolean}} Place  Whether a mark is a whole object, and whether it spans the height or the width of the axes
 */
import { nothing, svg } from 'lit';
import { round } from './axis.js';
import { textWidth, wrap } from './label.js';

/** @import { Box, Mark, PlotArea, Prediction } from './types.js' */
/** @typedef {readonly [start: number, end: number]} Ends */

/** Radius of a ring, half the length of a bracket's ends, and its distance from the side of an object, px. */
const [radius, cap, beside] = [9, 6, 7];

/** Line height of text, px. */
const line = 17;

/** Marks of one choice, with their label in the picture. @typedef {{marks: readonly Mark[], name: string}} Guess */

/**
 * @param {readonly Mark[]} marks  Empty if the choice has no place in the picture; its words are then above the picture
 * @param {string} name  "your prediction"
 * @param {string} words  "Your prediction: it doubles"
 * @param {(mark: Element) => void} [isDrawn]  Called once
 * @returns {Prediction}
 */
export const predictionOf = (marks, name, words, isDrawn) =>
  marks.length === 0
    ? guessesOf([], words, words, isDrawn)
    : guessesOf([{ marks, name }], '', words, isDrawn);

/**
 * Returns one prediction that draws several guesses.
 * @param {readonly Guess[]} guesses
 * @param {string} above  Text above the picture, for predictions that have no place in it
 * @param {string} words  The complete text, for files
 * @param {(mark: Element) => void} [isDrawn]  Called once
 * @returns {Prediction}
 */
export function guessesOf(guesses, above, words, isDrawn) {
  const linesIn = (/** @type {number} */ width) => (above ? wrap(above, width - 24) : []);
  /** Possible positions of each label. @type {{positions: ReturnType<typeof positionsFor>, wide: number}[]} */
  let names = [];
  return {
    words,
    xs: guesses.flatMap(({ marks }) => marks.flatMap(({ x = [] }) => x)),
    room: (width) => (above ? linesIn(width).length * line + 18 : 0),
    draw(picture, width, height) {
      if (!picture.reader) return nothing;
      const drawn = guesses.flatMap(({ marks, name }) => {
        const places = marks.flatMap((mark) => placeOf(mark, picture.plotAreas ?? []) ?? []);
        if (places.length === 0) return [];
        const wide = textWidth(name) * 1.06;
        return [{ name, places, wide, positions: positionsFor(wide, places[0], width, height) }];
      });
      names = drawn;
      if (!above && drawn.length === 0) return nothing;
      return svg`<g class="prediction">${drawn.map(({ places }) => places.map(shape))}
        ${drawn.map(({ name, positions: [[x, y]] }) => svg`<text class="label halo strong" data-color="ink" x=${round(x)} y=${round(y)}>${name}</text>`)}
        ${above ? tag(linesIn(width)) : nothing}</g>`;
    },
    settle(root) {
      const mark = root.querySelector('.prediction');
      if (!mark) return; // the picture is still being computed
      const labels = mark.querySelectorAll('.label');
      labels.forEach((label, i) => settle(label, names[i].positions, names[i].wide));
      isDrawn?.(mark);
      isDrawn = undefined;
    },
  };
}

/** Draws text above the picture. @param {string[]} lines */
function tag(lines) {
  const wide = Math.max(...lines.map((text) => textWidth(text))) + 16;
  const top = -(lines.length * line + 14);
  const box = { left: 1, right: 1 + wide, top, bottom: -6 };
  return svg`${stroke(outline(box))}
    ${lines.map((text, i) => svg`<text data-color="ink" x="9" y=${top + 16 + i * line}>${text}</text>`)}`;
}

/**
 * Returns the rectangle of a mark in the picture, or undefined if it is outside.
 * @param {Mark} mark
 * @param {readonly PlotArea[]} plotAreas
 * @returns {Place | undefined}
 */
export function placeOf(mark, plotAreas) {
  const plotArea = plotAreas.find(({ key }) => mark.in === undefined || key === mark.in);
  const thing = mark.of === undefined ? plotArea?.box : plotArea?.of?.(mark.of, mark.at);
  if (!plotArea || !thing) return undefined;
  const box = sized(plotArea, mark, thing);
  const { left, right, top, bottom } = plotArea.box;
  const isInside =
    box.left >= left - 1 &&
    box.right <= right + 1 &&
    box.top >= top - 1 &&
    box.bottom <= bottom + 1;
  if (mark.of === undefined && !isInside) return undefined;
  const { x, y, to, of } = mark;
  const isWhole = of === undefined;
  return {
    box: moved(box, plotArea),
    isThing: x === undefined && y === undefined && to === undefined,
    isTall: isWhole && y === undefined,
    isWide: isWhole && x === undefined,
  };
}

/** @param {PlotArea} plotArea @param {Mark} mark @param {Box} thing @returns {Box} */
function sized(plotArea, { x, y, to, edge, wide = 1 }, thing) {
  const [from, until] = pixels(plotArea.x, x, [thing.left, thing.right]);
  const [low, high] = pixels(plotArea.y, y, [thing.bottom, thing.top]);
  const within = thing.top + 0.3 * (thing.bottom - thing.top);
  const end = to === undefined || !plotArea.y ? high : plotArea.y(to);
  return {
    left: from,
    right: from + wide * (until - from),
    top: Math.min(low, end),
    bottom: Math.max(low, end),
    // Moved off the outline, which would hide it.
    ...(edge === 'x' && { top: within, bottom: within }),
    ...(edge === 'y' && { left: from - beside, right: from - beside }),
  };
}

/** @param {PlotArea['x']} scale @param {Mark['x']} value @param {Ends} otherwise @returns {Ends} */
function pixels(scale, value, otherwise) {
  if (value === undefined || !scale) return otherwise;
  return typeof value === 'number'
    ? [scale(value), scale(value)]
    : [scale(value[0]), scale(value[1])];
}

/** @param {Box} box @param {PlotArea} plotArea @returns {Box} */
const moved = ({ left, right, top, bottom }, { dx = 0, dy = 0 }) => ({
  left: left + dx,
  right: right + dx,
  top: top + dy,
  bottom: bottom + dy,
});

/** @param {string} d */
const stroke = (d) => svg`<path class="line" data-color="ink" data-dash d=${d}></path>`;

/** @param {Box} box */
const outline = ({ left, right, top, bottom }) =>
  `M${round(left)},${round(top)}H${round(right)}V${round(bottom)}H${round(left)}Z`;

/** @param {Place} place */
function shape({ box, isThing, isTall, isWide }) {
  const { left, right, top, bottom } = box;
  const [x, y] = [round((left + right) / 2), round((top + bottom) / 2)];
  const [isThin, isFlat] = [right - left < 1, bottom - top < 1];
  const far = 2 * radius;
  if (isThin && isFlat)
    return stroke(
      `M${x - radius},${y}a${radius},${radius} 0 1,1 ${far},0a${radius},${radius} 0 1,1 ${-far},0Z`,
    );
  if (isFlat)
    return [stroke(`M${round(left)},${y}H${round(right)}`), isWide ? nothing : ends(box, 'x')];
  if (isThin)
    return [stroke(`M${x},${round(top)}V${round(bottom)}`), isTall ? nothing : ends(box, 'y')];
  if (isThing || !isTall)
    return [svg`<path class="place" data-wide d=${outline(box)}></path>`, stroke(outline(box))];
  // A width: two vertical lines joined by a horizontal one.
  const [down, middle] = [`V${round(bottom)}`, round(middleOf(box))];
  return stroke(
    `M${round(left)},${round(top)}${down}M${round(right)},${round(top)}${down}M${round(left)},${middle}H${round(right)}`,
  );
}

/** Returns the height at which the two lines of a width are joined. @param {Box} box */
const middleOf = ({ top, bottom }) => top + 0.4 * (bottom - top);

/** Draws the ends of a bracket along an axis. They are too short for dashes. @param {Box} box @param {'x' | 'y'} along */
function ends({ left, right, top, bottom }, along) {
  const [x, y] = [round(left), round(top)];
  const d =
    along === 'x'
      ? `M${x},${y - cap}v${2 * cap}M${round(right)},${y - cap}v${2 * cap}`
      : `M${x - cap},${y}h${2 * cap}M${x - cap},${round(bottom)}h${2 * cap}`;
  return svg`<path class="line" data-color="ink" d=${d}></path>`;
}

/**
 * Returns positions for a label, best first: above flat or filled shapes, beside thin ones, farther away as a last resort.
 * @param {number} wide
 * @param {Place} place
 * @param {number} width  Of the picture, px
 * @param {number} height
 * @returns {[x: number, y: number][]}
 */
function positionsFor(wide, { box, isTall, isThing }, width, height) {
  const { left, right, top, bottom } = box;
  const [isThin, isFlat] = [right - left < 1, bottom - top < 1];
  const gap = isThin && isFlat ? radius + 5 : 7;
  const middle = (isTall && !isThin && !isThing ? middleOf(box) : (top + bottom) / 2) + 4;
  const sides = [
    middle,
    top + 14,
    bottom - 4,
    top + 0.25 * (bottom - top),
    top + 0.75 * (bottom - top),
  ];
  /** @type {[number, number][]} */
  const beside = sides.flatMap((y) => [
    [right + gap, y],
    [left - gap - wide, y],
  ]);
  /** @type {[number, number][]} */
  const over = [(left + right - wide) / 2, left, right - wide].flatMap((x) =>
    [top - gap, bottom + gap + 9, top - gap - 14, top - gap - 22, bottom + gap + 23].map((y) => [
      x,
      y,
    ]),
  );
  // Nothing closer may be free where a line passes.
  /** @type {[number, number][]} */
  const far = [38, 54].map((off) => [(left + right - wide) / 2, top - gap - off]);
  const near = isThin || (isTall && !isThing) ? [...beside, ...over] : [...over, ...beside];
  const first = [...near, ...far];
  const fit = first.filter(([x, y]) => x >= 0 && x + wide <= width && y >= 12 && y <= height - 3);
  /** @type {[number, number]} */
  const within = [Math.max(0, Math.min(width - wide, left + 6)), Math.max(14, top + 16)];
  return [...fit, within];
}

/** Longer paths, as of hundreds of walks, are ignored: they take too long, and covering one of their lines hides nothing. */
const longestPath = 2000;

/**
 * Distance between the sampled points of a line, px; the area that a covered point counts as, px²; and how many times as
 * much a covered area of text counts as one of a ring.
 */
const [grain, spotArea, textShare] = [6, 12, 10];

/** @param {Element} picture @returns {NodeListOf<SVGPathElement>} */
const linesIn = (picture) => picture.querySelectorAll('path.line');

/** Samples the drawn lines, in coordinates of the window. @param {Element} picture @returns {DOMPoint[]} */
const spotsOf = (picture) =>
  [...linesIn(picture)].flatMap((line) => {
    const length = line.getAttribute('d')?.length ?? 0;
    const matrix = line.getScreenCTM();
    if (length > longestPath || !matrix || line.closest('.prediction')) return [];
    const count = Math.ceil(line.getTotalLength() / grain);
    return Array.from({ length: count }, (_, i) =>
      line.getPointAtLength(i * grain).matrixTransform(matrix),
    );
  });

/**
 * Moves a label to the first position where it covers neither text nor marks, otherwise to the one where it covers least.
 * Text counts most.
 * @param {Element} label
 * @param {readonly (readonly [number, number])[]} positions
 * @param {number} wide
 */
function settle(label, positions, wide) {
  const picture = label.closest('svg');
  if (!picture) return;
  const { left, top, width } = picture.getBoundingClientRect();
  const grown = width / picture.width.baseVal.value || 1;
  const boxes = [...picture.querySelectorAll('text, circle')]
    .filter((each) => each !== label)
    .map((each) => ({
      rect: each.getBoundingClientRect(),
      share: each.nodeName === 'text' ? textShare : 1,
    }));
  const spots = spotsOf(picture).map((spot) => [(spot.x - left) / grown, (spot.y - top) / grown]);
  /** @param {readonly [number, number]} at */
  const covered = ([x, y]) => {
    const [begin, end, over, under] = [x - 3, x + wide + 3, y - 11, y + 3];
    const lines = spots.filter(([px, py]) => px > begin && px < end && py > over && py < under);
    return boxes.reduce((sum, { rect, share }) => {
      const [from, high] = [(rect.left - left) / grown, (rect.top - top) / grown];
      const [to, low] = [from + rect.width / grown, high + rect.height / grown];
      const across = Math.min(end, to) - Math.max(begin, from);
      const down = Math.min(under, low) - Math.max(over, high);
      return sum + share * Math.max(0, across) * Math.max(0, down);
    }, spotArea * lines.length);
  };
  const areas = positions.map(covered);
  const [x, y] = positions[areas.indexOf(Math.min(...areas))];
  label.setAttribute('x', String(round(x)));
  label.setAttribute('y', String(round(y)));
}
