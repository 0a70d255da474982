/**
 * Draws tokens as words on two sides, joined by lines whose width is proportional to the weight.
 *
 *     const spec = {
 *       query: { label: 'query', tokens: ['it', 'was', 'tired'] },      // the same sentence twice, or two sentences
 *       key: { label: 'key', tokens: ['it', 'was', 'tired'] },
 *       heads: [{ label: 'copy', weights }],                            // [queries, keys], row after row
 *       read: (weight) => percent(weight),
 *       omitted: (threshold) => `Weights below ${percent(threshold)} are not drawn.`,
 *     };
 *     figure: {
 *       height: (width) => linksHeight(width, spec),
 *       draw: (width) => links({ ...spec, width }),
 *     }
 *
 * If both sentences fit into one line each, they are above each other and read as sentences. Otherwise they are two
 * columns, queries left and keys right. The lines of a single head have the colour of weights. With several heads, each
 * has its colour and its own position at every token, in the order of the names above the picture, so that heads can be
 * told apart without the colours.
 *
 * Reading a token, by pointer or keys, shows only its lines, with their weights as numbers: those of its row for a query,
 * those of its column for a key. Arrow keys along the tokens move to the next one, arrow keys across them to the other
 * side. A query without any weight has a cross. `sd-pick` has {value: [side, index]}, side 0 for queries. `sd-highlight`
 * has the key `q3` or `k3` (queryMark(3), keyMark(3)). A highlight of a query lets its lines stand out.
 */
import { nothing, svg } from 'lit';
import { clampIndex, union } from './picture.js';
import { round } from './axis.js';
import { keyRow } from './key-row.js';
import { textWidth, wrap } from './label.js';
import { categories } from './categories.js';

/** @import { Box, KeyEntry, Picture, Reader, Row, Stop } from './types.js' */
/** @import { ColorName } from './tokens.js' */

/**
 * @typedef {object} LinkHead
 * @property {string} label
 * @property {ArrayLike<number>} weights  [queries, keys], each 0 to 1
 * @property {number} [category]  Number of its colour if there are several heads; its index in the list by default
 */

/** @typedef {{label: string, tokens: readonly string[]}} LinkSide */

/**
 * @typedef {object} LinkSpec
 * @property {LinkSide} query
 * @property {LinkSide} key
 * @property {readonly LinkHead[]} heads
 * @property {ColorName} [color]  Colour of a single head; 'weight' by default
 * @property {boolean} [low]  Whether the sentences are closer together
 * @property {number} [threshold]  Smaller weights are not drawn while nothing is read; linkThreshold() by default
 * @property {(weight: number, query: number, key: number) => string} [read]
 * @property {(threshold: number, count: number) => string} [omitted]  Returns a sentence about the number of lines left out
 * @property {(query: number) => string} [fullyMasked]  Readout of a fully masked query, which has no weights
 */

/**
 * @typedef {object} Layout
 * @property {boolean} upright  Whether the sentences are columns rather than lines
 * @property {readonly [number[], number[]]} along  Middle of each token along its side, px
 * @property {readonly [number[], number[]]} half  Half the space of each token along its side, px
 * @property {readonly [number, number]} across  Start and end of the lines, across the sides, px
 * @property {readonly [number, number]} words  Space for the words of each side, across, px
 * @property {number} port  Distance between the heads' lines at a token, px
 * @property {number} thick  Width of a line of weight 1, px
 * @property {number} stripe  Space for the numbers of one head, across, px
 * @property {boolean} numbers  Whether a stripe has room for numbers
 * @property {Box} box
 * @property {readonly string[]} notes
 * @property {number} height
 */

/** Returns the highlight key of a query. @param {number} i */
export const queryMark = (i) => `q${i}`;
/** Returns the highlight key of a key. @param {number} j */
export const keyMark = (j) => `k${j}`;

/** Font size of tokens, px. Must match marks.js. */
const wordSize = 13;

/** Distance between a word and its lines, px. */
const pad = 8;

/** Space for the names of the sides, px. */
const labelRoom = 24;

/** Longest distance between the columns, px. Longer lines are hard to follow with the eye. */
const mostGap = 420;

