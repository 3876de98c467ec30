import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addressBookRoutes } from './orders/address-book.ts'
import { accountRoutes } from './accounts/routes.ts'
import { bareApp } from './http/bare-app.ts'
import { type App, onlyLocal } from './http/app.ts'
import { createDocumentReader } from './http/streams.ts'
import { configRoute, readSite, servePages } from './http/pages.ts'
import { healthRoutes, metricsRoute } from './http/health.ts'
import { describeCalls } from './http/openapi.ts'
import { draftsRoutes, eraseContents } from './orders/drafts.ts'
import { eraseRoute } from './privacy/erase.ts'
import { exportRoute } from './privacy/export.ts'
import { lettersRoutes } from './orders/routes.ts'
import { signatureRoutes } from './orders/signature.ts'
import { templatesRoutes } from './orders/templates.ts'
import { mailboxRoutes } from './mail/sandbox-mailbox.ts'
import { alarmKinds } from './operating/checks.ts'
import { type Observer, observeRequests } from './operating/observations.ts'
import { booksRoutes } from './invoices/routes.ts'
import { paymentRoutes, sandboxConfirmRoute } from './payments/routes.ts'
import { webhookRoute } from './payments/webhook.ts'
import { factorRoutes } from './print-room/factor-routes.ts'
import { auditRoute } from './print-room/office.ts'
import { findOperator } from './print-room/operators.ts'
import { printRoomRoutes } from './print-room/routes.ts'
import { requireOperator } from './print-room/require-operator.ts'
import { allPrices } from './letters/prices.ts'
import { pricesRoute } from './print-room/prices.ts'
import { StartTrouble } from './start-trouble.ts'
import type { World } from './world.ts'

const builtSite = join(import.meta.dirname, '..', 'web', 'dist')

/**
 * The whole server: every module's calls, and the pages. It does not listen yet; `observer` gets what requests show
 * about the settings. @throws StartTrouble
 */
export async function createApp(
  opened: Omit<World, 'log'>,
  observer: Observer = () => {},
): Promise<{ app: App; world: World }> {
  const { settings, db } = opened
  if (!existsSync(builtSite)) throw new StartTrouble('The pages are not built: npm run build')
  const site = readSite(builtSite, settings)
  const app = bareApp(opened, site.notFoundPage)
  const world = { ...opened, log: app.log }
  observeRequests(app, observer, settings.trustProxy)
  if (settings.metricsToken) await addMetrics(app, world, settings.metricsToken)
  if (world.sandbox) onlyLocal(app)
  await describeCalls(app, (request) => requireOperator(world, request), settings.publicUrl)

  addCalls(app, world)
  configRoute(app, settings, () => allPrices(db))
  healthRoutes(app, { db, isClosing: closingOf(app) })
  await servePages(app, site)
  return { app, world }
}

/** Every module's calls: the whole API, without pages and metrics. */
export function addCalls(app: App, world: World, readDocument = createDocumentReader(world.limits)): void {
  accountRoutes(app, {
    ...world,
    mint: world.sandbox?.mint,
    eraseContents,
    findOperator: (accountId) => findOperator(world.db, accountId),
  })
  exportRoute(app, world)
  eraseRoute(app, world)
  const withReader = { ...world, readDocument }
  lettersRoutes(app, withReader)
  draftsRoutes(app, withReader)
  signatureRoutes(app, world)
  templatesRoutes(app, withReader)
  addressBookRoutes(app, world)
  paymentRoutes(app, world)
  webhookRoute(app, world)
  booksRoutes(app, world)
  if (world.sandbox) {
    sandboxConfirmRoute(app, world.sandbox.cards)
    mailboxRoutes(app, world)
  }
  printRoomRoutes(app, world)
  factorRoutes(app, world)
  auditRoute(app, world)
  pricesRoute(app, world)
}

/** Loads and measures nothing when /metrics is off. */
async function addMetrics(app: App, { db, pool, cards }: World, token: string) {
  const { databaseMetrics, measureCardCalls, measureRequests, processMetrics } =
    await import('./http/health.ts')
  const registry = processMetrics(pool)
  databaseMetrics({ db, checks: alarmKinds }, registry)
  measureRequests(app, registry)
  cards.on('response', measureCardCalls(registry))
  metricsRoute(app, { registry, token })
}

/** True from the beginning of the shutdown: the load balancer must send nothing more. */
function closingOf(app: App): () => boolean {
  let closing = false
  app.addHook('preClose', () => {
    closing = true
    return Promise.resolve()
  })
  return () => closing
}
