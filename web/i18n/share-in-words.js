/** @import { Format } from './index.js' */

/**
 * Returns a share for a sentence: "over 99.9%" in place of "> 99.9%", which is for labels.
 * @param {Pick<Format, 'language'>} format
 * @param {string} share  as format.share() writes it
 */
export const shareInWords = ({ language }, share) =>
  share.replace(/^([<>])\u00a0(.*)/, (_, sign, percent) =>
    language === 'en'
      ? `${sign === '<' ? 'under' : 'over'}\u00a0${percent}`
      : `${percent}\u00a0${sign === '<' ? '以下' : '以上'}`,
  );
