/**
 * Draws products of matrices as rectangles, all to one scale.
 *
 *     const spec = {
 *       lines: [[
 *         { key: 'wq', label: 'W_i^{Q}', rows: 512, columns: 64, color: 'query', more: [{ label: 'numbers', value: '32 768' }] },
 *         '\u00d7',
 *         { key: 'wk', label: 'W_i^{K\u22a4}', rows: 64, columns: 512, color: 'key' },
 *         '=',
 *         { key: 'w', label: 'W_i', rows: 512, columns: 512, color: 'score', note: 'rank 64' },
 *       ]],
 *       size: (rows, columns) => `${rows} \u00d7 ${columns}`,
 *     };
 *     figure: { height: (width) => matricesHeight(width, spec), draw: (width) => matrices(width, spec) }
 *
 * A matrix may have `parts` (heads) beside or above each other; the first one stands out. In a line, `gap` separates
 * equations, which are beside each other if they fit. An equation that is too long for the width continues below, before
 * a sign. Arrow keys read from matrix to matrix.
 */
import { nothing, svg } from 'lit';
import { round } from './axis.js';
import { svgLabel, textWidth } from './label.js';

/** @import { Box, Picture, Reader, Row } from './types.js' */
/** @import { ColorName } from './tokens.js' */

/**
 * @typedef {object} Matrix
 * @property {string} key
 * @property {string} label
 * @property {number} rows
 * @property {number} columns
 * @property {ColorName} [color]
 * @property {string} [note]  Written below its size
 * @property {{count: number, across?: boolean}} [parts]  Stripes side by side, or one above the other with `across`
 * @property {readonly Row[]} [more]  Lines of the readout
 */

/** @typedef {Matrix | string} Piece  A matrix, a sign between two matrices, or a gap between adjacent equations */

/**
 * @typedef {object} MatricesSpec
 * @property {readonly (readonly Piece[])[]} lines
 * @property {(rows: number, columns: number) => string} size  Formats a size
 * @property {number} [tallest]  Largest height of a matrix, px; 120 by default
 */

/** @typedef {{matrix: Matrix, box: Box, middle: number}} Placed */

/** Separates equations in one line. */
export const gap = ' ';

const signRoom = 30;
/** Space above a rectangle for its name, below it for size and note, and between lines, px. */
const room = { above: 20, size: 17, note: 16, between: 22 };

/** Largest side of a matrix entry, px. */
const largestEntry = 22;

/** @param {MatricesSpec} spec @param {Matrix} matrix */
const captionWidth = ({ size }, { label, rows, columns, note = '' }) =>
  Math.max(textWidth(label), textWidth(size(rows, columns)), textWidth(note, 11));

/** @param {MatricesSpec} spec @param {Piece} piece @param {number} scale  px per entry */
const widthOf = (spec, piece, scale) =>
  typeof piece === 'string'
    ? signRoom
    : Math.max(piece.columns * scale, Math.ceil(captionWidth(spec, piece)));

/** @param {MatricesSpec} spec @param {readonly Piece[]} pieces @param {number} scale */
const lineWidth = (spec, pieces, scale) =>
  pieces.reduce((sum, piece) => sum + widthOf(spec, piece, scale), 0);

/** Splits a line into equations at its gaps. @param {readonly Piece[]} pieces */
function equations(pieces) {
  /** @type {Piece[][]} */
  const list = [[]];
  for (const piece of pieces) {
    if (piece === gap) list.push([]);
    else list[list.length - 1].push(piece);
  }
  return list;
}

/**
 * Breaks equations into as few lines as possible, and then into lines of similar width: three equations into one and
 * two, four into two and two.
 * @param {MatricesSpec} spec
 * @param {readonly Piece[]} pieces
 * @param {number} width
 * @param {number} scale
 */
function broken(spec, pieces, width, scale) {
  let best = filled(spec, pieces, width, scale, width);
  for (let [low, high] = [0, width]; best.length > 1 && high - low > 8;) {
    const middle = (low + high) / 2;
    const lines = filled(spec, pieces, width, scale, middle);
    if (lines.length > best.length) low = middle;
    else [best, high] = [lines, middle];
  }
  return best;
}

/**
 * Fills lines with equations. Equations that do not fit beside each other at this scale go below each other. An equation
 * whose captions do not fit is broken before a sign.
 * @param {MatricesSpec} spec
 * @param {readonly Piece[]} pieces
 * @param {number} width
 * @param {number} scale  Preferred scale, px per entry
 * @param {number} shared  Largest width of a line that several equations share, px
 */
function filled(spec, pieces, width, scale, shared) {
  /** @type {Piece[][]} */
  const lines = [];
  for (const equation of equations(pieces)) {
    const last = lines[lines.length - 1];
    if (last && lineWidth(spec, [...last, gap, ...equation], scale) <= shared) {
      last.push(gap, ...equation);
      continue;
    }
    lines.push([]);
    for (let i = 0; i < equation.length; i += 2) {
      // A sign and the matrix after it.
      const next = equation.slice(Math.max(0, i - 1), i + 1);
      const line = lines[lines.length - 1];
      if (line.length > 0 && lineWidth(spec, [...line, ...next], 0) > width) lines.push(next);
      else line.push(...next);
    }
  }
  return lines;
}

