/** The mathematical font of the formulas (scripts/math-font.mjs), fetched when the first picture has been drawn. */

/** @type {Promise<void> | undefined} */
let loading;

/**
 * Gives the document the font, once. Bytes need no font-src of a page's policy; where they are refused all the same,
 * formulas are set in what the machine has.
 */
export const loadMathFont = () => (loading ??= load().catch(() => {}));

/** Families of the one font, and what each is for: all of it in formulas, but in sentences only what is missing there. */
const families = {
  'scaledot Math': 'U+0-10FFFF',
  // A Chinese font, which is asked next, draws these as wide as its letters.
  'scaledot Signs': 'U+B1, U+D7, U+2016, U+2202, U+2208, U+2211-221E, U+2248, U+2264-2265, U+22A4',
  'scaledot Quotes': 'U+B7, U+2018-201D, U+2026',
};

async function load() {
  const { default: bytes } = await import('../../../build/font/math.js');
  const font = bytes();
  for (const [family, unicodeRange] of Object.entries(families))
    document.fonts.add(await new FontFace(family, font, { unicodeRange }).load());
}
