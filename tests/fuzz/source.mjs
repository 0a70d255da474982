// Decisions that a generator makes: drawn at random, written down, and played again. A case is nothing but its decisions, so a
// case that fails is made smaller by making fewer and smaller decisions, whatever it is a case of.

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
  /** What was decided. @type {number[]} */
  decisions = [];
  #played;
  #next;

  /** @param {{seed?: number, decisions?: readonly number[]}} of  decisions: played again; from their end on all are 0 */
  constructor({ seed = 0, decisions }) {
    this.#played = decisions;
    this.#next = generator(seed);
  }

  /** @param {number} count @returns {number} a whole number from 0 to count - 1; 0 is the plainest */
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

  /** One time in so many; never in the plainest case. @param {number} times */
  oneIn(times) {
    return this.below(times) === times - 1;
  }
}

/**
 * The smallest decisions found, in a bounded number of tries, that still fail.
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
