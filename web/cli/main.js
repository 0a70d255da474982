#!/usr/bin/env node
/** `npx scaledot COMMAND`: the experiments of the labs in a terminal. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 stopped. */
import { version } from '../engine/version.js';
import { mistyped, nearest, readArguments, UsageError } from './parse.js';
import { Stopped, Work } from './work.js';

/** @import { Arguments, Command } from './types.js' */

/** @typedef {{command: Command, run: (read: Arguments, work: Work) => Promise<string>}} Program  run: resolves to the text for stdout */

/** @type {Readonly<Record<string, () => Promise<Program>>>} */
const programs = {
  variance: () => import('./variance.js'),
  law: () => import('./law.js'),
  replicate: () => import('./replicate.js'),
  softmax: () => import('./softmax.js'),
  scoring: () => import('./scoring.js'),
  heads: () => import('./heads.js'),
  train: () => import('./train.js'),
  attention: () => import('./attention.js'),
  model: () => import('./model.js'),
  bench: () => import('./bench.js'),
  serve: () => import('./serve.js'),
};

const help = `scaledot ${version}: why divide by sqrt(d_k)? In a terminal.

npx scaledot COMMAND [options]

  variance    the scores of random queries and keys, against theory
  law         the exact distribution of such a score, without any sample
  replicate   "I tried 2x2 and got 1.6": how unusual is that number?
  softmax     how sharp weights are, and how much gradient they pass
  scoring     eight scoring functions on the same vectors, and what they cost
  heads       what heads cost, as two thin matrices and merged
  train       a small network learns a task, with the factor and without
  attention   queries and keys of your own, head by head
  model       a checkpoint of your own, head by head
  bench       how fast this machine is
  serve       the whole playground in your browser, without a network

COMMAND --help lists its options, named as in the page's links. --version
Results are tables; --json and --csv print all digits, --svg FILE draws (-: to
stdout). All cores are used. The same seed gives the same digits.

  npx scaledot variance --dk 16,64,256 --scale none,rsqrt
  npx scaledot train --task sort --svg curves.svg
`;

const helpWords = ['help', '--help', '-h'];

/** @param {string[]} words @returns {Promise<string>} */
async function main(words) {
  const first = words.findIndex((word) => !helpWords.includes(word));
  if (first < 0) return help;
  if (first > 0) return main([words[first], '--help']);
  const [name, ...rest] = words;
  if (name === '--version' || name === '-v') return `${version}\n`;
  if (!Object.hasOwn(programs, name)) {
    const known = Object.keys(programs);
    const expected = `a command, one of ${known.join(', ')}`;
    const near = nearest(name, [...known, name.startsWith('-') ? '--help' : 'help', '--version']);
    throw mistyped(`got ${JSON.stringify(name)}`, near, expected);
  }
  const { command, run } = await programs[name]();
  const read = readArguments(command, rest);
  if (read.flags.help) return command.help;
  const work = new Work();
  const text = await run(read, work).finally(() => work.end());
  if (work.partial) {
    process.exitCode = 130;
    process.stderr.write(`scaledot: stopped ${work.partial}; this is the result so far.\n`);
  }
  return text;
}

/** @param {unknown} error @param {string} [name] */
function report(error, name) {
  const [message] = error instanceof Error ? [error.message] : [String(error)];
  if (error instanceof Stopped) {
    process.stderr.write(`scaledot: stopped ${message}; there is no result.\n`);
    return 130;
  }
  process.stderr.write(`scaledot: ${message}\n`);
  if (!(error instanceof UsageError)) return 1;
  const [command, listed] = Object.hasOwn(programs, name ?? '')
    ? [`${name} `, 'options']
    : ['', 'commands'];
  process.stderr.write(`"npx scaledot ${command}--help" lists the ${listed}.\n`);
  return 2;
}

// A closed stderr must not change the exit code.
process.stderr.on('error', () => {});
// A reader that closes the pipe early (head) is no error.
process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  process.exit(error.code === 'EPIPE' ? 0 : report(error));
});

const words = process.argv.slice(2);
try {
  process.stdout.write(await main(words));
} catch (error) {
  process.exitCode = report(error, words[0]);
}
