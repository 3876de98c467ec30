import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createPasswords } from './accounts/passwords.ts'
import { addressBookRoutes } from './orders/address-book-routes.ts'
import { accountLimits } from './accounts/limits.ts'
import { requireAccount as requireAccountOf } from './accounts/sessions.ts'
import { accountRoutes } from './accounts/routes.ts'
import { contentOfDraft } from './orders/drafts.ts'
import { bytesOfDraft } from './orders/drafts-table.ts'
import { draftsRoutes } from './orders/drafts-routes.ts'
import { wireActions, type Actions } from './actions.ts'
import { newerMigration } from './database/migrate.ts'
import type { RequireAccount, RequireOperator } from './http/bearer.ts'
import { bareApp } from './http/bare-app.ts'
import { type App, onlyLocal } from './http/app.ts'
import { createDocumentReader } from './http/streams.ts'
import { configRoute } from './http/config-route.ts'
import { healthRoutes, metricsRoute } from './http/health.ts'
import { describeCalls } from './http/openapi.ts'
import { readSite, servePages } from './http/pages.ts'
import { letterFigures } from './orders/export-letters.ts'
import { eraseContents, eraseRoute } from './privacy/erase.ts'
import { exportRoute } from './privacy/export.ts'
import { lettersRoutes } from './orders/routes.ts'
import { findAccess } from './orders/my-letters.ts'
import { mailboxRoutes } from './mail/sandbox-mailbox.ts'
import { type Observer, observeRequests } from './operating/observations.ts'
import { booksRoutes } from './invoices/routes.ts'
import { paymentRoutes, sandboxConfirmRoute } from './payments/routes.ts'
import { webhookRoute } from './payments/webhook.ts'
import { voidPrintJob } from './letters/print-jobs.ts'
import { factorRoutes } from './print-room/factor-routes.ts'
import { auditRoute } from './print-room/audit-log.ts'
import { operatorOf } from './print-room/operators-table.ts'
import { requireOperator as requireOperatorOf } from './print-room/require-operator.ts'
import { printRoomRoutes } from './print-room/routes.ts'
import { pricesRoute } from './letters/prices.ts'
import { StartTrouble } from './start-trouble.ts'
import type { World } from './world.ts'

const builtSite = join(import.meta.dirname, '..', 'web', 'dist')

/**
 * The whole server from the world it lives in: every module's calls, and the pages. It listens to nothing yet; `observer`
 * hears what requests tell of the settings. @throws StartTrouble
 */
export async function createApp(
  opened: Omit<World, 'log'>,
  observer: Observer = () => {},
): Promise<{ app: App; actions: Actions; world: World }> {
  const { settings, db, clock, sandbox } = opened
  const requireAccount: RequireAccount = (request, also) => requireAccountOf({ db, clock }, request, also)
  if (!existsSync(builtSite)) throw new StartTrouble('The pages are not built: npm run build')
  const site = readSite(builtSite, settings)
  const app = bareApp(opened, site.notFoundPage)
  const world = { ...opened, log: app.log }
  observeRequests(app, observer, settings.trustProxy)
  if (settings.metricsToken) await addMetrics(app, world, settings.metricsToken)
  const actions = wireActions(world)
  const { limits, queueMail, money, posting, printRoom, erasers, exportParts } = actions
  if (sandbox) onlyLocal(app)
  const requireOperator: RequireOperator = (request, proof) =>
    requireOperatorOf({ db, clock, requireAccount }, request, proof)
  await describeCalls(app, requireOperator, settings.publicUrl)

  const accounts = {
    db,
    clock,
    random: world.random,
    captcha: world.captcha,
    altcha: world.altcha,
    social: world.social,
    limits: accountLimits(limits),
    queueMail,
    eraseContents,
    mode: settings.mode,
    publicUrl: settings.publicUrl,
    passwords: createPasswords(),
    letterFigures: (accountId: string) => letterFigures(db, accountId),
    operatorOf: (accountId: string) => operatorOf(db, accountId),
    erasers,
    exportParts,
    mint: sandbox?.mint,
  }
  accountRoutes(app, accounts)
  exportRoute(app, accounts)
  eraseRoute(app, accounts)
  const readDocument = createDocumentReader(limits)
  lettersRoutes(app, {
    db,
    clock,
    random: world.random,
    cipher: world.cipher,
    typesetter: world.typesetter,
    fetchPicture: world.fetchPicture,
    publicUrl: settings.publicUrl,
    allPrices: actions.allPrices,
    cutOff: settings.cutOff,
    postAhead: settings.postAhead,
    limits,
    queueMail,
    requireAccount,
    readDocument,
    voidPrintJob,
    cancelIntentOf: money.cancelIntentOf,
    requestRefund: money.requestRefund,
    contentOfDraft: (accountId, draft) => contentOfDraft({ db, cipher: world.cipher }, accountId, draft),
    bytesOfDraft: (accountId, id) => bytesOfDraft(db, accountId, id),
  })
  draftsRoutes(app, { db, clock, cipher: world.cipher, limits, requireAccount, readDocument })
  addressBookRoutes(app, { ...actions.addressBook, limits, requireAccount })
  paymentRoutes(app, world)
  webhookRoute(app, world)
  booksRoutes(app, {
    ...actions.books,
    typesetter: world.typesetter,
    requireAccount,
    findAccess: (accountId, letterId) => findAccess(db, accountId, letterId),
    limits,
  })
  if (sandbox) {
    sandboxConfirmRoute(app, sandbox.cards)
    mailboxRoutes(app, { db })
  }
  printRoomRoutes(app, {
    db,
    clock,
    requireOperator,
    cutOff: settings.cutOff,
    closedDays: printRoom.closedDays,
    openLetter: printRoom.openLetter,
    openLetters: printRoom.openLetters,
    becomesPaper: printRoom.becomesPaper,
    openMerger: printRoom.openMerger,
    takeStep: printRoom.takeStep,
    takeSteps: printRoom.takeSteps,
    lockLetter: printRoom.lockLetter,
    ...posting,
    queueMail,
    ...money,
    ...actions.office,
    recordAuditEntry: printRoom.recordAuditEntry,
    log: app.log,
  })
  factorRoutes(app, { ...actions.operators, requireAccount, limits })
  auditRoute(app, { db, clock, requireOperator })
  pricesRoute(app, { db, requireOperator })
  configRoute(app, settings, actions.allPrices)
  healthRoutes(app, { db, isClosing: closingOf(app), newerMigration })
  await servePages(app, site)
  return { app, actions, world }
}

/** Where nobody may ask, nothing is measured, and what measures is not loaded. */
async function addMetrics(app: App, { db, pool, clock, cards }: World, token: string) {
  const { measureCardCalls, measureRequests, processMetrics } = await import('./http/metrics.ts')
  const { databaseMetrics } = await import('./http/metrics.ts')
  const registry = processMetrics(pool)
  databaseMetrics({ db, clock }, registry)
  measureRequests(app, registry)
  cards.on('response', measureCardCalls(registry))
  metricsRoute(app, { registry, token })
}

/** From the first moment of closing on: whoever balances load must send nobody here any more. */
function closingOf(app: App): () => boolean {
  let closing = false
  app.addHook('preClose', () => {
    closing = true
    return Promise.resolve()
  })
  return () => closing
}
