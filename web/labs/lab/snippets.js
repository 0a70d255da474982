/** The snippets of the share dialog: pure functions of a state and of the site's address. */

/** @import { Params } from '../../tables/types.js' */

import { constant } from '../../engine/border/constant.js';
import { writeFragment } from '../../tables/fragment.js';
import { differences, format, parse } from '../../tables/params.js';

/** Things to share: the whole lab, one of its figures, the lab as slides, or the story that leads to all labs. */
export const kinds = constant(['lab', 'figure', 'slides', 'story']);

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
 * @property {string} fallback  content of the element until it works
 * @property {string} [picture]  the picture of a figure
 * @property {string} [program]  the text of the element
 * @property {boolean} [afresh]  whether it opens in its initial state, with the language and theme of the given state
 */

/** The story in its initial state, shared from a lab. Only language and theme come from the lab's state. */
export const story = Object.freeze({ lab: 'story', tag: 'scaledot-story', afresh: true });

/** @param {Params} params */
const looksIn = ({ lang, theme }) => {
  /** @type {[string, string][]} */
  const looks = [
    ['lang', String(lang)],
    ['theme', theme === 'auto' ? '' : String(theme)],
  ];
  return looks.filter(([, value]) => value !== '');
};

/** Returns the text after #. @param {Params} params @param {Pick<Place, 'lab' | 'afresh'>} place */
const queryOf = (params, { lab, afresh }) =>
  afresh ? writeFragment([['lab', lab], ...looksIn(params)]) : format(params, lab);

/** @param {Params} params @param {Place} place */
export const linkSnippet = (params, place) => `${place.home}#${queryOf(params, place)}`;

/** Returns an address for sites that turn an address into a frame. @param {Params} params @param {Place} place */
export const addressSnippet = (params, place) =>
  `${place.home}embed.html#${queryOf(params, place)}`;

/** Limits of a frame's height, px, and its defaults. */
export const frameHeight = Object.freeze({ min: 120, max: 10_000, initial: 760, figure: 500 });

/**
 * Writes a self-contained frame: it works on every host that allows frames, without further permissions. With `fit`, a
 * script of the site follows it, which makes the frame as tall as its lab.
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

/** Parameters that a program in the element replaces. */
const named = ['experiment', 'code'];

/** Writes the element alone. @param {Params} params @param {Place} place */
function tagSnippet(params, { lab, tag, fallback, picture, program, afresh }) {
  /** @type {[string, string][]} */
  const own = (afresh ? looksIn(params) : differences(params, lab)).filter(
    ([key]) => program === undefined || !named.includes(key),
  );
  const pairs = picture
    ? [['lab', lab], ['picture', picture], ...own.filter(([key]) => key !== 'show')]
    : own;
  const attributes = pairs.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  const text =
    program === undefined ? `  ${escapeText(fallback)}` : `<pre>\n${escapeText(program)}</pre>`;
  return `<${tag}${attributes.join('')}>
${text}
</${tag}>`;
}

/**
 * Returns a snippet for pages that use the package. It has no program, because JSX would read the program's braces as
 * its own.
 * @param {Params} params
 * @param {Place} place
 */
export const packageSnippet = (params, place) =>
  `import 'scaledot/elements/define';\n\n${tagSnippet(params, { ...place, program: undefined })}`;

/** @param {Params} params @param {Place} place */
export function elementSnippet(params, place) {
  const { home } = place;
  const script = home
    ? `<script type="module" src="${escapeAttribute(`${home}elements.js`)}"></script>`
    : `<script type="module">import 'scaledot/elements/define';</script>`;
  return `${script}\n${tagSnippet(params, place)}`;
}

/**
 * Returns the complete state for programs, as getState() of the element returns it and setState() takes it.
 * @param {Params} params
 * @param {Pick<Place, 'lab' | 'afresh'>} place
 */
export const jsonSnippet = (params, { lab, afresh }) =>
  JSON.stringify({ lab, ...(afresh ? Object.fromEntries(looksIn(params)) : params) }, null, 2);

/**
 * Returns the state with the dialog's choices applied.
 * @param {Params} params
 * @param {Readonly<Record<string, string>>} choices  hide, show, present, lock, theme, lang, predict
 * @param {string} lab
 */
export const withChoices = (params, choices, lab) =>
  parse(format({ ...params, ...choices }, lab), lab).params;
