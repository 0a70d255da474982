// Makes the mathematical font of the formulas: STIX Two Math (SIL Open Font License), reduced to the characters they use, with
// its MATH table. Without such a font radicals collapse and superscripts are misplaced, and most phones have none.
import subsetFont from 'subset-font';
import fs from 'node:fs';
import { inRoot } from './tools.mjs';

/** @param {number} first @param {number} last */
const range = (first, last) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));

/** Browsers draw a single letter in an <mi> as Unicode's mathematical italic letter. The letter h has an older code point. */
const italic = `${range(0x1d434, 0x1d454)}ℎ${range(0x1d456, 0x1d467)}𝛼𝜂𝜃𝜇𝜎𝜏𝜔`;

/** All characters of formulas; tests/browser/fonts.spec.js compares them with the formulas. */
export const characters = [
  range(0x30, 0x39),
  range(0x61, 0x7a),
  'ABCEFIKLMNOQRSTVWX',
  italic,
  'αηθμστωΣ',
  ' ()[],.;/|<=+-–%±·×‖′…∈∑−√∂∞≈≤≥⊤⋯→←⇔',
  // For sentences. If the Latin fonts of a machine lack them, it takes those of a Chinese font, which are too wide.
  '‘’“”',
].join('');

const font = 'node_modules/@fontsource/stix-two-math';

/** Returns the font as woff2, at most 25 kB. */
export async function mathFont() {
  const file = inRoot(font, 'files', 'stix-two-math-latin-400-normal.woff2');
  const own = await subsetFont(fs.readFileSync(file), characters, { targetFormat: 'sfnt' });
  return subsetFont(withOneRoot(Buffer.from(own)), characters, { targetFormat: 'woff2' });
}

/**
 * Keeps one size of the radical, as large as a letter with an index, because nothing taller is under a root. Chromium reserves
 * the width of the widest size of a stretched sign, whichever it draws. That left a gap of 0.4em after each root in a sentence.
 * @param {Buffer} sfnt  changed in place
 */
function withOneRoot(sfnt) {
  const at = (/** @type {number} */ place) => sfnt.readUInt16BE(place);
  const variants = tableAt(sfnt, 'MATH') + at(tableAt(sfnt, 'MATH') + 8);
  const coverage = variants + at(variants + 2);
  const glyphs = Array.from({ length: at(coverage + 2) }, (_, i) => at(coverage + 4 + 2 * i));
  const root = glyphs.indexOf(glyphOf(sfnt, '√'));
  if (at(coverage) !== 1 || root < 0) throw new Error('the font does not describe its radical');
  const construction = variants + at(variants + 10 + 2 * root);
  sfnt.writeUInt16BE(0, construction); // no assembly of parts
  sfnt.writeUInt16BE(1, construction + 2); // only the first size
  return sfnt;
}

/** @param {Buffer} sfnt @param {string} name */
function tableAt(sfnt, name) {
  for (let entry = 12; entry < 12 + 16 * sfnt.readUInt16BE(4); entry += 16)
    if (sfnt.toString('latin1', entry, entry + 4) === name) return sfnt.readUInt32BE(entry + 8);
  throw new Error(`the font has no ${name}`);
}

/**
 * Returns the number of a character's glyph from the list of ranges (format 12), which every font with mathematical letters has.
 * @param {Buffer} sfnt
 * @param {string} character
 */
function glyphOf(sfnt, character) {
  const cmap = tableAt(sfnt, 'cmap');
  const code = Number(character.codePointAt(0));
  for (let entry = cmap + 4; entry < cmap + 4 + 8 * sfnt.readUInt16BE(cmap + 2); entry += 8) {
    const list = cmap + sfnt.readUInt32BE(entry + 4);
    if (sfnt.readUInt16BE(list) !== 12) continue;
    for (
      let range = list + 16;
      range < list + 16 + 12 * sfnt.readUInt32BE(list + 12);
      range += 12
    ) {
      const first = sfnt.readUInt32BE(range);
      if (code >= first && code <= sfnt.readUInt32BE(range + 4))
        return sfnt.readUInt32BE(range + 8) + code - first;
    }
  }
  return -1;
}

/** Returns the licence of the font, which must be distributed with it. */
export const mathFontLicence = () => fs.readFileSync(inRoot(font, 'LICENSE'), 'utf8');
