// Serves the built site as visitors get it, except that every script first starts to record WebAssembly's memories. Those of workers
// cannot be reached from outside.
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { contentSecurityPolicy, securityHeaders, startServer } from '../../web/cli/http.js';

/** Runs in the page and its workers before everything else. Inserted as one line, so that the line numbers of errors do not change. */
function watchMemories() {
  const place = /** @type {any} */ (globalThis);
  if (place.soakMemories) return;
  /** @type {Set<WeakRef<WebAssembly.Memory>>} */
  const seen = new Set();
  const known = new WeakSet();
  const keep = (/** @type {any} */ exported) => {
    for (const each of Object.values(exported)) {
      if (!(each instanceof WebAssembly.Memory) || known.has(each)) continue;
      known.add(each);
      seen.add(new WeakRef(each));
    }
  };
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = /** @type {any} */ (
    async (/** @type {any} */ ...given) => {
      const made = /** @type {any} */ (await Reflect.apply(instantiate, WebAssembly, given));
      keep((made.instance ?? made).exports);
      return made;
    }
  );
  WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
    construct(kind, given) {
      const made = new kind(...given);
      keep([made]);
      return made;
    },
  });
  place.soakMemories = () => {
    let bytes = 0;
    for (const each of seen) {
      const memory = each.deref();
      if (memory) bytes += memory.buffer.byteLength;
      else seen.delete(each);
    }
    return bytes;
  };
}
const prelude = `(${String(watchMemories)
  .replace(/\s*\n\s*/g, ' ')
  .replace(/\/\*.*?\*\//g, '')})();`;

/**
 * @param {string} folder
 * @param {number} port
 */
export function serveWatched(folder, port) {
  /** @param {string} wanted */
  const find = (wanted) => {
    const file = path.join(folder, wanted.endsWith('/') ? `${wanted}index.html` : wanted);
    if (!file.startsWith(folder + path.sep) || !fs.existsSync(file)) return undefined;
    const type = path.extname(file);
    const before = type === '.js' ? prelude : '';
    const content = Buffer.concat([Buffer.from(before), fs.readFileSync(file)]);
    return { type, length: content.length, read: () => Readable.from([content]) };
  };
  return startServer(find, { port, tries: 20, headers: securityHeaders(contentSecurityPolicy()) });
}
