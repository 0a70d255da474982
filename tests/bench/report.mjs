// Prints the benches' figures and keeps them for --json.

/** @type {Record<string, unknown>[]} */
export const figures = [];

/** @param {number[]} list */
export const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
/** @param {number[]} list */
export const least = (list) => list.reduce((a, b) => Math.min(a, b), Infinity);
/** @param {number[]} list */
export const greatest = (list) => list.reduce((a, b) => Math.max(a, b), -Infinity);

/**
 * Prints one figure and keeps it.
 * @param {string} name @param {string} unit @param {number} best @param {number} middle @param {Record<string, number>} [ratios]
 */
export function report(name, unit, best, middle, ratios = {}) {
  figures.push({ name, unit, best, median: middle, ...ratios });
  const tail = Object.entries(ratios).map(([what, ratio]) => `${what} ${ratio.toFixed(2)}`);
  console.log(
    `${name.padEnd(58)} best ${best.toPrecision(3).padStart(6)} ${unit}, median ${middle.toPrecision(3).padStart(6)}   ${tail.join('   ')}`,
  );
}

/**
 * Prints a table, with the first column aligned left and the others right.
 * @param {string} title @param {string[]} head @param {string[][]} rows
 */
export function printTable(title, head, rows) {
  const widths = head.map((_, c) => greatest([head, ...rows].map((row) => row[c].length)));
  const line = (/** @type {string[]} */ row) =>
    row.map((cell, c) => (c ? cell.padStart(widths[c]) : cell.padEnd(widths[c]))).join('  ');
  console.log(`\n${title}\n${line(head)}`);
  for (const row of rows) console.log(line(row));
}

/** Returns a time as text, in milliseconds with three digits. @param {number} seconds */
export const milliseconds = (seconds) => Number((1000 * seconds).toPrecision(3)).toString();
/** @param {number} ratio */
export const percent = (ratio) => `${(100 * ratio).toFixed(0)} %`;
