#!/usr/bin/env node
/** `npx scaledot COMMAND`: the experiments of the labs in a terminal. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 stopped. */
import { version } from '../engine/version.js';
import { readArguments, UsageError } from './parse.js';
import { Stopped, Work } from './work.js';

/** @import { Command } from './parse.js' */
/** @import { Arguments } from './parse.js' */

/** @typedef {{command: Command, run: (read: Arguments, work: Work) => Promise<string>}} Program  run: gives what goes to stdout */

/** @type {Readonly<Record<string, () => Promise<Program>>>} */
const programs = {
  variance: () => import('./variance.js'),
  replicate: () => import('./replicate.js'),
  softmax: () => import('./softmax.js'),
  heads: () => import('./heads.js'),
  bench: () => import('./bench.js'),
};

const help = `scaledot ${version}: why divide by sqrt(d_k)? Experiments with attention, in a terminal.

Usage: npx scaledot COMMAND [options]

  variance    the scores of random queries and keys, against theory
  replicate   "I tried it and got 1.6": is that odd?

  COMMAND --help   its options
  --version        ${version}

Every command prints a table; --json and --csv print all digits, --svg FILE draws.
Work runs on all cores (--workers N, --engine NAME); same seed, same digits.

Examples
  npx scaledot variance --dk 64 --queries 10000 --keys 10000
  npx scaledot variance --dk 16,64,256 --scale none,rsqrt
  npx scaledot replicate --rows 2 --columns 2 --dk 2 --value 1.6
`;

/** @param {string[]} words */
async function main([name, ...rest]) {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return help;
  if (name === '--version' || name === '-v') return `${version}\n`;
  if (!Object.hasOwn(programs, name)) {
    const known = Object.keys(programs).join(', ');
    throw new UsageError(`got ${JSON.stringify(name)}; expected a command, one of ${known}`);
  }
  const { command, run } = await programs[name]();
  const read = readArguments(command, rest);
  if (read.flags.help) return command.help;
  const work = new Work();
  try {
    return await run(read, work);
  } finally {
    work.end();
  }
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
  const command = Object.hasOwn(programs, name ?? '') ? `${name} ` : '';
  process.stderr.write(`"npx scaledot ${command}--help" lists what there is.\n`);
  return 2;
}

// A reader that leaves early (head) is no error.
process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const words = process.argv.slice(2);
try {
  process.stdout.write(await main(words));
} catch (error) {
  process.exitCode = report(error, words[0]);
}
