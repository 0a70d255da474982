/** Names that the editor completes and explains: those of the package, from its declarations, and the Playground's globals. */

/** @import { CompletionContext } from '@codemirror/autocomplete' */

import made from '../../../build/reference/completions.js';
import { globals } from './globals.js';

/** @typedef {{name: string, of: string, kind: string, signature: string, summary: string, fields?: readonly {name: string, type: string, summary: string}[]}} Name */

/** @type {readonly Name[]} */
const names = [...globals, ...made];

/** Returns the members of an owner; '' for global names. @param {string} owner */
const namesOf = (owner) => names.filter(({ of }) => of === owner);

/** Classes of variables with customary names: `rng.normal` is a method of the generator. @type {Readonly<Record<string, string>>} */
const classOfVariable = {
  sd: 'sd',
  scaledot: 'sd',
  rng: 'NumpyRandom',
  trainer: 'Trainer',
  model: 'Model',
};

/**
 * Returns the name at a position in a line, with its path before dots.
 * @param {string} text
 * @param {number} at
 * @returns {{from: number, to: number, path: string[]} | null}
 */
export function nameAt(text, at) {
  for (const { 0: found, index } of text.matchAll(/[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/g)) {
    if (at < index || at > index + found.length) continue;
    const to = at + (/^[\w$]*/.exec(text.slice(at))?.[0].length ?? 0);
    const path = text.slice(index, to).split('.');
    return { from: to - path[path.length - 1].length, to, path };
  }
  return null;
}

/** @param {readonly string[]} path @returns {Name | undefined} */
export function describe(path) {
  const name = path.at(-1);
  const owner =
    path.length > 1 ? (classOfVariable[path[path.length - 2]] ?? path[path.length - 2]) : '';
  return namesOf(owner).find((each) => each.name === name);
}

/**
 * Returns the function whose arguments contain the cursor: the name before the innermost open round bracket.
 * @param {string} before
 */
function openCall(before) {
  let depth = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    if (')]}'.includes(before[at])) depth += 1;
    else if ('([{'.includes(before[at])) {
      if (depth > 0) depth -= 1;
      else if (before[at] === '(') return /([A-Za-z_$][\w$]*)\s*$/.exec(before.slice(0, at))?.[1];
    }
  }
  return undefined;
}

/** @param {CompletionContext} context */
export function completeNames(context) {
  const word = context.matchBefore(/[\w$.]*$/);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  const path = word.text.split('.');
  const from = word.to - (path.at(-1) ?? '').length;
  const before = context.state.sliceDoc(Math.max(0, word.from - 2000), word.from);
  const owner = path.length > 1 ? (classOfVariable[path[path.length - 2]] ?? '?') : '';
  const call = path.length === 1 ? openCall(before) : undefined;
  const fields = call
    ? (names.find(({ name, fields: own }) => name === call && own)?.fields ?? [])
    : [];
  const options = [
    ...fields.map(({ name, type, summary }) => ({
      label: name,
      type: 'property',
      detail: type,
      info: summary,
      boost: 1,
    })),
    ...namesOf(owner).map(({ name, kind, signature, summary }) => ({
      label: name,
      type: kind,
      detail: signature.length > 40 ? '' : signature,
      info: summary,
    })),
  ];
  return options.length > 0 ? { from, options, validFor: /^[\w$]*$/ } : null;
}
