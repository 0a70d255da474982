/** In the classic script, the trained models stay files beside it. */
import { makeBeside } from './beside.js';

/** @param {string} name */
const bring = (name) => async () => /** @type {Uint8Array} */ (await makeBeside(`${name}.js`));

/** @type {Readonly<Record<string, import('../labs/attention/models.js').Bring>>} */
export const models = Object.freeze({ dates: bring('dates'), pronouns: bring('pronouns') });
