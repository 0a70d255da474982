/**
 * Unpacks the engine's WebAssembly, which scripts/build.mjs packs with LZMA. A page may be forbidden to fetch a file,
 * many servers do not compress, and browsers have no built-in decompression that is as good. This module has 1 kB and
 * takes milliseconds.
 *
 * The format is the raw stream of LZMA with lc = 3, lp = 0 and pb = 0, as in the specification (Pavlov, LZMA SDK,
 * 2015). Every choice is a bit, coded by arithmetic coding with odds that depend on the choices before it.
 */

const states = 12;
/** Where the odds of each kind of choice begin. */
const isMatch = 0;
const isAgain = isMatch + states;
const isOlder = isAgain + states; // than the last distance, then twice more for the distances before that
const isLong = isOlder + 3 * states;
const slots = isLong + states; // of distances, by the match length
const middleBits = slots + 4 * 64;
const lowBits = middleBits + 115;
const matchLength = lowBits + 16;
const againLength = matchLength + 2 + 8 + 8 + 256;
const literals = againLength + 2 + 8 + 8 + 256; // by the three high bits of the byte before
const all = literals + 8 * 0x300;

/** The odds of 0, in 2048ths, and how fast they adapt. */
const even = 1024;
const pace = 5;

/** Makes the functions once, so that the host compiles them once for all parts of an engine. */
function makeUnpack() {
  // Looked up once, because bit() runs for every bit, and some hosts, such as Jest, look up a global name slowly.
  const { imul } = Math;
  const odds = new Uint16Array(all);
  /** @type {Uint8Array} */
  let packed = new Uint8Array();
  // Both have 32 bits and are signed, as in JavaScript's bit operations. Larger numbers would be slow until the code is
  // compiled.
  let range = -1;
  let code = 0;
  let at = 0;

  const refill = () => {
    if (range >>> 24) return;
    range <<= 8;
    code = (code << 8) | packed[at++];
  };

  /** @param {number} choice @returns {number} 0 or 1 */
  const bit = (choice) => {
    const chance = odds[choice];
    const bound = imul(range >>> 11, chance);
    const one = code >>> 0 >= bound >>> 0;
    if (one) {
      range = (range - bound) | 0;
      code = (code - bound) | 0;
      odds[choice] = chance - (chance >> pace);
    } else {
      range = bound;
      odds[choice] = chance + ((2 * even - chance) >> pace);
    }
    refill();
    return one ? 1 : 0;
  };

  /** @param {number} first @param {number} bits @returns {number} read from the high bit */
  const number = (first, bits) => {
    let node = 1;
    for (let i = 0; i < bits; ++i) node = 2 * node + bit(first + node);
    return node - (1 << bits);
  };

  /** @param {number} first @param {number} bits @returns {number} read from the low bit */
  const reversed = (first, bits) => {
    let node = 1;
    let sum = 0;
    for (let i = 0; i < bits; ++i) {
      const one = bit(first + node);
      node = 2 * node + one;
      sum += one << i;
    }
    return sum;
  };

  /** @param {number} bits @returns {number} read from bits with fixed, even odds */
  const plain = (bits) => {
    let sum = 0;
    for (let i = 0; i < bits; ++i) {
      range >>>= 1;
      const one = code >>> 0 >= range;
      if (one) code = (code - range) | 0;
      sum = 2 * sum + (one ? 1 : 0);
      refill();
    }
    return sum;
  };

  /** @param {number} first @returns {number} bytes in a match */
  const lengthOf = (first) => {
    if (!bit(first)) return 2 + number(first + 2, 3);
    if (!bit(first + 1)) return 10 + number(first + 10, 3);
    return 18 + number(first + 18, 8);
  };

  /** @param {number} count bytes in the match @returns {number} its distance less 1 */
  const distanceOf = (count) => {
    const slot = number(slots + 64 * Math.min(count - 2, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 + (slot & 1)) << bits;
    if (slot < 14) return base + reversed(middleBits + base - slot, bits);
    return base + 16 * plain(bits - 4) + reversed(lowBits, 4);
  };

  /**
   * @param {number} before the byte before
   * @param {number} hint the byte at the last distance, or -1 for none
   */
  const literal = (before, hint) => {
    const first = literals + 0x300 * (before >> 5);
    let byte = 1;
    for (let i = 7; hint >= 0 && byte < 256; --i) {
      const expected = (hint >> i) & 1;
      const came = bit(first + 256 * (expected + 1) + byte);
      byte = 2 * byte + came;
      if (came !== expected) break;
    }
    while (byte < 256) byte = 2 * byte + bit(first + byte);
    return byte; // a byte array stores it modulo 256
  };

  /**
   * @param {Uint8Array} from
   * @param {number} length of the unpacked bytes
   */
  return (from, length) => {
    packed = from;
    odds.fill(even);
    range = -1;
    code = new DataView(packed.buffer, packed.byteOffset).getInt32(1); // the first byte is always 0
    at = 5;
    const bytes = new Uint8Array(length);
    let state = 0; // of the last symbols; below 7 after a literal
    let [last, second, third, fourth] = [0, 0, 0, 0]; // distances
    let end = 0;
    while (end < length) {
      if (!bit(isMatch + state)) {
        bytes[end] = literal(end > 0 ? bytes[end - 1] : 0, state < 7 ? -1 : bytes[end - last - 1]);
        ++end;
        state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
        continue;
      }
      const afterLiteral = state < 7;
      const older = isOlder + state;
      let count = 0;
      if (!bit(isAgain + state)) {
        count = lengthOf(matchLength);
        [last, second, third, fourth] = [distanceOf(count), last, second, third];
        state = afterLiteral ? 7 : 10;
      } else {
        if (!bit(older)) {
          count = 1 - bit(isLong + state);
        } else if (!bit(older + states)) {
          [last, second] = [second, last];
        } else if (!bit(older + 2 * states)) {
          [last, second, third] = [third, last, second];
        } else {
          [last, second, third, fourth] = [fourth, last, second, third];
        }
        state = afterLiteral ? 8 + count : 11;
        count ||= lengthOf(againLength);
      }
      for (; count > 0; --count, ++end) bytes[end] = bytes[end - last - 1];
    }
    return bytes;
  };
}

/** @type {ReturnType<typeof makeUnpack> | undefined} */
let made;

/**
 * @param {Uint8Array} packed
 * @param {number} length of the unpacked bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
export const unpack = (packed, length) => (made ??= makeUnpack())(packed, length);