/** Number of distinct line widths. */
const widths = 32;

/** Returns the least weight drawn for the token that is read: the least that rounds to 1 %, or 5 % with several heads, where lighter lines would be noise. */
const leastRead = (/** @type {LinkSpec} */ { heads }) => (heads.length > 1 ? 0.05 : 0.005);

/**
 * Returns the least weight drawn while nothing is read: the smaller of 2 % and half of a uniform weight. With several
 * heads, the smaller of 10 % and twice a uniform weight. Lighter lines would only blur the picture.
 * @param {Pick<LinkSpec, 'heads' | 'key'>} spec
 */
export function linkThreshold({ heads, key }) {
  const even = 1 / Math.max(1, key.tokens.length);
  return heads.length > 1 ? Math.min(0.1, 2 * even) : Math.min(0.02, even / 2);
}

/**
 * @param {number} width
 * @param {LinkSpec} spec
 */
export const linksHeight = (width, spec) => lay({ ...spec, width }).height;

/**
 * @param {LinkSpec & {width: number}} spec
 * @returns {Picture}
 */
export function links(spec) {
  const layout = lay(spec);
  const names = legend(spec);
  const { box, notes } = layout;
  return {
    content: svg`${names.content}${sideNames(spec, layout)}
      <g class="resting">${spec.query.tokens.map((_, i) => restingLines(spec, layout, i))}</g>
      ${ports(spec, layout)}${[0, 1].map((side) => words(spec, layout, side))}
      ${notes.map((line, i) => svg`<text class="note" x="0" y=${layout.height - 4 - 15 * (notes.length - 1 - i)}>${line}</text>`)}`,
    box,
    plotAreas: [{ box, of: (key) => keyBox(spec, layout, key) }],
    reader: spec.query.tokens.length > 0 ? reader(spec, layout) : undefined,
  };
}

// Layout

/** @param {LinkSpec & {width: number}} spec @returns {Layout} */
function lay(spec) {
  const notes = noteLines(spec);
  const top = legend(spec).height;
  const foot = notes.length * 15 + (notes.length > 0 ? 8 : 2);
  return inLines(spec, top, foot, notes) ?? inColumns(spec, top, foot, notes);
}

/** @param {LinkSpec & {width: number}} spec */
function legend({ heads, width }) {
  if (heads.length < 2) return { content: nothing, height: 0 };
  /** @type {readonly KeyEntry[]} */
  const entries = heads.map(({ label }, h) => ({
    key: `head-${h}`,
    label,
    category: colorOf(heads, h),
    sample: 'swatch',
  }));
  return keyRow(entries, width);
}

/** @param {readonly LinkHead[]} heads @param {number} h */
const colorOf = (heads, h) => (heads[h].category ?? h) % categories.length;

/** @param {LinkSpec & {width: number}} spec */
function noteLines(spec) {
  const { threshold = linkThreshold(spec), omitted, heads, width } = spec;
  if (!omitted) return [];
  let count = 0;
  for (const { weights } of heads) {
    for (let i = 0; i < weights.length; i++) if (weights[i] > 0 && weights[i] < threshold) count++;
  }
  return count > 0 ? wrap(omitted(threshold, count), width, 11) : [];
}

/** @param {LinkSpec} spec */
const sides = ({ query, key }) => [query, key];

/**
 * Lays out the sentences above each other. Returns null if they do not fit.
 * @param {LinkSpec & {width: number}} spec
 * @param {number} top
 * @param {number} foot
 * @param {readonly string[]} notes
 * @returns {Layout | null}
 */
