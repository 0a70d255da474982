/**
 * On the page's own thread nothing can stop the interpreter within a function of its own, and the page waits: what would take it
 * long is not begun. Loops of the program itself are stopped (`turn` in limits.js), and so are regular expressions.
 */

import * as natives from './natives.js';

/** Members of a list that are gone through at once: a list may be long and have none. */
const mostMembers = 2 ** 22;
/** Those that are sorted as texts. */
const mostSorted = 2 ** 19;
/** Characters of one text times those of another that is looked for in it. */
const mostCompared = 2 ** 30;

const because = 'for this page waits for the program';

/** @param {object} prototype @param {string} name @param {(self: any, given: any[]) => void} check */
function guarded(prototype, name, check) {
  const native = /** @type {any} */ (prototype)[name];
  if (typeof native !== 'function') return;
  const { [name]: made } = {
    /** @this {any} @param {any[]} given */
    [name](...given) {
      check(this, given);
      return natives.apply(native, this, given);
    },
  };
  natives.defineProperty(made, 'length', { value: native.length, configurable: true });
  natives.put(prototype, name, made, false);
}

/** @param {any} list */
const lengthOf = (list) => {
  const length = list?.length;
  return typeof length === 'number' && length > 0 && typeof list !== 'string' ? length : 0;
};

/** @param {string} name @param {any} list @param {any[]} others that are gone through, too */
function checkLists(name, list, others) {
  let length = lengthOf(list);
  for (let i = 0; i < others.length && length <= mostMembers; ++i) length += lengthOf(others[i]);
  if (length > mostMembers)
    throw new natives.NativeRangeError(
      `${name}: got a list of ${length}; expected at most ${mostMembers}, ${because}`,
    );
}

/** Of lists: those that call nothing of the program for a place without a member, or nothing at all. */
const ofLists = [
  ...['concat', 'copyWithin', 'every', 'fill', 'filter', 'flat', 'flatMap', 'forEach', 'includes'],
  ...['indexOf', 'join', 'lastIndexOf', 'map', 'reduce', 'reduceRight', 'reverse', 'shift'],
  ...['slice', 'some', 'sort', 'splice', 'toLocaleString', 'toReversed', 'toSorted', 'toSpliced'],
  ...['toString', 'unshift', 'with'],
];

export function guard() {
  for (const name of ofLists)
    guarded(Array.prototype, name, (self, given) => {
      const isFlat = name === 'flat' && natives.isArray(self);
      checkLists(name, self, isFlat ? self : name === 'concat' ? given : []);
      const isPlain = (name === 'sort' || name === 'toSorted') && given[0] === undefined;
      if (isPlain && self?.length > mostSorted)
        throw new natives.NativeRangeError(
          `${name}: got a list of ${self.length}; expected at most ${mostSorted} where nothing compares, ${because}`,
        );
    });
  for (const name of ['includes', 'indexOf', 'lastIndexOf', 'replace', 'replaceAll', 'split'])
    guarded(String.prototype, name, (self, { 0: sought }) => {
      if (typeof self !== 'string' || typeof sought !== 'string') return;
      if (self.length * sought.length > mostCompared)
        throw new natives.NativeRangeError(
          `${name}: got texts of ${self.length} and ${sought.length} characters; expected shorter ones, ${because}`,
        );
    });
  const { Iterator } = /** @type {any} */ (globalThis);
  if (Iterator)
    guarded(Iterator.prototype, 'drop', (_, { 0: count }) => {
      if (typeof count === 'number' && count > mostMembers)
        throw new natives.NativeRangeError(
          `drop: got ${count}; expected at most ${mostMembers}, ${because}`,
        );
    });
}
