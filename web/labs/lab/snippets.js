/** The texts of the share dialog: pure functions of a state and of the place where the site lives. */
import { differences, format, parse } from '../../tables/params.js';

/** @typedef {import('../../tables/params.js').Params} Params */

/** What can be shared: the whole lab, one of its figures, the lab as slides, or the story that leads to all labs. */
export const kinds = /** @type {const} */ (['lab', 'figure', 'slides', 'story']);

/** @typedef {typeof kinds[number]} Kind */

/** @param {string} text */
const escapeAttribute = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** @param {string} text */
const escapeText = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * @typedef {object} Place
 * @property {string} home  folder of the site, '' when unknown
 * @property {string} lab
 * @property {string} tag
 * @property {string} title  for the frame's title
 * @property {string} fallback  what stands in the element until it works
 * @property {string} [picture]  of a figure
 */

/** Of the story only the look is shared: it has no settings. */
export const story = Object.freeze({ lab: 'story', tag: 'scaledot-story' });

/** @param {Params} params @returns {[string, string][]} */
const looksOfStory = ({ lang, theme }) =>
  /** @type {[string, string][]} */ ([
    ['lang', String(lang)],
    ['theme', theme === 'auto' ? '' : String(theme)],
  ]).filter(([, value]) => value !== '');

/** The text after # @param {Params} params @param {string} lab */
export const queryOf = (params, lab) =>
  lab === story.lab
    ? String(new URLSearchParams([['lab', lab], ...looksOfStory(params)]))
    : format(params, lab);

/** @param {Params} params @param {Place} place */
export const linkSnippet = (params, { home, lab }) => `${home}#${queryOf(params, lab)}`;

/** For places that make a frame of an address. @param {Params} params @param {Place} place */
export const addressSnippet = (params, { home, lab }) =>
  `${home}embed.html#${queryOf(params, lab)}`;

/** How tall a frame may be asked to be, in pixels, and how tall it is if nobody asks. */
export const frameHeight = Object.freeze({ min: 120, max: 10_000, initial: 760, figure: 500 });

/**
 * A frame of its own: works on every host that allows frames, also without any other rights. With `fit` a script of
 * the site follows it, which makes it as tall as its lab.
 * @param {Params} params
 * @param {Place} place
 * @param {{height?: number, fit?: boolean}} [options]
 */
export function frameSnippet(params, place, { height = frameHeight.initial, fit = false } = {}) {
  const { home, title } = place;
  const address = addressSnippet(params, place);
  const script = `
<script async src="${escapeAttribute(`${home}embed.js`)}"></script>`;
  return `<iframe src="${escapeAttribute(address)}"
  title="${escapeAttribute(title)}"
  width="100%" height="${height}" loading="lazy"
  sandbox="allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox"></iframe>${fit ? script : ''}`;
}

/** The element alone. @param {Params} params @param {Place} place */
function tagSnippet(params, { lab, tag, fallback, picture }) {
  /** @type {[string, string][]} */
  const own = lab === story.lab ? looksOfStory(params) : differences(params, lab);
  const pairs = picture
    ? [['lab', lab], ['picture', picture], ...own.filter(([key]) => key !== 'show')]
    : own;
  const attributes = pairs.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  return `<${tag}${attributes.join('')}>
  ${escapeText(fallback)}
</${tag}>`;
}

/** For pages that are made with the package. @param {Params} params @param {Place} place */
export const packageSnippet = (params, place) =>
  `import 'scaledot/elements/define';\n\n${tagSnippet(params, place)}`;

/** @param {Params} params @param {Place} place */
export function elementSnippet(params, place) {
  const { home } = place;
  const script = home
    ? `<script type="module" src="${escapeAttribute(`${home}elements.js`)}"></script>`
    : `<script type="module">import 'scaledot/elements/define';</script>`;
  return `${script}\n${tagSnippet(params, place)}`;
}

/** The complete state for programs: what getState() of the element gives and setState() takes. @param {Params} params @param {string} lab */
export const jsonSnippet = (params, lab) =>
  JSON.stringify(
    { lab, ...(lab === story.lab ? Object.fromEntries(looksOfStory(params)) : params) },
    null,
    2,
  );

/**
 * The state with the dialog's own choices in it.
 * @param {Params} params
 * @param {Readonly<Record<string, string>>} choices  hide, show, present, lock, theme, lang, predict
 * @param {string} lab
 */
export const withChoices = (params, choices, lab) =>
  parse(format({ ...params, ...choices }, lab), lab).params;