function inLines(spec, top, foot, notes) {
  const { heads, width, low } = spec;
  const port = Math.min(6, 30 / heads.length);
  const slot = heads.length > 1 ? Math.max(20, heads.length * port + 6) : 34;
  const widths = sides(spec).map(({ tokens }) =>
    tokens.map((token) => Math.max(slot, textWidth(token, wordSize) + 12)),
  );
  const wide = Math.max(...widths.map(sum));
  if (wide > width) return null;
  const gap = Math.min(18, (width - wide) / Math.max(1, ...widths.map((line) => line.length)));
  const all = Math.max(...widths.map((line) => sum(line) + gap * line.length));
  const along = widths.map((line) => {
    let at = (all - sum(line) - gap * line.length) / 2;
    return line.map((own) => (at += own + gap) - (own + gap) / 2);
  });
  const stripe = stripeOf(heads.length, 18, heads.length > 8 ? 6 : 15);
  const start = top + labelRoom + 20;
  const end = start + Math.min(low ? 190 : 260, (low ? 90 : 130) + heads.length * stripe);
  return {
    upright: false,
    along: [along[0], along[1]],
    half: [widths[0].map(halved), widths[1].map(halved)],
    across: [start, end],
    words: [20, 20],
    port,
    thick: heads.length > 1 ? port - 1 : 10,
    stripe,
    numbers: stripe >= 12,
    box: { left: 0, right: Math.min(width, all), top: start - 20, bottom: end + 20 },
    notes,
    height: Math.ceil(end + 20 + labelRoom + foot),
  };
}

/**
 * @param {LinkSpec & {width: number}} spec
 * @param {number} top
 * @param {number} foot
 * @param {readonly string[]} notes
 * @returns {Layout}
 */
function inColumns(spec, top, foot, notes) {
  const { heads, width } = spec;
  const count = Math.max(...sides(spec).map(({ tokens }) => tokens.length));
  const step = Math.max(
    count > 20 ? 18 : 23,
    heads.length > 1 ? Math.min(40, 3 * heads.length + 8) : 0,
  );
  const widths = sides(spec).map(({ tokens, label }) =>
    Math.min(
      0.34 * width,
      Math.max(...tokens.map((token) => textWidth(token, wordSize)), textWidth(label)) + 4,
    ),
  );
  const gap = Math.min(mostGap, width - widths[0] - widths[1] - 2 * pad);
  const start = widths[0] + pad;
  const cell = Math.min(20, (0.55 * gap) / heads.length);
  const port = Math.min(6, (step - 5) / heads.length);
  const places = sides(spec).map(({ tokens }) =>
    tokens.map((_, i) => top + labelRoom + (i + 0.5) * step),
  );
  const bottom = top + labelRoom + count * step;
  return {
    upright: true,
    along: [places[0], places[1]],
    half: [places[0].map(() => step / 2), places[1].map(() => step / 2)],
    across: [start, start + gap],
    words: [widths[0], widths[1]],
    port,
    thick: heads.length > 1 ? Math.max(1, port - 0.5) : step - 12,
    stripe: stripeOf(heads.length, 40, cell),
    numbers: heads.length === 1 || cell >= 13,
    box: { left: 0, right: start + gap + pad + widths[1], top: top + labelRoom, bottom },
    notes,
    height: Math.ceil(bottom + foot),
  };
}

/** @param {number} heads @param {number} one @param {number} several */
const stripeOf = (heads, one, several) => (heads > 1 ? several : one);

/** @param {readonly number[]} list */
const sum = (list) => list.reduce((total, one) => total + one, 0);

/** @param {number} size */
const halved = (size) => size / 2;

/** @param {Layout} layout @param {number} along @param {number} across */
const point = ({ upright }, along, across) =>
  upright ? [round(across), round(along)] : [round(along), round(across)];

// Marks

/**
 * Draws the names of the sides. Above a column, a name wider than its words extends over the lines.
 * @param {LinkSpec} spec
 * @param {Layout} layout
 */
function sideNames(spec, { upright, across, words: widths, height, box, notes }) {
  const foot = notes.length * 15 + (notes.length > 0 ? 8 : 2);
  const [query, key] = sides(spec);
  if (upright) {
    const [left, right] = sides(spec).map(({ label }, side) => textWidth(label) > widths[side]);
    return svg`<text class="name" x=${left ? 0 : round(widths[0])} y=${box.top - 8} text-anchor=${left ? 'start' : 'end'}>${query.label}</text>
      <text class="name" x=${round(right ? box.right : across[1] + pad)} y=${box.top - 8} text-anchor=${right ? 'end' : 'start'}>${key.label}</text>`;
  }
  return svg`<text class="name" x="0" y=${box.top - 8}>${query.label}</text>
      <text class="name" x="0" y=${height - foot - 6}>${key.label}</text>`;
}

