/**
 * Programs that are too long for a link, for as long as the page lives: the state has a name in their place, so that Back and Undo
 * find them again. Elsewhere the name says that there was one.
 */

/** Programs, and characters in all, that are kept. */
const most = { programs: 200, characters: 2 ** 25 };

/** By their names, the latest last. @type {Map<string, string>} */
const programs = new Map();
let characters = 0;

/** @param {string} name */
function drop(name) {
  characters -= programs.get(name)?.length ?? 0;
  programs.delete(name);
}

/** A name of as good as one program only: FNV-1a. @param {string} program */
function nameOf(program) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < program.length; ++i)
    hash = Math.imul(hash ^ program.charCodeAt(i), 0x01000193) >>> 0;
  return `~${program.length}-${hash.toString(36)}`;
}

/** Whether letters of a link are such a name: no packed program begins so. @param {string} letters */
export const isName = (letters) => letters.length > 1 && letters.startsWith('~');

/** Keeps a program; gives its name. @param {string} program */
export function keepProgram(program) {
  const name = nameOf(program);
  drop(name);
  programs.set(name, program);
  characters += program.length;
  for (const [oldest] of programs) {
    if (programs.size <= most.programs && characters <= most.characters) break;
    if (oldest !== name) drop(oldest);
  }
  return name;
}

/** @param {string} name */
export const keptProgram = (name) => programs.get(name) ?? null;
