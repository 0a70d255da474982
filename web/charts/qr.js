/** QR codes for phone cameras: dark on white in every theme, with a quiet zone. */
import { html } from 'lit';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { escapeXml } from './export.js';

/**
 * @typedef {object} Code
 * @property {number} modules  Modules per side, including the quiet zone
 * @property {string} path  Outline of the dark modules, in modules
 */

/** White margin on each side that the standard requires, in modules. */
const quietZone = 4;

/** 117 modules. Few phones can read a finer code from a screen. */
const maxVersion = 25;

/** About how many letters the largest code holds. Digits take less space. */
export const letters = 1270;

/** lean-qr's error code for a text that is too long. */
const tooLong = 4;

/**
 * @param {string} text
 * @returns {Code | null} null if the text is too long for a code that phones can read
 */
export function qrCode(text) {
  try {
    const code = generate(text, { maxVersion });
    return { modules: code.size + 2 * quietZone, path: toSvgPath(code) };
  } catch (error) {
    if (Object(error).code === tooLong) return null;
    throw error;
  }
}

/**
 * Returns the side of a code whose modules have as many whole pixels as fit into a width, at least two.
 * @param {Code} code
 * @param {number} width
 */
const sideOf = ({ modules }, width) => modules * Math.max(2, Math.floor(width / modules));

/** @param {Code} code */
const viewBoxOf = ({ modules }) => `${-quietZone} ${-quietZone} ${modules} ${modules}`;

/** @param {Code} code */
const quietSquare = ({ modules }) =>
  `M${-quietZone} ${-quietZone}h${modules}v${modules}h${-modules}z`;

/**
 * @param {Code} code
 * @param {string} label  For screen readers
 * @param {number} width  Approximate width, px
 */
export function qrPicture(code, label, width) {
  const side = sideOf(code, width);
  return html`<svg
    class="qr"
    width=${side}
    height=${side}
    viewBox=${viewBoxOf(code)}
    shape-rendering="crispEdges"
    role="img"
    aria-label=${label}
  >
    <path d=${quietSquare(code)} fill="#fff" />
    <path d=${code.path} fill="#000" />
  </svg>`;
}

/** Returns a code as an SVG file. @param {Code} code @param {string} title */
export function qrFile(code, title) {
  const side = sideOf(code, 512);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${viewBoxOf(code)}" shape-rendering="crispEdges">
<title>${escapeXml(title)}</title>
<path d="${quietSquare(code)}" fill="#fff"/>
<path d="${code.path}" fill="#000"/>
</svg>
`;
}
