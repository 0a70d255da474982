/** @import { Catalogue } from './index.js' */

/** English: printed in place of a lab that was far from the window. @type {Catalogue} */
export default {
  'paper.undrawn': 'Not drawn yet when this page was printed: {link}',
};
