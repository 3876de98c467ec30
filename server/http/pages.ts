import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import type { NotFoundPage } from './answers.ts'
import type { App } from './app.ts'
import { contentPolicy } from './policies.ts'
import { config, type Config } from '@lacre/letter/calls.ts'
import type { PriceRow } from '@lacre/letter/price/price.ts'

/**
 * A page in the build's manifest: its files, each with a compressed copy, and hashes of its inline scripts and styles.
 */
type BuiltPage = { file: string; sandboxFile: string; scripts: string[]; styles: string[] }
type Page = { html: Buffer; packed: Buffer; etag: string; policy: string }

const year = 31_536_000

/** The built site in memory; `notFoundPage` is for all other paths. */
type Site = { files: string; pages: Record<string, Page>; notFoundPage: NotFoundPage }

/** `site` is `web/dist`. */
export function readSite(site: string, settings: Settings): Site {
  const built = JSON.parse(readFileSync(join(site, 'pages.json'), 'utf8')) as Record<string, BuiltPage>
  const files = join(site, 'browser')
  const read = Object.entries(built).map(([path, page]) => [path, readPage(files, page, settings)] as const)
  const { '/404': missing, ...pages } = Object.fromEntries(read)
  return {
    files,
    pages,
    notFoundPage(request, reply) {
      const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
      if (wantsPage && missing) send(missing, request, reply)
      return wantsPage && !!missing
    },
  }
}

/** Serves pages from memory, each with its policy, and hashed assets with a year of caching. */
export async function servePages(app: App, { files, pages }: Site) {
  for (const [path, page] of Object.entries(pages))
    app.get(path, { schema: { hide: true } }, (request, reply) => send(page, request, reply))
  serviceWorkerRoute(app, files)
  await app.register(serveFiles, {
    root: join(files, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    maxAge: year * 1000,
    immutable: true,
    index: false,
  })
  await app.register(serveFiles, {
    root: join(files, 'texts'),
    prefix: '/texts/',
    decorateReply: false,
    preCompressed: true,
    index: false,
  })
}

function readPage(files: string, page: BuiltPage, settings: Settings): Page {
  const file = join(files, settings.mode === 'sandbox' ? page.sandboxFile : page.file)
  const html = readFileSync(file)
  return {
    html,
    packed: readFileSync(`${file}.br`),
    etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    policy: contentPolicy(page, settings),
  }
}

function send(page: Page, request: FastifyRequest, reply: FastifyReply) {
  void reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', page.policy)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag)
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  return takesBrotli ? reply.header('content-encoding', 'br').send(page.packed) : reply.send(page.html)
}

/** The specification writes some paths with a trailing slash. Both are answered; the one without is documented. */
export const spellings = (path: `/${string}`) => [
  { url: path, hide: false },
  { url: `${path}/`, hide: true },
]

// The service worker may fetch from this server and load nothing else. Safari applies this to the pages' workers it
// fetches too: without `worker-src`, /write once visited would break registration and previews.
const policy = "default-src 'none'; connect-src 'self'; worker-src 'self'"

/** `/service-worker.js` keeps the writing page for offline use; revalidated at each visit. */
function serviceWorkerRoute(app: App, files: string): void {
  const file = join(files, 'service-worker.js')
  if (!existsSync(file)) return
  const script = readFileSync(file)
  app.get('/service-worker.js', { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .send(script),
  )
}

/** Public settings of providers and prices for the browser. */
export function configRoute(app: App, settings: Settings, allPrices: () => Promise<PriceRow[]>) {
  const answer = configOf(settings)
  const schema = {
    response: { 200: config },
    operationId: 'readConfig',
    summary: 'Qué proveedores usa este servidor',
    tags: ['servidor'],
  }
  app.get('/config', { schema }, async (_request, reply) => {
    void reply.header('cache-control', 'no-cache')
    return { ...answer, prices: await allPrices() }
  })
}

function configOf({
  mode,
  cards,
  paymentMethods,
  google,
  recaptcha,
  operator,
  printColour,
  postAhead,
  closedDays,
  cutOff,
}: Settings): Omit<Config, 'prices'> {
  return {
    mode,
    cards: {
      ...(cards
        ? { kind: 'stripe' as const, publishableKey: cards.publishableKey }
        : { kind: 'sandbox' as const }),
      methods: paymentMethods,
    },
    social: google
      ? { kind: 'google', clientId: google.clientId }
      : { kind: mode === 'sandbox' ? 'sandbox' : 'none' },
    captcha: recaptcha ? { kind: 'recaptcha', siteKey: recaptcha.siteKey } : { kind: 'altcha' },
    operator,
    printColour,
    postAhead,
    closedDays: [...closedDays],
    cutOff: cutOff ? { hour: cutOff.hour, minute: cutOff.minute } : null,
  }
}
