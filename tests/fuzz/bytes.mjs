// Cuts and changes the bytes of files.

/** @typedef {import('./source.mjs').Source} Source */

const encoder = new TextEncoder();
const telling = [0, 1, 0x7f, 0x80, 0xff, ...encoder.encode('{}[](),:"\'\\09-+eE. \n\t=u')];

/**
 * @param {Uint8Array} good
 * @param {Source} source
 * @param {number} [most]  changes only this many bytes from the start
 */
export function changed(good, source, most = good.length) {
  const bytes = [...good];
  for (let changes = source.below(6); changes > 0; changes--) {
    const at = source.below(Math.min(most, bytes.length) + 1);
    switch (source.below(6)) {
      case 0:
        bytes.splice(at, 1, source.of(telling));
        break;
      case 1:
        bytes.splice(at, 0, source.of(telling));
        break;
      case 2:
        bytes.splice(at, 1 + source.below(9));
        break;
      case 3:
        bytes.splice(at, 0, ...bytes.slice(at, at + source.below(40)));
        break;
      case 4:
        bytes.splice(
          at,
          0,
          ...encoder.encode(
            source.of(['1e999', '9'.repeat(400), '[[[[', '"__proto__":', '\u2028', 'NaN', ',,']),
          ),
        );
        break;
      default:
        bytes.length = Math.min(bytes.length, at);
    }
  }
  return Uint8Array.from(bytes);
}
