/**
 * Keeps programs that are too long for a link as long as the page is open. The state has a name instead of the program, so that
 * Back and Undo find it again. In another page the name only shows that there was a program.
 */

/** Largest number of programs, and of characters in total, that are kept. */
const most = { programs: 200, characters: 2 ** 25 };

/** Programs by name, the latest last. @type {Map<string, string>} */
const programs = new Map();
let characters = 0;

/** @param {string} name */
function drop(name) {
  characters -= programs.get(name)?.length ?? 0;
  programs.delete(name);
}

/** Returns a practically unique name for a program: its length and FNV-1a hash. @param {string} program */
function nameOf(program) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < program.length; ++i)
    hash = Math.imul(hash ^ program.charCodeAt(i), 0x01000193) >>> 0;
  return `~${program.length}-${hash.toString(36)}`;
}

/** Whether the code in a link is such a name. No packed program starts with ~, except the empty one, ~ alone. @param {string} letters */
export const isName = (letters) => letters.length > 1 && letters.startsWith('~');

/** Keeps a program and returns its name. @param {string} program */
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
