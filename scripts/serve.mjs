// A small static server for site/, with correct MIME types and a strict security policy. It accepts only local connections.
//
//   node scripts/serve.mjs [--port N] [--folder DIR]
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { contentSecurityPolicy, ports, securityHeaders, startServer } from '../web/cli/http.js';
import { inRoot, runMain, Stop } from './tools.mjs';

export { contentSecurityPolicy, ports };

/**
 * Returns the requested file, or undefined unless it is below the folder after links are resolved. Throws if it cannot be read.
 * @param {string} folder
 * @param {string} wanted
 */
function fileIn(folder, wanted) {
  const name = wanted.endsWith('/') ? `${wanted}index.html` : wanted;
  if (!fs.existsSync(path.join(folder, name))) return undefined;
  const file = fs.realpathSync(path.join(folder, name));
  const below = path.join(fs.realpathSync(folder), path.sep); // "/" has it already
  return file.startsWith(below) && fs.statSync(file).isFile() ? file : undefined;
}

/**
 * Serves the folder on 127.0.0.1.
 * @param {{folder?: string, port?: number, wasm?: boolean, policy?: string, more?: Record<string, string>, tries?: number}} [options]
 *   wasm: whether the policy allows WebAssembly; policy: a policy instead of the page's; more: additional headers; tries: how
 *   many ports to try
 * @returns {Promise<{url: string, close: () => void, prefer: (folder: string) => void}>}
 *   prefer: serves another folder from now on. Files that it lacks still come from this one, because an open page may request them
 */
export async function serve({
  folder = inRoot('site'),
  port = 0,
  wasm = true,
  policy = contentSecurityPolicy({ wasm }),
  more = {},
  tries = 20,
} = {}) {
  const headers = {
    ...securityHeaders(policy),
    // Tutorials on other sites embed the page in frames.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Isolated pages may frame only pages with this header.
    'Cross-Origin-Embedder-Policy': 'require-corp',
    ...more,
  };
  // The service worker fetches the page's own files, so its policy must allow connections. It obeys the policy of its own file.
  const offlinePolicy = policy.replace("connect-src 'none'", "connect-src 'self'");
  const folders = [folder];
  /** @param {string} wanted */
  const find = (wanted) => {
    const file = folders.map((each) => fileIn(each, wanted)).find(Boolean);
    if (!file) return undefined;
    const isOffline = path.basename(file) === 'offline.js';
    return {
      type: path.extname(file),
      length: fs.statSync(file).size,
      read: () => fs.createReadStream(file),
      ...(isOffline && { headers: { 'Content-Security-Policy': offlinePolicy } }),
    };
  };
  const { url, close } = await startServer(find, { port, tries, headers, lends: true }).catch(
    (error) => {
      throw new Stop(error.message);
    },
  );
  return { url, close, prefer: (other) => void folders.unshift(other) };
}

/**
 * Parses a port number from the command line.
 * @param {string} text
 */
export function portOf(text) {
  const port = Number(text);
  const { min, max } = ports.limit;
  if (!/^\d+$/.test(text) || port > max)
    throw new Stop(`--port: got '${text}', expected a number from ${min} to ${max}`);
  return port;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: `${ports.initial}` },
        folder: { type: 'string' },
      },
    });
    const folder = values.folder ? path.resolve(values.folder) : undefined;
    console.log((await serve({ folder, port: portOf(values.port), tries: 1 })).url);
  });
}
