/**
 * Figures as files: CSV and JSON of the table behind them, SVG and PNG of the picture with its title and link inside.
 */

/** @import { Cell, Prediction, Table } from './types.js' */

import { escapeXml, pieces, plainLabel, wrap } from './label.js';

export { escapeXml };

/**
 * What a file says of itself, so that whoever finds it can make it again.
 * @typedef {object} Origin
 * @property {Pick<Prediction, 'words' | 'room'> | null} [prediction]  What somebody expected to see
 * @property {string} title
 * @property {number} [seed]  What chance began with
 * @property {string} [link]  The state that it shows
 * @property {string} [version]  Of scaledot
 */

/** As files name it. @param {string} [version] */
export const program = (version) => version && `scaledot ${version}`;

/** What spreadsheets take for the start of a formula, also in full width. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * One cell of RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe; numbers stay numbers.
 * @param {Cell} value
 */
export function csvCell(value) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Lines that readers of CSV skip when they are told to (comment='#'); our own does by itself.
 * @param {Readonly<Record<string, string | number | undefined>>} fields
 * @param {string} [end]  of a line
 */
export const commentLines = (fields, end = '\r\n') =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `# ${name}: ${String(value).replaceAll(/\s+/g, ' ')}${end}`)
    .join('');

/** @param {Origin} origin */
function comments({ title, seed, link, version, prediction }) {
  return commentLines({
    title: plainLabel(title),
    ...{ seed, link, version: program(version), prediction: prediction?.words },
  });
}

/**
 * @param {Table} table
 * @param {Origin} [origin]
 */
