/** @import { Catalogue } from './index.js' */

/** English: what a page lacks if its security policy prevents drawing. @type {Catalogue} */
export default {
  'refused.trustedTypes':
    'The experiment cannot run here: the security policy of this page (Content-Security-Policy) refuses the trusted types that it draws with. The server’s administrator can allow them: trusted-types lit-html scaledot.',
};
