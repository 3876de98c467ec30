/** Defined by the build: the address and files of the writing page, and a version of exactly those. */
declare const SHELL: { version: string; page: string; files: string[] }
const shell = SHELL

// The types of lib.webworker conflict with lib.dom.
type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }
type FetchEvent = ExtendableEvent & { request: Request; respondWith(answer: Promise<Response>): void }
const worker = globalThis as unknown as {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}

const family = 'lacre-'
const cacheName = family + shell.version
const networkLimitMs = 5000
/** The same file whatever its compression. */
const anyEncoding = { ignoreVary: true }

worker.addEventListener('install', (event) =>
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll([new Request(shell.page, { cache: 'no-cache' }), ...shell.files])),
  ),
)

// No skipWaiting: it activates once no page of the older build is open, because it deletes the files of that build.
worker.addEventListener('activate', (event) => event.waitUntil(forgetOlder()))

async function forgetOlder() {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(family) && name !== cacheName)
  await Promise.all(older.map((name) => caches.delete(name)))
}

/** Caches only the writing page and assets, never a call or a page with a token in its address. */
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pathname === shell.page) event.respondWith(pageFirstFromNetwork(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(fileFirstFromCache(event))
})

async function pageFirstFromNetwork(event: FetchEvent): Promise<Response> {
  const request = fetch(event.request)
  // A network that does not answer counts as none.
  const timeout = new Promise<undefined>((done) => setTimeout(() => done(undefined), networkLimitMs))
  const answer = await Promise.race([request, timeout]).catch(() => undefined)
  if (answer?.ok) {
    keep(event, shell.page, answer)
    return answer
  }
  return (await cached(shell.page)) ?? answer ?? request
}

/** File names change with their content, so a cached file is never stale. */
async function fileFirstFromCache(event: FetchEvent): Promise<Response> {
  const known = await cached(event.request)
  if (known) return known
  const answer = await fetch(event.request)
  if (answer.ok) keep(event, event.request, answer)
  return answer
}

/** Undefined also where the browser forbids the cache. */
const cached = (request: Request | string) => caches.match(request, anyEncoding).catch(() => undefined)

/** Does not delay the answer; a full disk only loses the copy. */
function keep(event: FetchEvent, request: Request | string, answer: Response): void {
  const copy = answer.clone()
  const keeping = caches.open(cacheName).then((cache) => cache.put(request, copy))
  event.waitUntil(keeping.catch(() => undefined))
}
