/** Lines of help, with limits and defaults from the tables. */
import * as defaults from '../engine/border/defaults.js';
import { limits, scaleRules } from '../engine/border/limits.js';
import { variants } from '../engine/border/variants.js';
import { entriesOf } from '../tables/state.js';
import { initialEngine } from './parse.js';
import { paragraph } from './text.js';

/** Writes 2^24 and 2^53-1 instead of their digits. @param {number} value */
function shortly(value) {
  for (const less of [0, 1]) {
    const power = Math.round(Math.log2(value + less));
    if (value >= 2 ** 20 && 2 ** power - less === value) return `2^${power}${less ? '-1' : ''}`;
  }
  return String(value);
}

/** @param {string} flag @param {string} words */
export const helpLine = (flag, words) => {
  const lines = paragraph(words, 58).replaceAll('\n', `\n${' '.repeat(21)}`);
  return `  ${flag.padEnd(18)} ${lines}`;
};

/** The option of a rule, and its initial value. */
export const ruleHelp = helpLine(
  '--scale RULE',
  `${scaleRules.join(', ')}, or a number (${defaults.scale})`,
);

/**
 * `  --dk N             length of a query: 1 to 65536 (64)`
 * @param {string} lab
 * @param {string} key
 * @param {string} value  Its placeholder
 * @param {string} [words]
 * @param {string} [option]  Its name here, if different from that in links
 */
export function optionLine(lab, key, value, words = '', option = key) {
  return helpLine(`--${option} ${value}`, [words, rangeOf(lab, key)].filter(Boolean).join(': '));
}

/** @param {string} lab @param {string} key */
function entryOf(lab, key) {
  const entry = entriesOf(lab).find((each) => each.key === key);
  if (!entry) throw new Error(`the lab ${lab} has no option ${key}`);
  return entry;
}

/** `1 to 65536` @param {string} lab @param {string} key */
export function limitsOf(lab, key) {
  const { choices, min, max } = entryOf(lab, key);
  return choices ? choices.join(', ') : `${shortly(Number(min))} to ${shortly(Number(max))}`;
}

/** `1 to 65536 (64)` @param {string} lab @param {string} key */
export function rangeOf(lab, key) {
  const { initial } = entryOf(lab, key);
  return `${limitsOf(lab, key)}${initial === '' ? '' : ` (${initial})`}`;
}

const { workers } = limits;

/** Options of all commands that have a result. */
export const resultHelp = [
  helpLine('--json, --csv', 'all digits, in place of the table'),
  helpLine('--svg FILE', 'a picture as well (-: to stdout, alone)'),
].join('\n');

/** @param {string} [initial] the default of --engine */
export const engineHelp = (initial = initialEngine) =>
  [
    helpLine('--engine NAME', `auto, ${variants.join(', ')} (${initial})`),
    helpLine('--workers N', `${workers.min} to ${workers.max} (as many as there are cores)`),
  ].join('\n');
