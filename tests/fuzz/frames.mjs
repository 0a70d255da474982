// Messages between a host page and a frame of embed.html, in both directions: which of them the frame obeys
// (web/page/page-frame.js), and what the host's script does with the frame's messages (embed.js). Both run here with as much of a
// page as they need. Messages are cloned on the way, as in browsers.
import fs from 'node:fs';
import vm from 'node:vm';
import { inRoot } from '../../scripts/tools.mjs';
import { talkToHost } from '../../web/page/page-frame.js';
import { change, initialParams } from '../../web/tables/state.js';

/** @typedef {import('./source.mjs').Source} Source */

const cyclic = () => {
  const made = /** @type {any} */ ({ list: [] });
  made.self = made;
  made.list.push(made);
  return made;
};

/** @type {readonly (() => unknown)[]} */
const odd = [
  () => undefined,
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => NaN,
  () => Infinity,
  () => 1e300,
  () => 10n,
  () => '',
  () => '<img src=x onerror=alert(1)>',
  () => 'x'.repeat(1e5),
  () => '\0\ud800\u2028',
  () => '__proto__',
  () => 'constructor',
  () => 'hasOwnProperty',
  () => [],
  () => [['a', 1]],
  () => ({}),
  () => ({ toString: 'x', valueOf: 3 }),
  () => ({ ['__proto__']: { dk: 4 } }),
  () => JSON.parse('{"__proto__": {"dk": 4}, "dk": 8}'),
  () => Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, i])),
  () => new Map([['dk', 4]]),
  () => new Set([1]),
  () => new Date(NaN),
  () => /x/g,
  () => new Error('<b>'),
  () => new Float32Array(9),
  () => new ArrayBuffer(16),
  () => new Blob(['x']),
  cyclic,
];

/** @type {readonly ((source: Source) => any)[]} */
const calls = [
  () => ({ type: 'scaledot-hello' }),
  () => ({ type: 'scaledot-call', id: 1, method: 'getState' }),
  () => ({ type: 'scaledot-call', id: 'a', method: 'setState', argument: { dk: 16, lang: 'en' } }),
  () => ({
    type: 'scaledot-call',
    id: 2,
    method: 'setState',
    argument: { lab: 'variance', seed: 3 },
  }),
  () => ({ type: 'scaledot-call', id: 3, method: 'exportImage', argument: { picture: 'walks' } }),
];

/** Returns a copy with one change at a random place. @param {any} value @param {Source} source @returns {unknown} */
function mutated(value, source) {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || source.oneIn(10)) return source.of(odd)();
  const key = source.of(keys);
  const copy = { ...value };
  const way = source.below(8);
  if (way === 6) delete copy[key];
  else if (way === 7)
    copy[source.of(['x', '', 'type', 'id', '__proto__', 'argument'])] = source.of(odd)();
  else copy[key] = mutated(value[key], source);
  return copy;
}

/** Returns the message as it arrives, or undefined where it cannot be sent. @param {unknown} message */
function sent(message) {
  try {
    return { data: structuredClone(message) };
  } catch {
    return undefined;
  }
}

// ---- the frame -----------------------------------------------------------------------------------------------------

const lab = 'variance';
const host = 'https://tutorial.example';

/** Opens a frame with a lab whose state changes like that of the real one. @param {string} search */
function openFrame(search) {
  /** @type {{message: any, to: string}[]} */
  const said = [];
  /** @type {(event: object) => void} */
  let onMessage = () => {};
  const parent = {
    postMessage: (/** @type {any} */ message, /** @type {string} */ to) =>
      void said.push({ message: structuredClone(message), to }),
  };
  const page = {
    location: { search },
    parent,
    window: {},
    document: { documentElement: { getBoundingClientRect: () => ({ height: 300 }) } },
    ResizeObserver: class {
      observe() {}
    },
    addEventListener: (/** @type {string} */ _, /** @type {any} */ listener) =>
      void (onMessage = listener),
  };
  let params = initialParams(lab);
  const present = {
    addEventListener() {},
    getState: () => ({ lab, ...params }),
    setState: (/** @type {any} */ changes) => void (params = change(params, changes, lab).params),
    exportImage: async (/** @type {any} */ options) => {
      if (typeof options?.picture !== 'string') throw new TypeError('picture: expected a name');
      return new Blob(['x'], { type: 'image/svg+xml' });
    },
  };
  /** Makes this frame's page the global one. */
  const enter = () => void Object.assign(globalThis, page);
  enter();
  talkToHost()(/** @type {any} */ (present), lab);
  return {
    said,
    parent,
    enter,
    onMessage: (/** @type {object} */ event) => onMessage(event),
    state: () => params,
  };
}
const frames = { any: openFrame(''), one: openFrame(`?host=${host}`) };

