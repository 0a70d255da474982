/**
 * The service worker that page-offline.js registers, so that the open page works without a network. It caches every file of
 * the site's current build. scripts/site.mjs writes the list of files before this text.
 *
 * Files with a hash in their names come from the cache of any build. All others come from the network first, so that a new
 * build appears at once. The files of a build are kept while an open page might still request one of them, because the
 * browser activates the next worker only after that.
 */
/** @type {any} */
const worker = self;

/**
 * The version of the build, its files with their hashes, and the files that are cached at their first use. A name that ends
 * with a slash, such as docs/, is a folder with all its files.
 * @type {{version: string, files: Record<string, string>, later: readonly string[]}}
 */
const { version, files, later } = worker.scaledot;

/** The folder of the site. @type {{scope: string}} */
const { scope } = worker.registration;
const own = `${scope} ${version}`;

/** How long to wait for the network if there is a cached file, ms. */
const patience = 4000;

const hasHash = (/** @type {string} */ file) => file.startsWith('assets/');
const isLater = (/** @type {string} */ file) =>
  later.some((name) => file === name || (name.endsWith('/') && file.startsWith(name)));

/** @param {string} file @param {string} [cacheName] */
const kept = (file, cacheName) =>
  caches.match(scope + file, { ...(cacheName && { cacheName }), ignoreVary: true });

/** @param {Cache} cache @param {string} file */
async function keep(cache, file) {
  const present = hasHash(file) && (await kept(file));
  if (present) return cache.put(scope + file, present);
  const response = await fetch(scope + file, {
    cache: hasHash(file) ? 'default' : 'no-cache',
    integrity: files[file],
    priority: 'low',
  });
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  const { headers, redirected } = response;
  // A browser refuses a redirected response as the answer to a navigation.
  return cache.put(scope + file, redirected ? new Response(response.body, { headers }) : response);
}

async function install() {
  const cache = await caches.open(own);
  await Promise.all(Object.keys(files).map((file) => keep(cache, file)));
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`${scope} `) && name !== own);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Fetches a file, and caches it if it is one of `later`. @param {Request} request @param {string} file */
async function fromNetwork(request, file) {
  const response = await fetch(request);
  if (!response.ok || !isLater(file)) return response;
  const cache = await caches.open(own);
  await cache.put(scope + file, response.clone());
  return response;
}

/** @param {Request} request @param {string} file */
async function networkFirst(request, file) {
  const network = fromNetwork(request, file);
  const soon = await Promise.race([
    network.catch(() => undefined),
    new Promise((resolve) => void setTimeout(resolve, patience)),
  ]);
  if (soon?.ok || soon?.type === 'opaqueredirect') return soon;
  return (await kept(file, own)) ?? network;
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const path = request.url.slice(scope.length).split(/[?#]/)[0];
  const file = path === 'index.html' ? '' : path;
  if (hasHash(file))
    event.respondWith(kept(file).then((present) => present ?? fromNetwork(request, file)));
  else if (Object.hasOwn(files, file) || isLater(file))
    event.respondWith(networkFirst(request, file));
});
