/**
 * Figures as files: their table as CSV and JSON, the picture with its title and link as SVG and PNG.
 */

/** @import { Cell, Prediction, Table } from './types.js' */

import { escapeXml, pieces, plainLabel, wrap } from './label.js';

export { escapeXml };

/**
 * The origin of a file, written into it so that readers can reproduce it.
 * @typedef {object} Origin
 * @property {Pick<Prediction, 'words' | 'room'> | null} [prediction]  The visitor's prediction
 * @property {string} title
 * @property {number} [seed]  Seed of the random numbers
 * @property {string} [link]  Link to the state shown
 * @property {string} [version]  Version of scaledot
 */

/** Returns the program's name and version as they appear in files. @param {string} [version] */
export const program = (version) => version && `scaledot ${version}`;

/** Characters that start a formula in spreadsheets, including their full-width forms. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * Writes a cell as in RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe. Numbers stay numbers.
 * @param {Cell} value
 */
export function csvCell(value) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Writes fields as comment lines, which CSV readers skip with comment='#'. Our own reader always skips them.
 * @param {Readonly<Record<string, string | number | undefined>>} fields
 * @param {string} [end]  Of a line
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
 * Writes the same rows by column key, with title, summary, seed, link, version and the lab's own `data`.
 * Values that JSON cannot represent as numbers (NaN, Infinity) become text rather than null.
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
 * Returns a line with its light mathematics as the content of a <text>.
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

/** Removes font families that only the page has. @param {string} font */
const withoutOwn = (font) => font.replaceAll(/(['"])scaledot \w+\1,\s*/g, '');

/** @param {number} size */
const small = (size) => ` font-size="${size * 0.75}"`;

const paper = { margin: 24, title: 17, summary: 13, source: 10, leading: 1.45 };

/** How much wider a sheet is than its picture, px. */
export const margins = 2 * paper.margin;

/**
 * Composes a sheet of title, picture, summary and source. Works on text alone, without a DOM.
 * @param {object} sheet
 * @param {number} sheet.width  Of the picture, px
 * @param {number} sheet.height
 * @param {string} sheet.body  The picture's marks as SVG
 * @param {string} sheet.title
 * @param {string} [sheet.summary]
 * @param {number} [sheet.seed]
 * @param {string} [sheet.link]
 * @param {string} [sheet.version]
 * @param {{ink: string, muted: string, paper: string}} sheet.colors
 * @param {string} sheet.font
 * @param {number} [sheet.above]  Space above the picture, px
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
  /** Returns wrapped lines of text. @param {string} text @param {number} size @param {string} style */
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

/** Style properties that are written for each mark, with the initial values that are left out. @type {Record<string, string>} */
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

/** Style properties that only text needs. */
const ofText = new Set(['font-size', 'font-weight', 'font-style', 'paint-order']);

/**
 * Returns a self-contained copy of a drawn <svg>: colours resolved, no classes, title above, summary and link below.
 * @param {SVGSVGElement} picture  Must be in the page, so that its styles are computed
 * @param {Origin & {summary?: string}} words
 * @param {string} [under]  SVG that is drawn under the marks
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
 * Returns the marks as text, each with its computed styles.
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

/** Whether text nodes in an element are content. Elsewhere they are only line breaks of the template. @param {Element} element */
const hasText = ({ localName }) => localName === 'text' || localName === 'tspan';

/** @param {SVGElement} mark */
function markText(mark) {
  let attributes = '';
  for (const { name, value } of mark.attributes) {
    // Styled properties are written below. A duplicate attribute would make the file malformed.
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
 * @param {Element} near  The element whose theme applies
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

/** How long a file's object URL stays valid for the browser to fetch it. */
const keepMilliseconds = 10_000;

/**
 * Offers data as a download.
 * @param {string} name
 * @param {string | Uint8Array} data
 * @param {string} [type]
 */
export const saveData = (name, data, type) =>
  save(name, new Blob([/** @type {BlobPart} */ (data)], { type })); // the type excludes shared memory, which Blob refuses

/**
 * Offers a file as a download.
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
