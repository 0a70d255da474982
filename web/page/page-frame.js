/**
 * The messages between a frame and the page around it; docs/frames.md is the manual. Messages from other windows are
 * ignored. Messages from the page are not trusted: they are checked like links, and invalid ones are answered with an error.
 */

/** @import { Lab } from '../labs/lab/lab.js' */

import { checkChoice, wrongType, wrongValue } from '../engine/border/checks.js';
import { version } from '../engine/version.js';

/** Least time between two messages about changes, ms. */
export const pause = 100;

/** Limits of a message: the number of changes, and the characters of a value. */
const most = { changes: 100, characters: 16384 };

/**
 * Returns the origin to which messages are sent: '*' for any, or '' for none, if `host` in the address is not an origin.
 * @param {string} search
 */
export function hostOf(search) {
  const asked = new URLSearchParams(search).get('host');
  if (asked === null) return '*';
  try {
    const { origin } = new URL(asked);
    return origin === 'null' ? '' : origin;
  } catch {
    return '';
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** @param {unknown} value */
const isPlain = (value) =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= most.characters);

/**
 * Returns changes from the page around the frame, for setState(). Throws if they are not valid.
 * @param {unknown} changes
 * @param {string} name  of the lab
 */
function checkChanges(changes, name) {
  if (!isRecord(changes)) throw wrongType('argument', changes, 'an object of changes');
  const pairs = Object.entries(changes);
  if (pairs.length > most.changes)
    throw new RangeError(`argument: got ${pairs.length} changes; expected at most ${most.changes}`);
  for (const [key, value] of pairs) {
    const expected = `a number, true, false or a text of at most ${most.characters} characters`;
    if (!isPlain(value)) throw wrongType(`argument.${key.slice(0, 40)}`, value, expected);
  }
  if (Object.hasOwn(changes, 'lab') && changes.lab !== name)
    throw wrongValue('argument.lab', changes.lab, `"${name}", which the frame's address decides`);
  return changes;
}

/** @type {Readonly<Record<string, (lab: Lab, name: string, argument: any) => unknown>>} */
const methods = {
  getState: (lab) => lab.getState(),
  setState: (lab, name, argument) => lab.setState(checkChanges(argument, name)),
  exportImage: async (lab, _name, argument) => {
    const image = await lab.exportImage(argument);
    return { type: image.type, bytes: await image.arrayBuffer() };
  },
};
const methodNames = Object.keys(methods);

/**
 * Returns a throttled function: calls `call` at once, then at most every `pause` milliseconds, always with the latest value.
 * @template T
 * @param {(value: T) => void} call
 */
export function throttled(call) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {T[]} */
  let waiting = [];
  const next = () => {
    timer = waiting.length > 0 ? setTimeout(next, pause) : undefined;
    waiting.splice(0).forEach(call);
  };
  return (/** @type {T} */ value) => {
    waiting = [value];
    if (timer === undefined) next();
  };
}

const heightNow = () => Math.ceil(document.documentElement.getBoundingClientRect().height);

/** Starts the exchange of messages at the first lab. Returns a function to be called with each new lab. */
export function talkToHost() {
  const host = hostOf(location.search);
  if (parent === window || host === '') return () => {};

  /** @type {Lab} */
  let lab;
  let name = '';
  let height = 0;

  /** @param {string} type @param {object} content */
  const say = (type, content) => parent.postMessage({ type, ...content }, host);
  const sayReady = () =>
    say('scaledot-ready', { lab: name, version, state: lab.getState(), height: heightNow() });
  const sayChange = throttled((/** @type {object} */ change) => say('scaledot-change', change));

  /** @param {unknown} id @param {unknown} method @param {unknown} argument */
  async function answer(id, method, argument) {
    try {
      const call = methods[methodNames[checkChoice('method', method, methodNames)]];
      say('scaledot-reply', { id, result: await call(lab, name, argument) });
    } catch (error) {
      say('scaledot-reply', { id, error: error instanceof Error ? error.message : String(error) });
    }
  }

  /** @param {MessageEvent} event */
  function onMessage({ source, origin, data }) {
    if (source !== parent || (host !== '*' && origin !== host) || !isRecord(data)) return;
    const { type, id, method, argument } = data;
    if (type === 'scaledot-hello') sayAll();
    if (type === 'scaledot-call' && (typeof id === 'number' || typeof id === 'string'))
      void answer(id, method, argument);
  }

  function watchHeight() {
    const now = heightNow();
    if (now === height || now === 0) return; // 0: the frame is not shown
    height = now;
    say('scaledot-height', { height });
  }

  /** Sends the state and the height again, for a host whose script was loaded later than the lab. */
  function sayAll() {
    sayReady();
    height = 0;
    watchHeight();
  }

  return (/** @type {Lab} */ present, /** @type {string} */ called) => {
    const first = name === '';
    lab = present;
    name = called;
    const on = (/** @type {string} */ type, /** @type {(detail: object) => void} */ tell) =>
      present.addEventListener(type, (event) => tell(/** @type {CustomEvent} */ (event).detail));
    on('scaledot-change', sayChange);
    on('scaledot-error', (detail) => say('scaledot-error', detail));
    sayReady();
    if (!first) return;
    addEventListener('message', onMessage);
    new ResizeObserver(watchHeight).observe(document.documentElement);
  };
}
