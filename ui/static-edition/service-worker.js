// Keeps the files of one version, so that Muster works without a network after the first visit. It never touches lists:
// they are in the browser's database, not in this cache. A new version waits until no page of the old one is open.

const CACHE = `muster-${'VERSION'}`;
const FILES = ['FILES'];

const isOurs = (name) => name.startsWith('muster-');

/** Files whose names say what is in them. The others have the same name in every version, and are asked for anew. */
const isNamed = (file) => file.startsWith('assets/') || file.endsWith('.wasm.gz');

addEventListener('install', (event) => {
  const asked = FILES.map((file) => new Request(file, { cache: isNamed(file) ? 'default' : 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(asked)));
});

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => isOurs(name) && name !== CACHE).map((name) => caches.delete(name))),
      )
      // The page of the first visit, too, finds the full module without a network.
      .then(() => clients.claim()),
  );
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return;
  const asked = request.mode === 'navigate' ? './' : request;
  event.respondWith(
    caches.open(CACHE).then(async (cache) => (await cache.match(asked, { ignoreSearch: true })) ?? fetch(request)),
  );
});
