/** @import { Format } from './index.js' */

/**
 * A share as a sentence has it: "over 99.9%", where beside a picture stands "> 99.9%".
 * @param {Pick<Format, 'language'>} format
 * @param {string} share  as format.share() writes it
 */
export const shareInWords = ({ language }, share) =>
  share.replace(/^([<>])\u00a0(.*)/, (_, sign, percent) =>
    language === 'en'
      ? `${sign === '<' ? 'under' : 'over'}\u00a0${percent}`
      : `${percent}\u00a0${sign === '<' ? '以下' : '以上'}`,
  );