/** @param {MatricesSpec} spec @param {number} width */
function lay(spec, width) {
  const { lines, tallest = 120 } = spec;
  const matricesOf = (/** @type {readonly Piece[]} */ pieces) =>
    pieces.filter((piece) => typeof piece !== 'string');
  const most = Math.max(1, ...lines.flatMap(matricesOf).map(({ rows }) => rows));
  let [low, high] = [0, Math.min(largestEntry, tallest / most)];
  const all = lines.flatMap((pieces) => broken(spec, pieces, width, high));
  const fits = (/** @type {number} */ scale) =>
    all.every((pieces) => lineWidth(spec, pieces, scale) <= width);
  if (fits(high)) low = high;
  for (let halving = 0; halving < 24 && low < high; halving++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return {
    scale: low,
    lines: all.map((pieces) => {
      const own = matricesOf(pieces);
      const noted = own.some(({ note }) => note);
      return {
        pieces,
        tall: Math.max(2, ...own.map(({ rows }) => rows * low)),
        foot: room.size + (noted ? room.note : 0),
      };
    }),
  };
}

/**
 * Returns the height of the whole picture, px.
 * @param {number} width
 * @param {MatricesSpec} spec
 */
export function matricesHeight(width, spec) {
  const { lines } = lay(spec, width);
  const own = lines.map(({ tall, foot }) => room.above + tall + foot);
  return Math.ceil(own.reduce((sum, tall) => sum + tall, 0) + (lines.length - 1) * room.between);
}

/**
 * @param {number} width
 * @param {MatricesSpec} spec
 * @returns {Picture}
 */
export function matrices(width, spec) {
  const { scale, lines } = lay(spec, width);
  /** @type {Placed[]} */
  const placed = [];
  /** @type {unknown[]} */
  const signs = [];
  let top = 0;
  for (const { pieces, tall, foot } of lines) {
    const middle = top + room.above + tall / 2;
    let left = 0;
    for (const piece of pieces) {
      const own = widthOf(spec, piece, scale);
      if (typeof piece === 'string') {
        signs.push(
          svg`<text class="sign" x=${round(left + own / 2)} y=${round(middle) + 6} text-anchor="middle">${piece}</text>`,
        );
      } else placed.push(place(piece, left, own, middle, scale));
      left += own;
    }
    top += room.above + tall + foot + room.between;
  }
  const content = svg`${signs}${placed.map((each) => marks(spec, each))}`;
  const box = boundsOf(placed, width);
  const of = (/** @type {string} */ key) => placed.find(({ matrix }) => matrix.key === key)?.box;
  return { content, box, plotAreas: [{ box, of }], reader: reader(spec, placed) };
}

/** @param {Matrix} matrix @param {number} left @param {number} own @param {number} middle @param {number} scale @returns {Placed} */
function place(matrix, left, own, middle, scale) {
  const wide = Math.max(1.5, matrix.columns * scale);
  const tall = Math.max(1.5, matrix.rows * scale);
  const from = left + (own - wide) / 2;
  return {
    matrix,
    middle: left + own / 2,
    box: { left: from, right: from + wide, top: middle - tall / 2, bottom: middle + tall / 2 },
  };
}

/** @param {Placed[]} placed @param {number} width @returns {Box} */
const boundsOf = (placed, width) => ({
  left: 0,
  right: width,
  top: 0,
  bottom: Math.max(0, ...placed.map(({ box }) => box.bottom)),
});

/** @param {Box} box */
const rectangle = ({ left, right, top, bottom }) =>
  `M${round(left)},${round(top)}H${round(right)}V${round(bottom)}H${round(left)}Z`;

/** @param {MatricesSpec} spec @param {Placed} placed */
function marks({ size }, { matrix, box, middle }) {
  const { key, label, rows, columns, color = 'muted', note } = matrix;
  const x = round(middle);
  return svg`<g data-key=${key} data-color=${color}>
    <path class="core" d=${rectangle(box)}></path>
    ${stripes(matrix, box)}
    <path class="line" data-thin d=${rectangle(box)}></path>
    <text class="label strong" x=${x} y=${round(box.top) - 7} text-anchor="middle">${svgLabel(label)}</text>
    <text class="name" x=${x} y=${round(box.bottom) + 15} text-anchor="middle">${size(rows, columns)}</text>
    ${note ? svg`<text class="note" x=${x} y=${round(box.bottom) + 30} text-anchor="middle">${svgLabel(note)}</text>` : nothing}</g>`;
}

/** Narrower stripes are not separated by lines, px. */
const leastStripe = 5;

/** Fills the first part and draws lines between all parts, if they can be told apart. @param {Matrix} matrix @param {Box} box */
function stripes({ parts }, box) {
  if (!parts || parts.count < 2) return nothing;
  const { count, across = false } = parts;
  const { left, right, top, bottom } = box;
  const step = (across ? bottom - top : right - left) / count;
  const first = across ? { ...box, bottom: top + step } : { ...box, right: left + step };
  let path = '';
  for (let i = 1; i < count && step >= leastStripe; i++) {
    path += across
      ? `M${round(left)},${round(top + i * step)}H${round(right)}`
      : `M${round(left + i * step)},${round(top)}V${round(bottom)}`;
  }
  return svg`<path class="fill" d=${rectangle(first)}></path><path class="seam" d=${path}></path>`;
}

/** @param {MatricesSpec} spec @param {Placed[]} placed @returns {Reader | undefined} */
function reader({ size }, placed) {
  if (placed.length === 0) return undefined;
  return {
    count: placed.length,
    start: 0,
    nearest(px, py) {
      const far = placed.map(({ box: { left, right, top, bottom } }) =>
        Math.hypot(Math.max(left - px, 0, px - right), Math.max(top - py, 0, py - bottom)),
      );
      const index = far.indexOf(Math.min(...far));
      return { index, key: placed[index].matrix.key };
    },
    stop(index) {
      const { matrix, box, middle } = placed[index];
      return {
        x: middle,
        value: index,
        cell: box,
        dots: [],
        title: `${matrix.label}: ${size(matrix.rows, matrix.columns)}`,
        rows: [...(matrix.more ?? [])],
      };
    },
  };
}
