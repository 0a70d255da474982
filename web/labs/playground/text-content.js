/** The program that somebody has put into the element: in a <pre>, as other text is only its stead. */

/**
 * Without the blanks that HTML is indented with; '' where there is nothing but those.
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
