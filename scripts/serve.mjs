// A small static server for site/: right MIME types, a strict security policy, this machine only.
//
//   node scripts/serve.mjs [--port N] [--folder DIR]
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inRoot, runMain, Stop } from './tools.mjs';

/** @type {Record<string, string>} */
const types = {
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
};

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

/**
 * The file that a request asks for, or undefined: only what lies below the folder is given out.
 * @param {string} folder
 * @param {string} address
 */
function fileOf(folder, address) {
  let wanted;
  try {
    wanted = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  } catch {
    return undefined; // a malformed address
  }
  if (wanted.includes('\0')) return undefined;
  const file = path.join(folder, wanted.endsWith('/') ? `${wanted}index.html` : wanted);
  const inside = file.startsWith(folder + path.sep);
  return inside && fs.statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

/**
 * Listens on the port, or on the next one that is free; 0 is any free port.
 * @param {http.Server} server
 * @param {number} port
 * @param {number} tries
 * @returns {Promise<void>}
 */
function listen(server, port, tries) {
  return new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      if (taken && tries > 1 && port < 65535) resolve(listen(server, port + 1, tries - 1));
      else reject(taken ? new Stop(`port ${port} is in use; choose another with --port`) : error);
    });
    server.listen(port, '127.0.0.1', () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

/**
 * Serves the folder on 127.0.0.1.
 * @param {{folder?: string, port?: number, wasm?: boolean, policy?: string, tries?: number}} [options]
 *   wasm: whether the policy allows WebAssembly; policy: another than the page's; tries: how many ports to try
 * @returns {Promise<{url: string, close: () => void}>}
 */
export async function serve({
  folder = inRoot('site'),
  port = 0,
  wasm = true,
  policy = contentSecurityPolicy({ wasm }),
  tries = 20,
} = {}) {
  const headers = {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
    // Tutorials elsewhere embed the page in sandboxed frames and load its elements.js.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  const server = http.createServer((request, response) => {
    const file = fileOf(folder, request.url ?? '/');
    if (!file) {
      response.writeHead(404, { ...headers, 'Content-Type': types['.txt'] }).end('Not found\n');
      return;
    }
    const type = types[path.extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, {
      ...headers,
      'Content-Type': type,
      'Content-Length': fs.statSync(file).size,
    });
    if (request.method === 'HEAD') response.end();
    else pipeline(fs.createReadStream(file), response, () => {}); // a visitor who leaves is no error
  });
  await listen(server, port, tries);
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * A port number from the command line.
 * @param {string} text
 */
export function portOf(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw new Stop(`--port: got '${text}', expected a number from 0 to 65535`);
  return port;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const { values } = parseArgs({
      options: { port: { type: 'string', default: '8080' }, folder: { type: 'string' } },
    });
    const folder = values.folder ? path.resolve(values.folder) : undefined;
    console.log((await serve({ folder, port: portOf(values.port), tries: 1 })).url);
  });
}
