// npm run train [-- NAME ...] [OPTION=VALUE ...]: trains the models of scripts/models.mjs, natively, in parallel on all cores.
//
//   npm run train                       all of them, into web/models/, each with its card
//   npm run train -- dates              one model
//   npm run train -- dates steps=500    a variant of it, into build/train/
//   npm run train -- sort size=10       a model of any task, also into build/train/
//
// Ctrl+C stops it at any time; the same command then resumes. See docs/training.md and --help.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { checkpointTasks, trainingDefaults } from '../web/engine/training/training-limits.js';
import { measured as examples, models, otherTasks } from './models.mjs';
import { modelCard } from './model-card.mjs';
import { checkHost, cmakeBuild, inRoot, installEmscripten, root, runMain, Stop } from './tools.mjs';

/** @import { Measured, MeasuredText } from './model-card.mjs' */
/** @import { Model, Options } from './models.mjs' */

/**
 * @typedef {object} Progress
 * @property {number} step
 * @property {number} steps
 * @property {number | null} loss
 * @property {number | null} exact
 *
 * @typedef {object} Job
 * @property {string} name
 * @property {Model} model
 * @property {string} folder where the results go
 * @property {string} command
 */

/** @type {readonly string[]} */
const tasks = checkpointTasks;
/** The options that may be given for a model. Its task is its name. */
const optionNames = Object.keys(trainingDefaults.recall)
  .filter((name) => name !== 'task')
  .flatMap((name) => (name === 'rule' ? [name, 'alpha'] : [name]));

const help = `npm run train -- [NAME ...] [OPTION=VALUE ...]

  NAME    ${tasks.join(', ')};
          without one ${Object.keys(models).join(', ')}: the models of the page
  OPTION  ${optionNames.slice(0, 10).join(', ')},
          ${optionNames.slice(10, 20).join(', ')},
          ${optionNames.slice(20).join(', ')}

Ctrl+C ends it at any time; the same command goes on from where it was. docs/training.md says more.`;

/** @param {string[]} args @returns {Job[]} */
function jobsOf(args) {
  const given = args.filter((arg) => arg.includes('='));
  const names = [...new Set(args.filter((arg) => !arg.includes('=')))];
  const unknown = names.find((name) => !tasks.includes(name));
  if (unknown) throw new Stop(`no model '${unknown}'; there are ${tasks.join(', ')}`);
  const own = Object.fromEntries(given.map((arg) => arg.split(/=(.*)/s, 2)));
  const stray = Object.keys(own).find((name) => !optionNames.includes(name));
  if (stray !== undefined) {
    throw new Stop(`got the option '${stray}'; expected any of ${optionNames.join(', ')}`);
  }
  const chosen = names.length > 0 ? names : Object.keys(models);
  return chosen.map((name) => {
    const known = models[name];
    const base = known ?? { title: `A model of the task "${name}"`, about: '', limits: [] };
    const options = { ...(known?.options ?? { task: name, ...otherTasks }), ...own };
    const ours = known && given.length === 0;
    return {
      name,
      model: { ...base, options },
      folder: ours ? 'web/models' : 'build/train',
      command: ['npm run train --', name, ...given].join(' '),
    };
  });
}

// Progress ----------------------------------------------------------------------------------------

const width = 20;

/** Shows a line for each job. A terminal shows only the current lines; other outputs get a new line for each tenth of a job. */
class Board {
  /** @param {string[]} names */
  constructor(names) {
    this.names = names;
    this.lines = names.map((name) => `${name.padEnd(10)} waiting`);
    this.tenths = names.map(() => -1);
    this.live = process.stdout.isTTY === true;
    if (this.live) this.draw();
  }

  /** Draws all lines. Cuts long ones instead of wrapping them, because the next call moves up by the number of lines. */
  draw() {
    const most = Math.max(1, (process.stdout.columns || 80) - 1);
    console.log(this.lines.map((line) => line.slice(0, most)).join('\n'));
  }

  /** Updates the line of a job. @param {string} name @param {string} text @param {number} share  of the job that is done */
  say(name, text, share) {
    const place = this.names.indexOf(name);
    this.lines[place] = `${name.padEnd(10)} ${text}`;
    const tenth = Math.floor(10 * share);
    if (this.live) {
      readline.moveCursor(process.stdout, 0, -this.lines.length);
      readline.clearScreenDown(process.stdout);
      this.draw();
    } else if (tenth !== this.tenths[place]) {
      console.log(this.lines[place]);
    }
    this.tenths[place] = tenth;
  }
}

