/** Errors that the guest throws for errors of the host. */

import { defineProperty, put, slice } from './natives.js';

/** @type {Record<string, ErrorConstructor>} */
const natives = Object.assign(Object.create(null), {
  ...{ Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError },
});

/** DOMException as in browsers and Node, without its codes. */
export class DOMException extends Error {
  /** @param {string} [message] @param {string} [name] */
  constructor(message = '', name = 'Error') {
    super(message);
    defineProperty(this, 'name', {
      value: `${name}`,
      enumerable: false,
      writable: true,
      configurable: true,
    });
  }
}

/** @param {string} name @param {string} message */
export function errorOf(name, message) {
  const Native = natives[name];
  if (Native) return new Native(message);
  if (slice(name, -5) === 'Error') return new DOMException(message, name);
  const error = new Error(message);
  put(error, 'name', name, false);
  return error;
}
