// The programs of docs/examples: the reference and the package's declarations show them.

/** @typedef {{caption: string, sources: string[], code: string}} Example */

/**
 * A program of docs/examples: what it shows, where that comes from, and its code.
 * @param {string} text
 * @returns {Example}
 */
export function exampleOf(text) {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  const head = lines.slice(0, end).map((line) => line.replace(/^\/\/ ?/, ''));
  return {
    caption: head.filter((line) => !line.startsWith('See: ')).join(' '),
    sources: head.filter((line) => line.startsWith('See: ')).map((line) => line.slice(5)),
    code: lines.slice(end).join('\n').trim(),
  };
}
