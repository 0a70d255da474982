/** @import { Catalogue } from './index.js' */

/** Chinese: printed in place of a lab that was far from the window. @type {Catalogue} */
export default {
  'paper.undrawn': '打印本页时尚未绘出：{link}',
};
