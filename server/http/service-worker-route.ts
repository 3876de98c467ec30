import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from './app.ts'

// The worker may ask this server for files and load nothing else. Safari applies it to the pages' workers too, which it
// fetches: without `worker-src` nobody who had visited /write could register or see a preview.
const policy = "default-src 'none'; connect-src 'self'; worker-src 'self'"

/** `/service-worker.js`, which keeps the writing page for when there is no network; asked for anew at each visit. */
export function serviceWorkerRoute(app: App, files: string): void {
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
