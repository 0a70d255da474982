/**
 * The worker of the playground. It runs one program at a time. Terminating the worker stops the program.
 *
 * in:  {type: 'run', program}
 * out: {type: 'ready'} once, then {type: 'events', events} and {type: 'end', status, milliseconds}
 */

/** @import { Program } from './types.js' */

import { builtin } from '../engine/border/builtin.js';
import { runProgram } from './interpreter.js';

const threads = builtin('node:worker_threads');
const parent = threads?.parentPort ?? null;
/** @type {(message: object) => void} */
const answer = parent
  ? (message) => parent.postMessage(message)
  : (message) => globalThis.postMessage(message);

/** @param {{type: string, program: Program}} order */
async function receive({ type, program }) {
  if (type !== 'run') return;
  const began = performance.now();
  const status = await runProgram(program, {
    isPage: false,
    emit: (events) => answer({ type: 'events', events }),
  });
  answer({ type: 'end', status, milliseconds: performance.now() - began });
}

if (parent) parent.on('message', receive);
else globalThis.addEventListener('message', (event) => void receive(event.data));
answer({ type: 'ready' });
