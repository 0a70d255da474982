/** The program inside the element. It is in a <pre>, because other content is only a placeholder. */

/**
 * Returns the program without the indentation of the HTML, or '' if there is none.
 * @param {Element} element
 */
export function programIn(element) {
  const place = element.querySelector('pre');
  const lines = String(place?.textContent ?? '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  while (lines[0]?.trim() === '') lines.shift();
  while (lines.at(-1)?.trim() === '') lines.pop();
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  return lines.length === 0 ? '' : `${lines.map((line) => line.slice(indent)).join('\n')}\n`;
}
