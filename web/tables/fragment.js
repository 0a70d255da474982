/**
 * The syntax of a link's fragment: `#key=value&key=value`, percent-encoded. What keys and values mean is in params.js;
 * this file is small, because the first script of every page begins with it.
 */

/**
 * The pairs of a link, with or without its #, and what could not be read. `scaledot serve` sends this function to its
 * page as it stands here: it needs nothing outside of it.
 * @param {string} link
 * @returns {{pairs: [key: string, value: string][], unread: {reason: 'tooLong' | 'garbled', text: string}[]}}
 */
export function readFragment(link) {
  /** @type {[key: string, value: string][]} */
  const pairs = [];
  /** @type {{reason: 'tooLong' | 'garbled', text: string}[]} */
  const unread = [];
  const text = String(link ?? '').replace(/^[#?]/, '');
  if (text.length > 16384) return { pairs, unread: [...unread, { reason: 'tooLong', text }] };
  for (const piece of text.split('&').filter(Boolean)) {
    const [key, ...value] = piece.split('=');
    try {
      pairs.push([decodeURIComponent(key), decodeURIComponent(value.join('='))]);
    } catch {
      unread.push({ reason: 'garbled', text: piece });
    }
  }
  return { pairs, unread };
}

/** The link of some pairs, without #. @param {readonly (readonly [key: string, value: string])[]} pairs */
export const writeFragment = (pairs) =>
  pairs
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');

/** The first value that a link has for a key. @param {string} link @param {string} key */
export const valueIn = (link, key) => readFragment(link).pairs.find(([name]) => name === key)?.[1];

/** The lab that a link with parameters means, if it names none. */
export const defaultLab = 'variance';

/** The one that the open page shows where its link asks for nothing. */
export const openingLab = 'story';

/** What says how a page looks, and nothing of a lab. */
const looks = new Set(['lang', 'theme']);

/** Whether the pairs of a link ask for nothing. @param {readonly (readonly [key: string, value: string])[]} pairs */
export const isBare = (pairs) => pairs.every(([key]) => looks.has(key));

/**
 * The lab that a link asks for, of these.
 * @param {string} link
 * @param {readonly string[]} labs
 * @param {string} [opening]  the one that a page opens with when its link asks for nothing
 */
export const labIn = (link, labs, opening = defaultLab) => {
  const wanted = valueIn(link, 'lab');
  return (
    labs.find((lab) => lab === wanted) ?? (isBare(readFragment(link).pairs) ? opening : defaultLab)
  );
};
