// A small static server for site/: right MIME types, a strict security policy, this machine only.
//
//   node scripts/serve.mjs [--port N] [--folder DIR]
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { close, contentSecurityPolicy, listen, securityHeaders, types } from '../web/cli/http.js';
import { inRoot, runMain, Stop } from './tools.mjs';

export { contentSecurityPolicy };

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
 * Serves the folder on 127.0.0.1.
 * @param {{folder?: string, port?: number, wasm?: boolean, policy?: string, tries?: number}} [options]
 *   wasm: whether the policy allows WebAssembly; policy: another than the page's; tries: how many ports to try
 * @returns {Promise<{url: string, close: () => void, prefer: (folder: string) => void}>}
 *   prefer: serves another folder from now on, and of this one only what that one lacks: what an open page may still ask for
 */
export async function serve({
  folder = inRoot('site'),
  port = 0,
  wasm = true,
  policy = contentSecurityPolicy({ wasm }),
  tries = 20,
} = {}) {
  const headers = {
    ...securityHeaders(policy),
    // Tutorials elsewhere embed the page in sandboxed frames and load its elements.js.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Isolated pages may frame only what asks for the same.
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
  // It fetches the page's own files, and obeys the policy that comes with its own.
  const offlinePolicy = policy.replace("connect-src 'none'", "connect-src 'self'");
  const folders = [folder];
  const server = http.createServer((request, response) => {
    const file = folders.map((each) => fileOf(each, request.url ?? '/')).find(Boolean);
    if (!file) {
      response.writeHead(404, { ...headers, 'Content-Type': types['.txt'] }).end('Not found\n');
      return;
    }
    const type = types[path.extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, {
      ...headers,
      ...(path.basename(file) === 'offline.js' && { 'Content-Security-Policy': offlinePolicy }),
      'Content-Type': type,
      'Content-Length': fs.statSync(file).size,
    });
    if (request.method === 'HEAD') response.end();
    else pipeline(fs.createReadStream(file), response, () => {}); // a visitor who leaves is no error
  });
  const url = await listen(server, port, tries).catch((error) => {
    throw new Stop(error.message);
  });
  return { url, close: () => close(server), prefer: (other) => void folders.unshift(other) };
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
