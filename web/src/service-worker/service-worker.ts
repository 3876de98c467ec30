/** The build writes here what the writing page is made of: its address, its files, and a name for exactly those. */
declare const SHELL: { version: string; page: string; files: string[] }
const shell = SHELL

// The browser's own types for this are of a library that cannot stand beside the page's.
type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Asking = Lasting & { request: Request; respondWith(answer: Promise<Response>): void }
const worker = globalThis as unknown as {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Asking) => void): void
}

const family = 'lacre-'
const cacheName = family + shell.version
const patienceMs = 5000
/** Servers differ in how they pack a file; it is the same file. */
const anyPacking = { ignoreVary: true }

worker.addEventListener('install', (event) =>
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll([new Request(shell.page, { cache: 'no-cache' }), ...shell.files])),
  ),
)

// It waits until no page of the older build is open (no skipWaiting), so nobody's files go while they are used.
worker.addEventListener('activate', (event) => event.waitUntil(forgetOlder()))

async function forgetOlder() {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(family) && name !== cacheName)
  await Promise.all(older.map((name) => caches.delete(name)))
}

/** Only the writing page and the site's own files. No call, and no page with a token in its address, is ever kept. */
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pathname === shell.page) event.respondWith(pageFirstFromNetwork(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(fileFirstFromCache(event))
})

async function pageFirstFromNetwork(event: Asking): Promise<Response> {
  const asked = fetch(event.request)
  // A network that is there but does not answer is no network for a person who waits.
  const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), patienceMs))
  const answer = await Promise.race([asked, late]).catch(() => undefined)
  if (answer?.ok) {
    keep(event, shell.page, answer)
    return answer
  }
  return (await kept(shell.page)) ?? answer ?? asked
}

/** Their names change with their content, so what was kept is never old. */
async function fileFirstFromCache(event: Asking): Promise<Response> {
  const known = await kept(event.request)
  if (known) return known
  const answer = await fetch(event.request)
  if (answer.ok) keep(event, event.request, answer)
  return answer
}

/** Nothing where the browser does not let one look: then the network has it. */
const kept = (asked: Request | string) => caches.match(asked, anyPacking).catch(() => undefined)

/** Beside the answer, which waits for no disk; a full one keeps nothing, and the answer is there all the same. */
function keep(event: Asking, asked: Request | string, answer: Response): void {
  const copy = answer.clone()
  const keeping = caches.open(cacheName).then((cache) => cache.put(asked, copy))
  event.waitUntil(keeping.catch(() => undefined))
}
