// Reads the programs of docs/examples, which the reference and the package's declarations show.

/**
 * @typedef {object} Example
 * @property {string} caption
 * @property {string[]} sources
 * @property {{call: string, said: string}[]} errors wrong calls after the program has run, and the error of each
 * @property {string} code
 */

/**
 * Parses a program of docs/examples: its caption, its sources, the calls that are refused, and its code.
 * @param {string} text
 * @returns {Example}
 */
export function exampleOf(text) {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  const head = lines.slice(0, end).map((line) => line.replace(/^\/\/ ?/, ''));
  const named = (/** @type {string} */ name) => head.filter((line) => line.startsWith(`${name}: `));
  return {
    caption: head.filter((line) => !/^(See|Error): |^ {2}/.test(line)).join(' '),
    sources: named('See').map((line) => line.slice('See: '.length)),
    errors: named('Error').map((line) => ({
      call: line.slice('Error: '.length),
      said: head[head.indexOf(line) + 1].trim(),
    })),
    code: lines.slice(end).join('\n').trim(),
  };
}
