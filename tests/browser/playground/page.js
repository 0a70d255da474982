// The smallest page that runs programs.
import { openSession } from '../../../web/playground/session.js';

const session = openSession();

Object.assign(window, {
  /** @param {string} code @param {object} [options] */
  async program(code, options) {
    /** @type {unknown[]} */
    const events = [];
    const onEvent = (/** @type {unknown} */ event) => void events.push(event);
    return { ...(await session.run(code, { onEvent, ...options })), events };
  },
  /** Stops a program when it prints. @param {string} code */
  async stopped(code) {
    const stop = new AbortController();
    return session.run(code, { signal: stop.signal, onEvent: () => stop.abort() });
  },
});
