/** In the classic script, the trained models stay separate files beside it. */

/** @import { Bring } from '../labs/parts/shipped.js' */

import { makeBeside } from './beside.js';

/** @param {string} name @returns {Bring} */
const bring = (name) => () => makeBeside(`${name}-model`);

/** @type {Readonly<Record<string, Bring>>} */
export const shipped = Object.freeze({
  dates: bring('dates'),
  pronouns: bring('pronouns'),
  text: bring('text'),
});
