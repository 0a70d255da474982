/** The texts of the share dialog: pure functions of a state and of the place where the site lives. */
import { differences, format, parse } from '../../tables/params.js';

/** @typedef {import('../../tables/params.js').Params} Params */

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
 */

/** @param {Params} params @param {Place} place */
export const linkSnippet = (params, { home, lab }) => `${home}#${format(params, lab)}`;

/** How tall a frame may be asked to be, in pixels, and how tall it is if nobody asks. */
export const frameHeight = Object.freeze({ min: 120, max: 10_000, initial: 760 });

/**
 * A frame of its own: works on every host that allows frames, also without any other rights. With `fit` a script of
 * the site follows it, which makes it as tall as its lab.
 * @param {Params} params
 * @param {Place} place
 * @param {{height?: number, fit?: boolean}} [options]
 */
export function frameSnippet(
  params,
  { home, lab, title },
  { height = frameHeight.initial, fit = false } = {},
) {
  const address = `${home}embed.html#${format(params, lab)}`;
  const script = `
<script async src="${escapeAttribute(`${home}embed.js`)}"></script>`;
  return `<iframe src="${escapeAttribute(address)}"
  title="${escapeAttribute(title)}"
  width="100%" height="${height}" loading="lazy"
  sandbox="allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox"></iframe>${fit ? script : ''}`;
}

/** @param {Params} params @param {Place} place */
export function elementSnippet(params, { home, lab, tag, fallback }) {
  const attributes = differences(params, lab).map(
    ([key, value]) => ` ${key}="${escapeAttribute(value)}"`,
  );
  const script = home
    ? `<script type="module" src="${escapeAttribute(`${home}elements.js`)}"></script>`
    : `<script type="module">import 'scaledot/elements/define';</script>`;
  return `${script}
<${tag}${attributes.join('')}>
  ${escapeText(fallback)}
</${tag}>`;
}

/** The complete state for programs: what getState() of the element gives and setState() takes. @param {Params} params @param {string} lab */
export const jsonSnippet = (params, lab) => JSON.stringify({ lab, ...params }, null, 2);

/**
 * The state with the dialog's own choices in it.
 * @param {Params} params
 * @param {Readonly<Record<string, string>>} choices  hide, lock, theme, lang, predict
 * @param {string} lab
 */
export const withChoices = (params, choices, lab) =>
  parse(format({ ...params, ...choices }, lab), lab).params;
