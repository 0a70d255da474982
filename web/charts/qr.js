/** The code of a text for the cameras of phones: dark on white in every theme, with its quiet zone. */
import { html } from 'lit';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { escapeXml } from './export.js';

/**
 * @typedef {object} Code
 * @property {number} modules  of a side, the quiet zone included
 * @property {string} path  outline of the dark ones, in modules
 */

/** What the standard asks to be left white on each side, in modules. */
const quietZone = 4;

/** 117 modules: what is finer than that few phones can read from a screen. */
const maxVersion = 25;

/** How many letters it holds, about: numbers take less room. */
export const letters = 1270;

/** What lean-qr's errors call a text that is too long. */
const tooLong = 4;

/**
 * @param {string} text
 * @returns {Code | null} null where the text is too long for a code that phones can read
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

/** As many whole pixels for each module as fit into a width, and at least two. @param {Code} code @param {number} width */
const sideOf = ({ modules }, width) => modules * Math.max(2, Math.floor(width / modules));

/** @param {Code} code */
const viewBoxOf = ({ modules }) => `${-quietZone} ${-quietZone} ${modules} ${modules}`;

/** @param {Code} code */
const quietSquare = ({ modules }) =>
  `M${-quietZone} ${-quietZone}h${modules}v${modules}h${-modules}z`;

/**
 * @param {Code} code
 * @param {string} label  what a screen reader says
 * @param {number} width  about, in pixels
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

/** The code as a file. @param {Code} code @param {string} title */
export function qrFile(code, title) {
  const side = sideOf(code, 512);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${viewBoxOf(code)}" shape-rendering="crispEdges">
<title>${escapeXml(title)}</title>
<path d="${quietSquare(code)}" fill="#fff"/>
<path d="${code.path}" fill="#000"/>
</svg>
`;
}
