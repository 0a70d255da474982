/** In the classic script, the trained models stay files beside it. */

/** @import { Bring } from '../labs/parts/shipped.js' */

import { makeBeside } from './beside.js';

/** @param {string} name */
const bring = (name) => async () =>
  /** @type {Uint8Array} */ (await makeBeside(`${name}-model.js`));

/** @type {Readonly<Record<string, Bring>>} */
export const shipped = Object.freeze({
  dates: bring('dates'),
  pronouns: bring('pronouns'),
  text: bring('text'),
});
