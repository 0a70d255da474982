/** What every server of ours sends and how it listens: on this machine only, with a policy that pages need no more than. */

/** @import { Server } from 'node:http' */

/** @type {Readonly<Record<string, string>>} */
export const types = Object.freeze({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
});

/**
 * The page needs no more than this; without 'wasm-unsafe-eval' it computes with the fallback engine.
 * @param {{wasm?: boolean}} [options]
 */
export const contentSecurityPolicy = ({ wasm = true } = {}) =>
  [
    "default-src 'none'",
    `script-src 'self'${wasm ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'none'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** @param {string} [policy] */
export const securityHeaders = (policy = contentSecurityPolicy()) => ({
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
});

/**
 * Listens on the port, or on the next one that is free; 0 is any free port.
 * @param {Server} server
 * @param {number} port
 * @param {number} tries
 * @returns {Promise<string>}  its address
 */
export function listen(server, port, tries) {
  return new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      if (taken && tries > 1 && port < 65535) resolve(listen(server, port + 1, tries - 1));
      else reject(taken ? new Error(`port ${port} is in use; choose another with --port`) : error);
    });
    server.listen(port, '127.0.0.1', () => {
      server.removeAllListeners('error');
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve(`http://127.0.0.1:${address.port}/`);
    });
  });
}

/** @param {Server} server */
export function close(server) {
  server.close();
  server.closeAllConnections();
}
