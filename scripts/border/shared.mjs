// Generates src/shared/: limits, choices and defaults that JavaScript and the core have in common. They are written in JavaScript.
import { limits } from '../../web/engine/border/limits.js';
import {
  checkpointTasks,
  trainingChoices,
  trainingDefaults,
  trainingLimits,
  trainingSizes,
} from '../../web/engine/training/training-limits.js';
import { ruleKinds } from '../../web/engine/training/training-options.js';
import { Lines, madeFrom } from './lines.mjs';

/** @typedef {Readonly<{min: number, max: number, whole?: boolean}>} Limit */

/** Limits of calls, which JavaScript checks. */
const callsOnly = new Set([
  'count',
  'examples',
  'index',
  'from',
  'scoreFactor',
  'text',
  'checkpoint',
]);
const coreLimits = Object.fromEntries(
  Object.entries(trainingLimits).filter(([name]) => !callsOnly.has(name)),
);

/**
 * @param {string} source
 * @param {string} include
 * @param {(lines: Lines) => void} add
 */
function header(source, include, add) {
  const lines = new Lines();
  lines.add(`// ${madeFrom(source)}`);
  lines.add('#pragma once');
  lines.add(`#include ${include}`);
  lines.add('');
  lines.add('namespace scaledot {');
  add(lines);
  lines.of = '';
  lines.add('');
  lines.add('}  // namespace scaledot');
  return lines;
}

/**
 * Writes a namespace with a constant for each entry.
 *
 * @template T
 * @param {Lines} lines
 * @param {string} name
 * @param {Readonly<Record<string, T>>} entries
 * @param {(name: string, value: T) => string[]} linesOf
 */
function addNamespace(lines, name, entries, linesOf) {
  lines.of = name;
  lines.add(`namespace ${name} {`);
  for (const [entry, value] of Object.entries(entries))
    for (const line of linesOf(entry, value)) lines.add(line, entry);
  lines.add(`}  // namespace ${name}`);
}

/** @param {string} name @param {Limit} limit */
const limitLines = (name, { min, max }) => [`inline constexpr Limit ${name}{${min}, ${max}};`];

/** @param {string} name @param {number} value */
const defaultLines = (name, value) => {
  const { [name]: limit } = /** @type {Readonly<Record<string, Limit>>} */ (trainingLimits);
  return [`inline constexpr ${limit.whole ? 'uint32_t' : 'double'} ${name} = ${value};`];
};

/** @param {string} name @param {readonly string[]} names */
const choiceLines = (name, names) => [
  `inline constexpr const char* ${name}[] = {${names.map((one) => `"${one}", `).join('')}nullptr};`,
];

const limitsHeader = header('web/engine/border/limits.js', '<cstdint>', (lines) => {
  lines.add('');
  lines.add('struct Limit {');
  lines.add('  double min, max;');
  lines.add('');
  lines.add('  // Of whole numbers below 2^32.');
  lines.add('  constexpr uint32_t least() const { return static_cast<uint32_t>(min); }');
  lines.add('  constexpr uint32_t most() const { return static_cast<uint32_t>(max); }');
  lines.add('};');
  lines.add('');
  const { compare, functions, rank, handMadeWord, handMadeTokens } = limits;
  const ofCore = { compare, functions, rank, handMadeWord, handMadeTokens };
  addNamespace(lines, 'limits', ofCore, limitLines);
});

const trainingHeader = header(
  'web/engine/training/training-limits.js',
  '"shared/limits.h"',
  (lines) => {
    /** As checkpoints name them. @type {Readonly<Record<string, readonly string[]>>} */
    const choices = { ...trainingChoices, task: checkpointTasks, rule: ruleKinds };
    const numbers = Object.fromEntries(
      Object.entries(trainingDefaults.recall).flatMap(([name, value]) =>
        typeof value === 'number' ? [[name, value]] : [],
      ),
    );
    lines.add('');
    lines.add('// In the order of the enumerations.');
    lines.add('// clang-format off');
    addNamespace(lines, 'trainingChoices', choices, choiceLines);
    lines.add('// clang-format on');
    lines.add('');
    addNamespace(lines, 'trainingLimits', coreLimits, limitLines);
    lines.add('');
    addNamespace(lines, 'trainingSizes', trainingSizes, limitLines);
    lines.add('');
    lines.add('// Numbers of the task recall.');
    addNamespace(lines, 'trainingDefaults', numbers, defaultLines);
  },
);

/** The headers, by their paths. @type {readonly [string, Lines][]} */
export const sharedFiles = [
  ['src/shared/limits.h', limitsHeader],
  ['src/shared/training_options.h', trainingHeader],
];
