import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer, type ViteDevServer } from 'vite'
import { serveEmbedded } from '../../server/database/embedded.ts'
import { endGracefully, startSentence } from '../../server/start-trouble.ts'
import { postgresFolder } from '../../server/open-world.ts'
import { loadSettingsFile, readSettings } from '../../server/settings.ts'
import type { routes } from '../src/routes.tsx'
import { site } from './bundle.ts'
import { startServer } from './dev-server.ts'
import { freePort } from './free-port.ts'
import { places } from './places.ts'

/**
 * `npm run dev`: Vite serves pages and modules from their sources at the usual address, and proxies every other call to
 * the server behind it, which restarts when its sources change. Pages are rendered in the browser and carry no content
 * policy, which would stop the scripts of Vite; `npm start` shows them as they are served.
 */

/** Paths that Vite serves; the server gets all others. */
const vitePaths = String.raw`/(@|src/|node_modules/|assets/|texts/|index\.html)`
const isServerSource = (file: string) =>
  /\/(server|letter)\//.test(file) && !/\.test\.ts$|\/testing\//.test(file)

/** Removes the service worker that a visit under `npm start` left; it would answer with built pages. */
const noServiceWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', () => registration.unregister())`

loadSettingsFile()
const settings = readSettings(process.env)
// The server does not start without a built site; of it, only the page for unknown addresses is seen here.
if (!existsSync(places.pages))
  spawnSync(process.execPath, ['web/build/build.ts'], { cwd: places.repository, stdio: 'inherit' })

const ending: (() => Promise<unknown>)[] = []
const { promise: starting, resolve: started } = Promise.withResolvers<void>()
const end = endGracefully({
  starting,
  async close(failure) {
    if (failure) console.error(startSentence(failure) ?? failure)
    for (const close of ending.reverse()) await close()
  },
  graceMs: 60_000,
})
const watch = { onRestart: () => console.error('PostgreSQL was started again'), onGone: end }
const embedded = settings.databaseUrl
  ? undefined
  : await serveEmbedded({ dir: postgresFolder(settings), watch })
if (embedded) ending.push(() => embedded.leave())
const port = await freePort()
const server = startServer({
  PORT: String(port),
  PUBLIC_URL: settings.publicUrl.href,
  ...(embedded && {
    DATABASE_URL: `postgres://app@localhost/app?host=${encodeURIComponent(embedded.connection.host!)}`,
  }),
})

ending.push(() => server.stop())

/** Leads the address of a screen to index.html; a call waits until the server answers again. */
async function direct(vite: ViteDevServer, request: IncomingMessage) {
  const path = request.url?.split('?')[0] ?? '/'
  if (new RegExp(`^${vitePaths}`).test(path)) return
  const screens = (await vite.ssrLoadModule('/src/routes.tsx')) as { routes: typeof routes }
  const isScreen = request.headers.accept?.includes('text/html') && Object.hasOwn(screens.routes, path)
  if (isScreen) request.url = '/index.html'
  else await server.ready()
}

const vite = await createServer({
  ...site,
  logLevel: 'info',
  cacheDir: `${places.repository}/node_modules/.cache/vite`,
  optimizeDeps: { entries: ['src/main.tsx'] },
  plugins: [
    ...site.plugins!,
    {
      name: 'lacre',
      configureServer(ours) {
        ours.middlewares.use('/service-worker.js', (_request, response) => {
          response.setHeader('content-type', 'text/javascript').end(noServiceWorker)
        })
        ours.middlewares.use((request, _response, next) => void direct(ours, request).then(next, next))
      },
      transformIndexHtml: (html) => ({
        html: html.replace('<html ', `<html data-mode="${settings.mode}" `),
        tags: [{ tag: 'script', attrs: { type: 'module', src: '/src/main.tsx' }, injectTo: 'body' }],
      }),
    },
  ],
  server: {
    host: settings.host,
    port: settings.port,
    strictPort: true,
    proxy: { [`^(?!${vitePaths})`]: `http://localhost:${port}` },
  },
})

ending.push(() => vite.close())

const reload = () => vite.ws.send({ type: 'full-reload' })
vite.watcher.add(['server', 'letter'].map((part) => `${places.repository}${part}`))
vite.watcher.on('all', (_event, file) => {
  if (isServerSource(file)) void server.restart().then(reload)
  else if (file.startsWith(places.texts)) reload()
})

await vite.listen()
vite.printUrls()
started()
