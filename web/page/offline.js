/**
 * The open page without a network: the service worker that page-offline.js registers. It keeps every file of the site, those
 * of the build that it belongs to; scripts/site.mjs writes their list before this text.
 *
 * What has a hash in its name is taken from what is kept, by whichever build; all else from the network first, so that a
 * new build is seen at once. A build's files are kept until no page is open that might still ask for one of them: only
 * then does the browser let the next worker begin.
 */
/** @type {any} */
const worker = self;

/**
 * The version of the build, its files with their hashes, and those that are kept when somebody has used them: docs/ is all below it.
 * @type {{version: string, files: Record<string, string>, later: readonly string[]}}
 */
const { version, files, later } = worker.scaledot;

/** The folder of the site. @type {{scope: string}} */
const { scope } = worker.registration;
const own = `${scope} ${version}`;

/** Milliseconds that the network may take where there is something else. */
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
  // No page may be answered by what took another way to get here.
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

/** What is not kept yet. @param {Request} request @param {string} file */
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
