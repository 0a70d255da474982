/**
 * The server of `npm start` and `scaledot serve`. It only serves this machine, with a policy that allows no more than
 * pages need.
 */
import http from 'node:http';
import { pipeline } from 'node:stream';

/** @import { IncomingMessage, Server, ServerResponse } from 'node:http' */
/** @import { Readable } from 'node:stream' */

/** Ports that can be asked for; 0 is any free one. */
export const ports = Object.freeze({
  limit: Object.freeze({ min: 0, max: 65535, whole: true }),
  initial: 8080,
});

/** @type {Readonly<Record<string, string>>} */
export const types = Object.freeze({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
});

/**
 * The page needs no more than this. Without 'wasm-unsafe-eval' it computes with the fallback engine.
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
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html scaledot',
  ].join('; ');

/** @param {string} [policy] */
export const securityHeaders = (policy = contentSecurityPolicy()) => ({
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
});

/**
 * The resource at an address. `type` is the extension of a file name. `read` may fail.
 *
 * @typedef {{type: string, length: number, read: () => Readable, headers?: Readonly<Record<string, string>>}} Found
 */

/**
 * Starts a server that only serves what `find` returns.
 * @param {(path: string) => Found | undefined} find  gets the decoded path of an address; may throw
 * @param {{port: number, tries: number, headers?: Readonly<Record<string, string>>, lends?: boolean}} options
 *   tries: how many ports to try; lends: whether other pages may read it, as in lent()
 * @returns {Promise<{url: string, close: () => void}>}
 */
export async function startServer(find, options) {
  const { port, tries, headers: usual = securityHeaders(), lends = false } = options;
  const server = http.createServer((request, response) => {
    const headers = { ...usual, ...(lends && lent(request)) };
    const refusal = refusalOf(request);
    const found = refusal ? undefined : foundBy(find, request);
    if (found) give(found, headers, request, response);
    else refuse(refusal ?? { status: 404, words: 'Not found' }, headers, response);
  });
  const url = await listen(server, port, tries);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, close };
}

/** @typedef {{status: number, words: string, headers?: Record<string, string>}} Refusal */

/**
 * Names of this machine. A page elsewhere could point a name of its own to this address, and then read the responses.
 */
const ownName = /^(127\.0\.0\.1|\[::1\]|([\w-]+\.)*localhost)(:\d+)?$/i;

/** @param {IncomingMessage} request @returns {Refusal | undefined} */
function refusalOf({ method, headers: { host = '' } }) {
  if (!ownName.test(host))
    return { status: 421, words: 'This server answers only at 127.0.0.1 and localhost' };
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, words: 'Only GET and HEAD', headers: { Allow: 'GET, HEAD' } };
  return undefined;
}

/** Destinations of requests that run or show a file. Not 'empty' (fetch) or 'json', and not a missing header. */
const unread = ['script', 'style', 'font', 'worker'];

/**
 * CORS headers. Other pages of this machine may read the files. A sandboxed frame, whose own scripts and fonts are
 * requested with the origin "null", may only run and show them: any site can make such a frame, and its fetch() could
 * otherwise read all files. A page can learn the contents of scripts that it runs and of styles that it applies, but
 * these are published anyway.
 * @param {IncomingMessage} request
 * @returns {Record<string, string>}
 */
function lent({ headers: { origin = '', 'sec-fetch-dest': purpose } }) {
  const isOwn = origin.startsWith('http://') && ownName.test(origin.slice('http://'.length));
  const isFrame = origin === 'null' && unread.includes(String(purpose));
  return {
    Vary: 'Origin, Sec-Fetch-Dest',
    ...((isOwn || isFrame) && { 'Access-Control-Allow-Origin': origin }),
  };
}

/** @param {(path: string) => Found | undefined} find @param {IncomingMessage} request */
function foundBy(find, { url = '/' }) {
  try {
    return find(decodeURI(new URL(url, 'http://localhost').pathname));
  } catch {
    return undefined; // a malformed address, or a file that cannot be accessed
  }
}

/**
 * @param {Refusal} refusal
 * @param {Readonly<Record<string, string>>} headers
 * @param {ServerResponse} response
 */
function refuse({ status, words, headers: more }, headers, response) {
  response.writeHead(status, { ...headers, ...more, 'Content-Type': types['.txt'] });
  response.end(`${words}\n`);
}

/**
 * @param {Found} found
 * @param {Readonly<Record<string, string>>} headers
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
function give({ type, length, read, headers: own }, headers, request, response) {
  const { method } = request;
  response.writeHead(200, {
    ...forFrames({ ...headers, ...own }, request),
    'Content-Type': types[type] ?? 'application/octet-stream',
    'Content-Length': length,
  });
  if (method === 'HEAD') response.end();
  else pipeline(read(), response, () => {}); // a visitor who leaves is no error; a read error ends the response
}

/**
 * Adds the server's origin to the policy of a sandboxed frame. Such a frame has no origin, and in WebKit its 'self'
 * matches nothing.
 * @param {Readonly<Record<string, string>>} headers
 * @param {IncomingMessage} request  its host is a name of this machine
 */
function forFrames(headers, { headers: { host, 'sec-fetch-dest': purpose } }) {
  const policy = headers['Content-Security-Policy'];
  if (purpose !== 'iframe' || !policy) return headers;
  return {
    ...headers,
    'Content-Security-Policy': policy.replaceAll("'self'", `'self' http://${host}`),
  };
}

/**
 * Listens on the port, or on the next free one. 0 means any free port.
 * @param {Server} server
 * @param {number} port
 * @param {number} tries
 * @returns {Promise<string>}  its address
 */
function listen(server, port, tries) {
  return new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      if (taken && tries > 1 && port < ports.limit.max)
        resolve(listen(server, port + 1, tries - 1));
      else reject(taken ? new Error(`port ${port} is in use; choose another with --port`) : error);
    });
    server.listen(port, '127.0.0.1', () => {
      server.removeAllListeners('error');
      const address = server.address();
      const own = typeof address === 'object' ? address?.port : port; // for 0 the system chooses
      resolve(`http://127.0.0.1:${own}/`);
    });
  });
}