/** @param {LinkSpec} spec @param {Layout} layout @param {number} side */
function words(spec, layout, side) {
  const { upright, along, across, words: widths } = layout;
  const anchor = upright ? (side === 0 ? 'end' : 'start') : 'middle';
  const off = upright ? pad : side === 0 ? 7 : 17;
  const at = across[side] + (side === 0 ? -off : off);
  return svg`<g data-color=${side === 0 ? 'query' : 'key'}>${sides(spec)[side].tokens.map(
    (token, i) => {
      const [x, y] = point(layout, along[side][i], at);
      const shown = upright ? shortened(token, widths[side]) : token;
      return svg`<text class="token" x=${x} y=${upright ? y + 4.5 : y} text-anchor=${anchor}>${shown}</text>`;
    },
  )}</g>`;
}

/** @param {string} text @param {number} room */
function shortened(text, room) {
  if (textWidth(text, wordSize) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join('')}\u2026`, wordSize) > room)
    letters.pop();
  return `${letters.join('')}\u2026`;
}

/** Marks the ends of each head's lines in its colour. @param {LinkSpec} spec @param {Layout} layout */
function ports({ heads }, layout) {
  if (heads.length < 2) return nothing;
  const { along, across, port } = layout;
  const long = Math.max(1, port - 1) / 2;
  return heads.map((_, h) => {
    const marks = [0, 1].flatMap((side) =>
      along[side].map((middle) => {
        const at = middle + shift(h, heads.length, port);
        const [x0, y0] = point(layout, at - long, across[side] - (side === 0 ? 3 : -3));
        const [x1, y1] = point(layout, at + long, across[side]);
        return `M${x0},${y0}H${x1}V${y1}H${x0}Z`;
      }),
    );
    return svg`<path class="swatch" data-category=${colorOf(heads, h)} d=${marks.join('')}></path>`;
  });
}

/** @param {number} h @param {number} heads @param {number} port */
const shift = (h, heads, port) => (h - (heads - 1) / 2) * port;

/**
 * Draws all lines of a query at or above the threshold, the lighter ones first. Lines of about the same width share a path.
 * @param {LinkSpec} spec
 * @param {Layout} layout
 * @param {number} i
 */
function restingLines(spec, layout, i) {
  const { threshold = linkThreshold(spec), heads, key } = spec;
  const columns = key.tokens.length;
  const marks = heads.map(({ weights }, h) => {
    /** @type {string[]} */
    const paths = [];
    for (let j = 0; j < columns; j++) {
      const weight = weights[i * columns + j];
      if (!(weight > 0 && weight >= threshold)) continue;
      const level = Math.max(1, Math.round(weight * widths));
      paths[level] = (paths[level] ?? '') + linePath(layout, heads.length, h, i, j, layout.across);
    }
    return paths.map((path, level) => line(spec, layout, h, level / widths, path));
  });
  return svg`<g data-key=${queryMark(i)}>${marks}${isFullyMasked(spec, i) ? cross(layout, i) : nothing}</g>`;
}

/** @param {LinkSpec} spec @param {Layout} layout @param {number} h @param {number} weight @param {string} path */
function line({ heads, color = 'weight' }, { thick }, h, weight, path) {
  const several = heads.length > 1;
  return svg`<path class="link" data-color=${several ? nothing : color} data-category=${several ? colorOf(heads, h) : nothing}
    stroke-width=${round(Math.max(0.6, weight * thick))} stroke-opacity=${round(0.3 + 0.7 * weight)} d=${path}></path>`;
}

/**
 * @param {Layout} layout
 * @param {number} heads
 * @param {number} h
 * @param {number} i
 * @param {number} j
 * @param {readonly [number, number]} across
 */
function linePath(layout, heads, h, i, j, [from, to]) {
  const off = shift(h, heads, layout.port);
  const [a, b] = [layout.along[0][i] + off, layout.along[1][j] + off];
  const half = (from + to) / 2;
  return `M${point(layout, a, from)}C${point(layout, a, half)},${point(layout, b, half)},${point(layout, b, to)}`;
}

/** @param {LinkSpec} spec @param {number} i */
function isFullyMasked({ heads, key }, i) {
  const columns = key.tokens.length;
  return heads.every(({ weights }) => {
    for (let j = 0; j < columns; j++) if (weights[i * columns + j] > 0) return false;
    return true;
  });
}

/** @param {Layout} layout @param {number} i */
function cross(layout, i) {
  const [x, y] = point(layout, layout.along[0][i], layout.across[0] + 7);
  return svg`<path class="cross" d="M${x - 4},${y - 4}l8,8m0,-8l-8,8"></path>`;
}

// Reading

/** @param {LinkSpec} spec @param {Layout} layout @returns {Reader} */
function reader(spec, layout) {
  const { upright, along, half, across } = layout;
  const counts = sides(spec).map(({ tokens }) => tokens.length);
  /** @param {number} index */
  const placeOf = (index) =>
    index < counts[0] ? { side: 0, at: index } : { side: 1, at: index - counts[0] };
  /** @param {number} side @param {number} at */
  const indexOf = (side, at) => side * counts[0] + clampIndex(at, counts[side]);
  return {
    count: counts[0] + counts[1],
    start: 0,
    nearest(x, y) {
      const [mine, other] = upright ? [y, x] : [x, y];
      const side = other < (across[0] + across[1]) / 2 || counts[1] === 0 ? 0 : 1;
      const off = along[side].map((middle, i) => Math.abs(middle - mine) - half[side][i]);
      const at = off.indexOf(Math.min(...off));
      return { index: indexOf(side, at), key: side === 0 ? queryMark(at) : keyMark(at) };
    },
    step(index, key) {
      const { side, at } = placeOf(index);
      const [back, on, first, second] = upright
        ? ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
        : ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
      if (key === first || (key === second && counts[1] === 0)) return indexOf(0, at);
      if (key === second) return indexOf(1, at);
      /** @type {Record<string, number>} */
      const to = {
        [back]: at - 1,
        [on]: at + 1,
        PageUp: at - 5,
        PageDown: at + 5,
        Home: 0,
        End: counts[side] - 1,
      };
      return key in to ? indexOf(side, to[key]) : undefined;
    },
    stop: (index) => stopAt(spec, layout, placeOf(index)),
  };
}

/** @param {LinkSpec} spec @param {Layout} layout @param {{side: number, at: number}} place @returns {Stop} */
function stopAt(spec, layout, { side, at }) {
  const { label, tokens } = sides(spec)[side];
  const cell = wordBox(layout, side, at);
  return {
    x: (cell.left + cell.right) / 2,
    value: [side, at],
    cell,
    dots: [],
    quiet: true,
    marks: readLines(spec, layout, side, at),
    title: `${label} ${at + 1}: ${tokens[at]}`,
    rows:
      side === 0 && isFullyMasked(spec, at)
        ? [{ label: spec.fullyMasked?.(at) ?? '', value: '' }]
        : readRows(spec, side, at),
  };
}

/** @param {Layout} layout @param {number} side @param {number} at @returns {Box} */
function wordBox({ upright, along, half, across, words: widths }, side, at) {
  const [low, high] = [along[side][at] - half[side][at] + 1, along[side][at] + half[side][at] - 1];
  const room = widths[side] + (upright ? 4 : 0);
  const edge = across[side] + (side === 0 ? (upright ? -4 : -2) : 4);
  const [near, far] = side === 0 ? [Math.max(0, edge - room), edge] : [edge, edge + room];
  return upright
    ? { left: near, right: far, top: low, bottom: high }
    : { left: low, right: high, top: near, bottom: far };
}

/** Returns the box of a key, or of all for 'keys'. @param {LinkSpec} spec @param {Layout} layout @param {string} name */
function keyBox({ key: { tokens } }, layout, name) {
  const boxes = tokens.map((_, at) => wordBox(layout, 1, at));
  const wanted = name === 'keys' ? boxes : boxes.filter((_, at) => keyMark(at) === name);
  return wanted.length > 0 ? union(wanted) : undefined;
}

/**
 * Returns the query and key of a token and its partner.
 * @param {number} side
 * @param {number} at
 * @param {number} other
 * @returns {[number, number]}
 */
const pairOf = (side, at, other) => (side === 0 ? [at, other] : [other, at]);

/** @param {LinkSpec} spec @param {number} h @param {number} side @param {number} at @param {number} other */
const weightOf = ({ heads, key }, h, side, at, other) => {
  const [i, j] = pairOf(side, at, other);
  return heads[h].weights[i * key.tokens.length + j];
};

/**
 * Draws the lines of one token, and their weights at the other end next to the words: for each head a number over a bar.
 * @param {LinkSpec} spec
 * @param {Layout} layout
 * @param {number} side
 * @param {number} at
 */
function readLines(spec, layout, side, at) {
  const { heads } = spec;
  const others = sides(spec)[1 - side].tokens;
  const room = layout.stripe * heads.length + 4;
  /** @type {[number, number]} */
  const ends = [layout.across[0], layout.across[1]];
  ends[1 - side] += side === 0 ? -room : room;
  return others.map((_, other) => {
    const [i, j] = pairOf(side, at, other);
    return heads.map((_, h) => {
      const weight = weightOf(spec, h, side, at, other);
      if (!(weight >= leastRead(spec))) return nothing;
      return svg`${line(spec, layout, h, weight, linePath(layout, heads.length, h, i, j, ends))}
        ${numberMark(spec, layout, 1 - side, other, h, weight, textOf(spec, weight, i, j))}`;
    });
  });
}

/**
 * @param {LinkSpec} spec
 * @param {Layout} layout
 * @param {number} side  The side with the number
 * @param {number} at
 * @param {number} h
 * @param {number} weight
 * @param {string} text
 */
function numberMark({ heads }, layout, side, at, h, weight, text) {
  const { upright, along, across, stripe, numbers } = layout;
  const order = side === 0 ? h : heads.length - 1 - h;
  const off = (order + 0.5) * stripe;
  const [x, y] = point(layout, along[side][at], across[side] + (side === 0 ? off : -off));
  if (heads.length === 1) {
    const shifted = upright ? x + (side === 0 ? -stripe / 2 : stripe / 2) : x;
    const anchor = upright ? (side === 0 ? 'start' : 'end') : 'middle';
    return svg`<text class="strong" data-color="ink" x=${shifted} y=${y + 4} text-anchor=${anchor}>${text}</text>`;
  }
  const most = (upright ? stripe : 18) - 2;
  const long = Math.max(1, weight * most);
  const low = y + (numbers ? 3.5 : -1.5);
  return svg`<path class="swatch" data-category=${colorOf(heads, h)} d="M${round(x - most / 2)},${low}h${round(long)}v3h${-round(long)}Z"></path>
    ${numbers ? svg`<text class="tight" data-color="ink" x=${x} y=${y + 2} text-anchor="middle">${Math.round(100 * weight)}</text>` : nothing}`;
}

/** @param {number} weight */
const percent = (weight) => `${Math.round(100 * weight)}\u00a0%`;

/** @param {LinkSpec} spec @param {number} weight @param {number} i @param {number} j */
const textOf = ({ read = percent }, weight, i, j) => read(weight, i, j);

/** How many of a token's partners are listed. */
const mostRows = 5;

/**
 * Returns, for screen readers, the partners of a token with the largest weights. With several heads, one for each.
 * @param {LinkSpec} spec
 * @param {number} side
 * @param {number} at
 * @returns {Row[]}
 */
function readRows(spec, side, at) {
  const { heads } = spec;
  const { tokens } = sides(spec)[1 - side];
  const shown = heads.length > 1 ? 1 : mostRows;
  return heads.flatMap(({ label }, h) =>
    tokens
      .map((token, other) => ({ token, other, weight: weightOf(spec, h, side, at, other) }))
      .filter(({ weight }) => weight >= leastRead(spec))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, shown)
      .map(({ token, other, weight }) => ({
        label: heads.length > 1 ? `${label}: ${token} (${other + 1})` : `${token} (${other + 1})`,
        value: textOf(spec, weight, ...pairOf(side, at, other)),
      })),
  );
}