export function toCsv({ columns, rows }, origin) {
  const above = origin ? comments(origin) : '';
  const head = columns.map(({ label }) => csvCell(plainLabel(label)));
  const body = rows.map((row) => columns.map(({ key }) => csvCell(row[key])));
  return above + [head, ...body].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/**
 * The same rows by column key, with title, summary, seed, link and version, plus whatever the lab adds.
 * Values that JSON has no number for (NaN, Infinity) become text rather than null.
 * @param {Origin & {summary?: string, data?: unknown, table?: Table}} figure
 */
export function toJson({ title, summary, seed, link, version, data, table }) {
  const columns = table?.columns.map(({ key, label }) => ({ key, label: plainLabel(label) }));
  const words = { title: plainLabel(title), summary: summary && plainLabel(summary) };
  return JSON.stringify(
    { ...words, seed, link, version: program(version), columns, rows: table?.rows, data },
    plainValue,
    1,
  );
}

/**
 * @param {string} _
 * @param {unknown} value
 */
function plainValue(_, value) {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (ArrayBuffer.isView(value)) return Object.values(value);
  return value;
}

/**
 * A line with its light mathematics, as the inside of a <text>.
 * @param {string} line
 * @param {number} size
 */
function mathText(line, size) {
  let level = 0;
  return pieces(line)
    .map(({ kind, text }) => {
      const shift = { plain: 0, letter: 0, sub: 0.25, super: -0.35 }[kind] * size - level;
      level += shift;
      const style = {
        plain: '',
        letter: ' font-style="italic"',
        sub: small(size),
        super: small(size),
      }[kind];
      if (!style && shift === 0) return escapeXml(text);
      return `<tspan dy="${shift}"${style}>${escapeXml(text)}</tspan>`;
    })
    .join('');
}

/** Faces that only the page has are none to a file. @param {string} font */
const withoutOwn = (font) => font.replaceAll(/(['"])scaledot \w+\1,\s*/g, '');

/** @param {number} size */
const small = (size) => ` font-size="${size * 0.75}"`;

const paper = { margin: 24, title: 17, summary: 13, source: 10, leading: 1.45 };

/** What a sheet is wider than its picture, px. */
export const margins = 2 * paper.margin;

/**
 * Title, picture, summary and where it comes from on one sheet: pure text in, pure text out.
 * @param {object} sheet
 * @param {number} sheet.width  Of the picture
 * @param {number} sheet.height
 * @param {string} sheet.body  The picture's marks
 * @param {string} sheet.title
 * @param {string} [sheet.summary]
 * @param {number} [sheet.seed]
 * @param {string} [sheet.link]
 * @param {string} [sheet.version]
 * @param {{ink: string, muted: string, paper: string}} sheet.colors
 * @param {string} sheet.font
 * @param {number} [sheet.above]  Height of what is drawn over the picture
 */
export function composeSvg({
  width,
  height,
  body,
  title,
  summary = '',
  colors,
  font,
  above = 0,
  ...origin
}) {
  const source = [
    ...[origin.link, origin.seed !== undefined && `seed ${origin.seed}`, program(origin.version)],
  ]
    .filter(Boolean)
    .join(' · ');
  const { margin, leading } = paper;
  let y = margin;
  /** Lines of text under each other. @param {string} text @param {number} size @param {string} style */
  const block = (text, size, style) => {
    const lines = wrap(text, width / 1.04, size);
    return lines
      .map((line) => {
        y += size * leading;
        const at = Math.round(y - size * 0.4);
        return `<text x="${margin}" y="${at}" font-size="${size}" ${style}>${mathText(line, size)}</text>\n`;
      })
      .join('');
  };
  const head = block(title, paper.title, `font-weight="600" fill="${colors.ink}"`);
  const top = Math.round(y + 12 + above);
  y = top + height + 4;
  const foot =
    block(summary, paper.summary, `fill="${colors.ink}"`) +
    ((y += 6), block(source, paper.source, `fill="${colors.muted}"`));
  const [sheetWidth, sheetHeight] = [width + margins, Math.ceil(y + margin)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sheetWidth}" height="${sheetHeight}" viewBox="0 0 ${sheetWidth} ${sheetHeight}" font-family="${escapeXml(withoutOwn(font))}">
<title>${escapeXml(plainLabel(title))}</title>
<desc>${escapeXml(plainLabel([summary, source].filter(Boolean).join(' ')))}</desc>
<rect width="100%" height="100%" fill="${colors.paper}"/>
${head}<g transform="translate(${margin} ${top})">
${body}
</g>
${foot}</svg>
`;
}

/** What a sheet may decide for a mark, with the value that need not be written. @type {Record<string, string>} */
const initials = {
  fill: 'rgb(0, 0, 0)',
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-opacity': '1',
  'stroke-dasharray': 'none',
  'stroke-linejoin': 'miter',
  'stroke-linecap': 'butt',
  'paint-order': 'normal',
  opacity: '1',
  'font-size': '16px',
  'font-weight': '400',
  'font-style': 'normal',
};

/** Of these, what only text needs. */
const ofText = new Set(['font-size', 'font-weight', 'font-style', 'paint-order']);

/**
 * A copy of a drawn <svg> that stands alone: colours resolved, no classes, title above, summary and link below.
 * @param {SVGSVGElement} picture  In the page, so that its styles are known
 * @param {Origin & {summary?: string}} words
 * @param {string} [under]  What lies under the marks
 * @returns {string}
 */
export function toSvg(picture, words, under = '') {
  const style = getComputedStyle(picture);
  const resolved = (/** @type {string} */ name) => resolveColor(picture, `var(${name})`);
  return composeSvg({
    ...words,
    width: picture.width.baseVal.value,
    height: picture.height.baseVal.value,
    above: words.prediction?.room(picture.width.baseVal.value),
    body: under + standalone(picture),
    colors: {
      ink: resolved('--sd-ink'),
      muted: resolved('--sd-muted'),
      paper: resolved('--sd-paper'),
    },
    font: style.fontFamily.replaceAll('"', "'"),
  });
}

/**
 * The marks as text, each with what its styles came to.
 * @param {Element} parent
 * @returns {string}
 */
function standalone(parent) {
  let text = '';
  for (const node of parent.childNodes) {
    if (node instanceof Text && hasText(parent)) text += escapeXml(node.data);
    if (node instanceof SVGElement && !node.classList.contains('cursor')) text += markText(node);
  }
  return text;
}

/** Elsewhere text nodes are only the template's line breaks. @param {Element} element */
const hasText = ({ localName }) => localName === 'text' || localName === 'tspan';

/** @param {SVGElement} mark */
function markText(mark) {
  let attributes = '';
  for (const { name, value } of mark.attributes) {
    // What styles decide is written below, once: an attribute that stands there twice makes a file that nothing can open.
    const ours = name === 'class' || name === 'style' || name in initials;
    if (!ours && !/^(data|aria)-/.test(name)) attributes += ` ${name}="${escapeXml(value)}"`;
  }
  const style = getComputedStyle(mark);
  const isGroup = mark.localName === 'g' || mark.localName === 'svg';
  for (const [name, initial] of Object.entries(initials)) {
    if (isGroup ? name !== 'opacity' : ofText.has(name) && !hasText(mark)) continue;
    const value = style.getPropertyValue(name);
    if (value !== initial) attributes += ` ${name}="${escapeXml(value)}"`;
  }
  const lineBreak = hasText(mark) ? '' : '\n';
  return `<${mark.localName}${attributes}>${standalone(mark)}</${mark.localName}>${lineBreak}`;
}

/**
 * @param {Element} near  Whose theme counts
 * @param {string} color
 */
function resolveColor(near, color) {
  const probe = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  probe.style.stroke = color;
  near.append(probe);
  const { stroke } = getComputedStyle(probe);
  probe.remove();
  return stroke;
}

/**
 * @param {string} source  A standalone SVG
 * @param {number} [scale]  Pixels of the file per px of the picture
 * @returns {Promise<Blob>}
 */
export async function toPng(source, scale = 2) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser gives no canvas to draw the PNG on');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('this browser could not write the PNG'));
    }, 'image/png');
  });
}

/** How long a file's address stays valid for the browser to fetch it. */
const keepMilliseconds = 10_000;

/**
 * Offers data as a file.
 * @param {string} name
 * @param {string | Uint8Array} data
 * @param {string} [type]
 */
export const saveData = (name, data, type) =>
  save(name, new Blob([/** @type {BlobPart} */ (data)], { type })); // shared memory has no files

/**
 * Offers a file to the reader.
 * @param {string} name
 * @param {Blob} blob
 */
export function save(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keepMilliseconds);
}
