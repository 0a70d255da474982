/** The math font of the formulas (scripts/math-font.mjs), fetched after the first picture was drawn. */

/** @type {Promise<void> | undefined} */
let loading;

/**
 * Adds the font to the document, once. A font from bytes needs no font-src in a page's policy. If it is refused anyway,
 * formulas use the machine's fonts.
 */
export const loadMathFont = () => (loading ??= load().catch(() => {}));

/**
 * Family names of the one font, with the characters of each: all in formulas, but in sentences only characters that
 * text fonts lack.
 */
const families = {
  'scaledot Math': 'U+0-10FFFF',
  // A Chinese font, which is next in the list, draws these as wide as its letters.
  'scaledot Signs': 'U+B1, U+D7, U+2016, U+2202, U+2208, U+2211-221E, U+2248, U+2264-2265, U+22A4',
  'scaledot Quotes': 'U+B7, U+2018-201D, U+2026',
};

async function load() {
  const { default: bytes } = await import('../../../build/font/math.js');
  const font = bytes();
  for (const [family, unicodeRange] of Object.entries(families))
    document.fonts.add(await new FontFace(family, font, { unicodeRange }).load());
}
