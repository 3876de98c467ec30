import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createPasswords } from './accounts/passwords/passwords.ts'
import { addressBookRoutes } from './address-book/routes.ts'
import { accountLimits } from './accounts/account-limits.ts'
import { requireAccount as requireAccountOf } from './accounts/sign-in/require-account.ts'
import { accountRoutes } from './accounts/routes.ts'
import { contentOfDraft } from './drafts/content-of-draft.ts'
import { bytesOfDraft } from './drafts/drafts-table.ts'
import { draftsRoutes } from './drafts/routes.ts'
import { wireActions, type Actions } from './actions.ts'
import { newerMigration } from './database/migrate.ts'
import type { RequireAccount, RequireOperator } from './http/bearer.ts'
import { bareApp } from './http/bare-app.ts'
import type { App } from './http/app.ts'
import { createDocumentReader } from './http/answers/read-documents.ts'
import { configRoute } from './http/config-route.ts'
import { healthRoutes, metricsRoute } from './http/telemetry/health.ts'
import { onlyLocal } from './http/only-local.ts'
import { describeCalls } from './http/openapi.ts'
import { readSite, servePages } from './http/pages.ts'
import { letterFigures } from './letters/mine/letter-figures.ts'
import { eraseContents } from './erase-contents.ts'
import { lettersRoutes } from './letters/routes.ts'
import { findAccess } from './letters/mine/reader.ts'
import { mailboxRoutes } from './mail/mailbox-routes.ts'
import type { Observer } from './operating/alarms/observations-table.ts'
import { observeRequests } from './operating/alarms/observe-requests.ts'
import { booksRoutes } from './books/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { sandboxConfirmRoute } from './payments/sandbox-confirm-route.ts'
import { webhookRoute } from './payments/webhook-route.ts'
import { voidPrintJob } from './print-room/jobs/void-print-job.ts'
import { factorRoutes } from './operators/factor-routes.ts'
import { auditRoute } from './operators/audit-route.ts'
import { operatorOf } from './operators/operators-table.ts'
import { requireOperator as requireOperatorOf } from './operators/require-operator.ts'
import { printRoomRoutes } from './print-room/routes.ts'
import { pricesRoute } from './prices/prices-route.ts'
import { StartTrouble } from './start-trouble.ts'
import type { World } from './world.ts'

const builtSite = join(import.meta.dirname, '..', 'web', 'dist')

/**
 * The whole server from the world it lives in: every module's calls, and the pages. It listens to nothing yet; `observer`
 * hears what requests tell of the settings. @throws StartTrouble
 */
export async function createApp(
  world: World,
  observer: Observer = () => {},
): Promise<{ app: App; actions: Actions }> {
  const { settings, database, clock, sandbox } = world
  const { db } = database
  const requireAccount: RequireAccount = (request, also) => requireAccountOf({ db, clock }, request, also)
  if (!existsSync(builtSite)) throw new StartTrouble('The pages are not built: npm run build')
  const site = readSite(builtSite, settings)
  const app = bareApp(world, site.notFoundPage)
  observeRequests(app, observer, settings.trustProxy)
  if (settings.metricsToken) await addMetrics(app, world, settings.metricsToken)
  const actions = wireActions(world, app.log)
  const { limits, queueMail, payments, money, posting, printRoom, erasers, exportParts } = actions
  if (sandbox) onlyLocal(app)
  const requireOperator: RequireOperator = (request, proof) =>
    requireOperatorOf({ db, clock, requireAccount }, request, proof)
  await describeCalls(app, requireOperator, settings.publicUrl)

  accountRoutes(app, {
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
    letterFigures: (accountId) => letterFigures(db, accountId),
    operatorOf: (accountId) => operatorOf(db, accountId),
    erasers,
    exportParts,
    mint: sandbox?.mint,
  })
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
  paymentRoutes(app, payments, requireAccount)
  webhookRoute(app, payments, world.webhookSecret)
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
  return { app, actions }
}

/** Where nobody may ask, nothing is measured, and what measures is not loaded. */
async function addMetrics(app: App, { database, clock, cards }: World, token: string) {
  const { measureCardCalls, measureRequests, processMetrics } = await import('./http/telemetry/metrics.ts')
  const { databaseMetrics } = await import('./http/telemetry/database-metrics.ts')
  const registry = processMetrics(database.pool)
  databaseMetrics({ db: database.db, clock }, registry)
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