/** @param {Progress} progress @param {number} secondsLeft @param {boolean} isText */
function progressText({ step, steps, loss, exact }, secondsLeft, isText) {
  const full = Math.round((width * step) / steps);
  const bar = '#'.repeat(full).padEnd(width, '.');
  const minutes = Math.floor(secondsLeft / 60);
  const left = `${minutes}:${String(Math.floor(secondsLeft % 60)).padStart(2, '0')} left`;
  const level = isText
    ? `perplexity ${Math.exp(Number(loss)).toFixed(2)}`
    : `exact ${(100 * Number(exact)).toFixed(1)} %`;
  const known = exact === null ? '' : `, held-out ${level}`;
  return `[${bar}] ${step}/${steps}${known}${Number.isFinite(secondsLeft) ? `, ${left}` : ''}`;
}

/** Parses a line of the program. @param {string} line @returns {any} undefined if it is incomplete, because the program was stopped */
function read(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

// Running -----------------------------------------------------------------------------------------

const program = inRoot('build', 'native', 'train');

/** Returns the file of the state. Only the same program with the same options and text resumes from it. @param {Model} model */
function stateOf({ options, text }) {
  const hash = createHash('sha256').update(JSON.stringify(options));
  if (text) hash.update(fs.readFileSync(inRoot(text)));
  return `build/train/${options.task}-${hash.update(fs.readFileSync(program)).digest('hex').slice(0, 12)}.state`;
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let stopped = false;

/** @param {Job} job @param {Board} board */
async function train({ name, model, folder, command }, board) {
  const checkpoint = `${folder}/${name}.safetensors`;
  fs.mkdirSync(inRoot(folder), { recursive: true });
  const settings = Object.entries(model.options).map(([option, value]) => `${option}=${value}`);
  const files = [`checkpoint=${checkpoint}`, `state=${stateOf(model)}`];
  if (model.text) files.push(`text=${model.text}`);
  const isText = model.options.task === 'text';
  const child = spawn(program, [...files, `measured=${examples}`, ...settings], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  /** @type {Measured | MeasuredText | undefined} */
  let found;
  /** @type {{at: number, step: number} | undefined} */
  let first;
  readline.createInterface({ input: child.stdout }).on('line', (line) => {
    const said = read(line);
    if (!said) return;
    if (said.measured) {
      found = said.measured;
      return;
    }
    first ??= { at: performance.now(), step: said.step };
    const seconds = (performance.now() - first.at) / 1000;
    const left = (seconds * (said.steps - said.step)) / (said.step - first.step);
    const share = said.step / said.steps;
    board.say(name, share < 1 ? progressText(said, left, isText) : 'measuring', share);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  running.delete(child);
  if (code !== 0 && stopped) return;
  if (code !== 0 || !found) throw new Stop(`${name} could not be trained`);
  const { size } = fs.statSync(inRoot(checkpoint));
  const card = inRoot(folder, `${name}.md`);
  fs.writeFileSync(card, modelCard(name, model, command, size, found));
  const level =
    'perplexity' in found
      ? `perplexity ${found.perplexity}`
      : `${(100 * found.exact).toFixed(2)} % exact`;
  board.say(name, `${level}: ${checkpoint}, ${Math.ceil(size / 1000)} kB`, 2);
}

function stop() {
  stopped = true;
  for (const child of running) child.kill('SIGINT'); // a terminal has already sent it to them
}

/** Runs as many jobs at a time as there are cores. @param {Job[]} jobs */
async function trainAll(jobs) {
  const board = new Board(jobs.map(({ name }) => name));
  const waiting = [...jobs];
  const worker = async () => {
    for (let job = waiting.shift(); job && !stopped; job = waiting.shift()) await train(job, board);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  await Promise.all(Array.from({ length: os.availableParallelism() }, worker));
}

await runMain(async () => {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    console.log(help);
    return 0;
  }
  const jobs = jobsOf(args);
  checkHost({ compiler: true });
  await installEmscripten(); // also installs Eigen and GoogleTest if the system has none
  await cmakeBuild('native', 'train');
  fs.mkdirSync(inRoot('build', 'train'), { recursive: true });
  await trainAll(jobs);
  if (!stopped) return 0;
  console.log(
    `stopped, and kept in ${path.join('build', 'train')}: the same command goes on from there`,
  );
  return 130;
});
