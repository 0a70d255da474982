/**
 * The syntax of a link's fragment: `#key=value&key=value`, percent-encoded. params.js interprets keys and values. This file
 * is small, because the first script of every page needs it.
 */

/**
 * Returns the pairs of a link, with or without its #, and the parts that could not be read. `scaledot serve` sends the source
 * of this function to its page, so it must not refer to anything outside it.
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

/** Returns the link of the pairs, without #. @param {readonly (readonly [key: string, value: string])[]} pairs */
export const writeFragment = (pairs) =>
  pairs
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');

/** Returns the first value of a key in a link. @param {string} link @param {string} key */
export const valueIn = (link, key) => readFragment(link).pairs.find(([name]) => name === key)?.[1];

/** The lab of a link with parameters that names no lab. */
export const defaultLab = 'variance';

/** The lab that the open page shows if its link requests nothing. */
export const openingLab = 'story';

/** The keys that affect how a page looks, and request nothing of a lab. */
const looks = new Set(['lang', 'theme']);

/** Whether the pairs of a link request nothing of a lab. @param {readonly (readonly [key: string, value: string])[]} pairs */
export const isBare = (pairs) => pairs.every(([key]) => looks.has(key));

/**
 * Returns the lab that a link requests.
 * @param {string} link
 * @param {readonly string[]} labs  all labs
 * @param {string} [opening]  the lab if the link requests nothing
 */
export const labIn = (link, labs, opening = defaultLab) => {
  const wanted = valueIn(link, 'lab');
  return (
    labs.find((lab) => lab === wanted) ?? (isBare(readFragment(link).pairs) ? opening : defaultLab)
  );
};
