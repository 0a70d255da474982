/** The places where a picture can be read: the first, the next, and a place in words. */
import { plainLabel } from './label.js';

/** @import { Reader, Stop } from './types.js' */

/** Returns the stop where reading begins. @param {Pick<Reader, 'start' | 'count'>} reader */
export const firstStop = (reader) => reader.start ?? reader.count >> 1;

/** @param {Stop} stop */
export const stopText = ({ title, rows }) =>
  plainLabel([title, ...rows.map(({ label, value }) => `${label} ${value}`)].join(', '));

/**
 * Returns the stop that a key leads to. The picture may decide itself; by default Left and Right move by one stop, Page
 * keys by a tenth of all, Home and End to the ends. Undefined for other keys.
 * @param {Reader} reader
 * @param {number} now
 * @param {string} key
 * @returns {number | undefined}
 */
export function stepFrom(reader, now, key) {
  const own = reader.step?.(now, key);
  if (own !== undefined) return own;
  const page = Math.max(1, Math.round(reader.count / 10));
  /** @type {Record<string, number>} */
  const places = {
    ArrowLeft: now - 1,
    ArrowRight: now + 1,
    PageDown: now - page,
    PageUp: now + page,
    Home: 0,
    End: reader.count - 1,
  };
  return key in places ? Math.max(0, Math.min(reader.count - 1, places[key])) : undefined;
}
