import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Asking = { request: object; respondWith: (answer: Promise<Response>) => void; waitUntil: () => void }

/** A stubbed cache storage; `refuses`: errors to throw. */
let kept: Map<string, Response>
let refuses: { match?: Error; put?: Error }
let listen: (asking: Asking) => void

beforeEach(async () => {
  kept = new Map()
  refuses = {}
  const keyOf = (of: string | { url: string }) => new URL(typeof of === 'string' ? of : of.url, site).pathname
  const match = (of: string | { url: string }) =>
    refuses.match ? Promise.reject(refuses.match) : Promise.resolve(kept.get(keyOf(of)))
  const put = (of: string | { url: string }, answer: Response) =>
    refuses.put ? Promise.reject(refuses.put) : Promise.resolve(void kept.set(keyOf(of), answer))
  vi.stubGlobal('SHELL', { version: 'v', page: '/write', files: [] })
  vi.stubGlobal('location', { origin: site })
  vi.stubGlobal('caches', { open: () => Promise.resolve({ put }), match })
  vi.stubGlobal('addEventListener', (type: string, listener: typeof listen) => {
    if (type === 'fetch') listen = listener
  })
  vi.resetModules()
  await import(worker)
})
afterEach(() => vi.unstubAllGlobals())

/** Loads it as a script, since it is no module. */
const worker: string = './service-worker.ts'
const site = 'https://lacre.example'
const network = (answer: Response | Error) =>
  vi.stubGlobal('fetch', () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)))
const open = (path: string, mode = 'no-cors') =>
  new Promise<Response>((done, fail) =>
    listen({
      request: { url: site + path, method: 'GET', mode },
      respondWith: (answer) => void answer.then(done, fail),
      waitUntil: () => undefined,
    }),
  )

test('offline: a file fetched once is served from the cache', async () => {
  network(new Response('program'))
  expect(await (await open('/assets/a.js')).text()).toBe('program')
  network(new TypeError('no network'))
  expect(await (await open('/assets/a.js')).text()).toBe('program')
})

test('offline: with a full disk or a forbidden cache, files come from the network', async () => {
  for (const refused of [
    { put: new DOMException('full', 'QuotaExceededError') },
    { match: new DOMException('forbidden', 'SecurityError') },
  ]) {
    refuses = refused
    network(new Response('program'))
    expect(await (await open('/assets/b.js')).text()).toBe('program')
    network(new Response('page'))
    expect(await (await open('/write', 'navigate')).text()).toBe('page')
  }
})