/** Whether the frame must answer it. @param {any} data */
const isRequest = (data) =>
  typeof data === 'object' &&
  data !== null &&
  Object.getPrototypeOf(data) === Object.prototype &&
  data.type === 'scaledot-call' &&
  ['number', 'string'].includes(typeof data.id);

/** @param {Source} source */
async function toFrame(source) {
  const frame = source.oneIn(3) ? frames.one : frames.any;
  const given = source.of(calls)(source);
  const event = sent(source.oneIn(5) ? given : mutated(given, source));
  if (!event) return;
  const other = source.oneIn(6);
  const origin = source.of([host, host, 'null', 'https://tutorial.example.evil', '']);
  frame.said.length = 0;
  frame.enter();
  frame.onMessage({ ...event, origin, source: other ? {} : frame.parent });
  for (let turn = 0; turn < 12; turn++) await null;
  await new Promise((resolve) => void setImmediate(resolve));
  const isFromHost = !other && (frame === frames.any || origin === host);
  const { data } = event;
  const replies = frame.said.filter(({ message }) => message.type === 'scaledot-reply');
  const expected = isFromHost && isRequest(data) ? 1 : 0;
  if (replies.length !== expected)
    throw new Error(`${replies.length} replies, expected ${expected}`);
  if (!isFromHost && frame.said.length > 0) throw new Error('another window was answered');
  for (const { message, to } of frame.said)
    if (frame === frames.one && to !== host) throw new Error(`${message.type} was told to ${to}`);
  for (const { message } of replies) checkReply(message, data);
  const names = Object.keys(initialParams(lab)).join();
  if (Object.keys(frame.state()).join() !== names) throw new Error('the state has other names');
  if (/** @type {any} */ ({}).dk !== undefined) throw new Error('Object.prototype was changed');
}

/** @param {any} reply @param {any} data */
function checkReply(reply, data) {
  if (!Object.is(reply.id, data.id)) throw new Error('the reply has another id');
  const { error } = reply;
  if (error === undefined) return;
  const isSentence =
    typeof error === 'string' &&
    error.length < 400 &&
    !/\n|is not a function|Cannot |undefined \(|not iterable|is not defined/.test(error);
  if (!isSentence) throw new Error(`refused by: ${String(error).slice(0, 600)}`);
}

// ---- the host -------------------------------------------------------------------------------------------------------

const script = new vm.Script(fs.readFileSync(inRoot('web/page/embed.js'), 'utf8'));

/** Checks a page with one frame that has sent a message. @param {Source} source */
function toHost(source) {
  /** @type {((event: object) => void)[]} */
  let listeners = [];
  const contentWindow = { postMessage() {} };
  const frame = {
    src: 'https://site.example/embed.html',
    contentWindow,
    clientHeight: 300,
    style: { height: '' },
  };
  const page = /** @type {any} */ ({
    document: { querySelectorAll: () => [frame] },
    getComputedStyle: () => ({ height: '302px' }),
    addEventListener: (/** @type {string} */ _, /** @type {any} */ listener) =>
      listeners.push(listener),
    removeEventListener: (/** @type {string} */ _, /** @type {any} */ listener) =>
      void (listeners = listeners.filter((each) => each !== listener)),
  });
  page.window = page;
  script.runInNewContext(page);
  const talk = page.scaledotFrame(frame);
  talk.on('scaledot-change', () => {});
  talk.getState().catch(() => {});
  const valid = source.of([
    { type: 'scaledot-height', height: 400 },
    { type: 'scaledot-reply', id: 0.5, result: {} },
    { type: 'scaledot-change', params: {} },
    { type: 'scaledot-ready', lab, height: 300 },
  ]);
  const event = sent(source.oneIn(5) ? valid : mutated(valid, source));
  if (!event) return;
  for (const listener of [...listeners])
    listener({ ...event, source: source.oneIn(5) ? null : contentWindow, origin: 'null' });
  const { height } = frame.style;
  if (height === '' || height === 'NaNpx') return; // styles ignore these
  const pixels = Number(/^([\d.]+)px$/.exec(height)?.[1]);
  if (!(pixels >= 80 && pixels <= 20_002)) throw new Error(`a frame made itself ${height} tall`);
}

/** @param {Source} source */
export const message = (source) => (source.oneIn(4) ? toHost(source) : toFrame(source));
