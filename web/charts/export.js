/**
 * Figures as files: CSV and JSON of the table behind them, SVG and PNG of the picture with its title and link inside.
 */

/** @typedef {string | number | null | undefined} Cell */

/**
 * @typedef {object} Column
 * @property {string} label
 * @property {string} key
 * @property {(value: any) => string} [format]  For the table on the page; files carry full precision
 */

/**
 * @typedef {object} Table
 * @property {readonly Column[]} columns
 * @property {readonly Record<string, Cell>[]} rows
 */

/**
 * One cell of RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe; numbers stay numbers.
 * @param {Cell} value
 */
export function csvCell(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param {Table} table */
export function toCsv({ columns, rows }) {
  const lines = [columns.map((column) => csvCell(column.label)), ...rows.map((row) => columns.map((column) => csvCell(row[column.key])))];
  return lines.map((line) => line.join(',')).join('\r\n') + '\r\n';
}

/**
 * The same rows by column key, with title, summary and link, plus whatever the lab adds.
 * Values that JSON has no number for (NaN, Infinity) become text rather than null.
 * @param {{title: string, summary?: string, link?: string, data?: unknown, table?: Table}} figure
 */
export function toJson({ title, summary, link, data, table }) {
  const content = { title, summary, link, columns: table?.columns.map(({ key, label }) => ({ key, label })), rows: table?.rows, data };
  return JSON.stringify(content, (_, value) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    return ArrayBuffer.isView(value) ? Array.from(/** @type {Float64Array} */ (value)) : value;
  }, 1);
}

/** What a sheet may decide for a mark; written out so that the picture needs no sheet. */
const properties = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap', 'opacity',
  'font-size', 'font-weight', 'font-variant-numeric', 'paint-order', 'visibility',
];

/**
 * A copy of a drawn <svg> that stands alone: colours resolved, no classes, title above and link below.
 * @param {SVGSVGElement} picture  In the page, so that its styles are known
 * @param {{title: string, summary?: string, link?: string}} words
 * @returns {string}
 */
export function toSvg(picture, { title, summary = '', link = '' }) {
  const width = picture.width.baseVal.value;
  const height = picture.height.baseVal.value;
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  inline(picture, copy);
  for (const gone of copy.querySelectorAll('.cursor')) gone.remove();
  const style = getComputedStyle(picture);
  const paper = style.getPropertyValue('background-color');
  const [ink, muted] = ['--sd-ink', '--sd-muted'].map((name) => resolveColor(picture, name));
  const full = height + 72;
  const body = [...copy.childNodes].map((node) => new XMLSerializer().serializeToString(node)).join('').replace(/<!--.*?-->/gs, '').replaceAll(' xmlns="http://www.w3.org/2000/svg"', '');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 32}" height="${full}" viewBox="-16 -40 ${width + 32} ${full}" font-family="${escapeXml(style.fontFamily)}">
<title>${escapeXml(title)}</title>
<desc>${escapeXml(summary)}</desc>
<rect x="-16" y="-40" width="${width + 32}" height="${full}" fill="${paper}"/>
<text x="0" y="-14" font-size="16" font-weight="600" fill="${ink}">${escapeXml(title)}</text>
${body}
<text x="0" y="${height + 20}" font-size="10" fill="${muted}">${escapeXml(link)}</text>
</svg>
`;
}

/** @param {Element} picture @param {string} name */
function resolveColor(picture, name) {
  const probe = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  probe.style.fill = `var(${name})`;
  picture.append(probe);
  const color = getComputedStyle(probe).fill;
  probe.remove();
  return color;
}

/**
 * @param {Element} source
 * @param {Element} copy
 */
function inline(source, copy) {
  for (let i = 0; i < source.children.length; i++) {
    const from = source.children[i];
    const to = copy.children[i];
    const style = getComputedStyle(from);
    for (const name of properties) {
      const value = style.getPropertyValue(name);
      if (value !== '' && value !== initial(name)) to.setAttribute(name, value);
    }
    for (const attribute of [...to.attributes]) {
      if (attribute.name === 'class' || attribute.name.startsWith('data-')) to.removeAttribute(attribute.name);
    }
    inline(from, to);
  }
}

/** @type {Record<string, string>} Values that need not be written */
const initials = { 'fill-opacity': '1', 'stroke-opacity': '1', stroke: 'none', opacity: '1', 'stroke-dasharray': 'none', 'paint-order': 'normal', visibility: 'visible', 'font-variant-numeric': 'normal', 'stroke-linejoin': 'miter', 'stroke-linecap': 'butt' };

/** @param {string} name */
const initial = (name) => initials[name];

/** @param {string} text */
export const escapeXml = (text) =>
  // eslint-disable-next-line no-control-regex -- XML 1.0 forbids these
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

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
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('this browser could not write the PNG'))), 'image/png');
  });
}

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
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
