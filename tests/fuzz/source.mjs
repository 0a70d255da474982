// The decisions of a generator: drawn at random, recorded, and replayed. A case consists only of its decisions, so any failing case
// is reduced by making fewer and smaller decisions.

/** @param {number} seed @returns {() => number} from 0 to 2^32 - 1 (mulberry32) */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  };
}

export class Source {
  /** All decisions so far. @type {number[]} */
  decisions = [];
  #played;
  #next;

  /** @param {{seed?: number, decisions?: readonly number[]}} of  decisions: replayed, and followed by zeros */
  constructor({ seed = 0, decisions }) {
    this.#played = decisions;
    this.#next = generator(seed);
  }

  /** @param {number} count @returns {number} an integer from 0 to count - 1; 0 is the simplest */
  below(count) {
    const at = this.decisions.length;
    const drawn = this.#played ? (this.#played[at] ?? 0) : this.#next();
    const decision = count > 0 ? drawn % count : 0;
    this.decisions.push(decision);
    return decision;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  of(list) {
    return list[this.below(list.length)];
  }

  /** Returns true once in `times`, and never in the simplest case. @param {number} times */
  oneIn(times) {
    return this.below(times) === times - 1;
  }
}

/**
 * Returns the smallest failing decisions found within a bounded number of tries.
 * @param {readonly number[]} decisions
 * @param {(decisions: readonly number[]) => Promise<boolean>} fails
 * @param {number} [tries]
 * @returns {Promise<readonly number[]>}
 */
export async function smallest(decisions, fails, tries = 2000) {
  let best = decisions;
  /** @param {readonly number[]} other */
  const take = async (other) => {
    if (tries-- <= 0 || !(await fails(other))) return false;
    best = other;
    return true;
  };
  for (let before; before !== best && tries > 0;) {
    before = best;
    for (let length = best.length; length >= 1; length = Math.floor(length / 2)) {
      for (let at = best.length - length; at >= 0; at -= length) {
        if (await take([...best.slice(0, at), ...best.slice(at + length)])) continue;
        const zeros = best.map((one, i) => (i >= at && i < at + length ? 0 : one));
        if (zeros.some((one, i) => one !== best[i])) await take(zeros);
      }
    }
    for (const [at, one] of best.entries())
      if (one > 1) await take(best.with(at, Math.floor(one / 2)));
  }
  return best;
}
