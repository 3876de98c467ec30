import { addressBookRoutes } from '../../orders/address-book-routes.ts'
import { requireAccount as requireAccountOf } from '../../accounts/sessions.ts'
import { findAccess } from '../../orders/my-letters.ts'
import { wireActions } from '../../actions.ts'
import { booksRoutes } from '../../invoices/routes.ts'
import { letterCipher } from '../../database/cipher.ts'
import { contentOfDraft } from '../../orders/drafts.ts'
import { bytesOfDraft } from '../../orders/drafts-table.ts'
import { draftsRoutes } from '../../orders/drafts-routes.ts'
import { createDocumentReader } from '../../http/streams.ts'
import type { RequireAccount } from '../../http/bearer.ts'
import { lettersRoutes } from '../../orders/routes.ts'
import { systemRandom as random } from '../../outside/clock.ts'
import type { Message } from '../../outside/mail.ts'
import { paymentRoutes } from '../../payments/routes.ts'
import { webhookRoute } from '../../payments/webhook.ts'
import { quickTypesetter } from '../../typesetting/testing/quick-typesetter.ts'
import { accountHouse } from '../account-house.ts'
import { goodCard, postEvent, testCards, webhookSecret } from '../test-cards.ts'
import { testClock } from '../test-clock.ts'
import { testDatabase } from '../test-database.ts'
import { fromSettings } from '../../world.ts'
import { createMergerApart } from '../../print-room/merge.ts'
import { createLimits } from '../../http/limits.ts'
import { testSettings } from '../test-settings.ts'
import { voidPrintJob } from '../../letters/print-jobs.ts'

export const printed = Buffer.from('%PDF-1.7 zarzamora')

/** Accounts, letters, drafts, address book, payments and invoices on one database, wired as in `app.ts`. */
export async function wholeHouse() {
  const database = { ...(await testDatabase()) }
  const { db } = database
  const clock = testClock('2026-11-23T09:00:00Z')
  const settings = testSettings()
  const cipher = letterCipher(random.bytes(32), random)
  const { sandbox, cards, deliver } = testCards(db, clock)
  const typesetter = quickTypesetter(printed, {
    setInvoice: ({ number, buyer }) => Promise.resolve({ pdf: Buffer.from([number, ...buyer].join('\n')) }),
    unprintable: () => Promise.resolve({ characters: [] }),
  })
  const carried: Message[] = []
  const carrier = { fails: false }
  const world = {
    ...fromSettings(settings),
    db,
    pool: database.pool,
    installation: database.installation,
    limits: createLimits(database.pool),
    log: { error: () => {}, warn: () => {} },
    openMerger: createMergerApart(),
    clock,
    random,
    cipher,
    cards,
    webhookSecret,
    typesetter,
    captcha: { verify: () => Promise.resolve(true) },
    social: undefined,
    mailCarrier: {
      carry(message: Message) {
        if (carrier.fails) return Promise.reject(new Error('no mail server'))
        carried.push(message)
        return Promise.resolve()
      },
    },
    fetchPicture: () => Promise.resolve(undefined),
    sendAlarm: undefined,
    altcha: undefined,
    sandbox: undefined,
  }
  const actions = wireActions(world)
  const { limits, queueMail, money, erasers, exportParts } = actions
  const accounts = await accountHouse({ database, clock, queueMail, erasers, exportParts })
  const { app } = accounts
  const requireAccount: RequireAccount = (request, also) => requireAccountOf({ db, clock }, request, also)
  const readDocument = createDocumentReader(limits)
  lettersRoutes(app, {
    ...world,
    ...actions.printRoom,
    db,
    publicUrl: settings.publicUrl,
    allPrices: actions.allPrices,
    cutOff: settings.cutOff,
    postAhead: settings.postAhead,
    limits,
    queueMail,
    requireAccount,
    readDocument,
    cancelIntentOf: money.cancelIntentOf,
    requestRefund: money.requestRefund,
    voidPrintJob: voidPrintJob,
    contentOfDraft: (accountId, draft) => contentOfDraft({ db, cipher }, accountId, draft),
    bytesOfDraft: (accountId, id) => bytesOfDraft(db, accountId, id),
  })
  draftsRoutes(app, { db, clock, cipher, limits, requireAccount, readDocument })
  addressBookRoutes(app, { ...actions.addressBook, limits, requireAccount })
  paymentRoutes(app, world)
  webhookRoute(app, world)
  booksRoutes(app, {
    ...actions.books,
    typesetter,
    requireAccount,
    findAccess: (accountId, letterId) => findAccess(db, accountId, letterId),
    limits,
  })

  const call = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
  return {
    ...accounts,
    clock,
    cipher,
    actions,
    world,
    carried,
    carrier,
    call,
    tell: () => deliver((body, signature) => postEvent(app, body, signature)),
    /** Through the calls, as the page does; the provider's news is told by `tell`. */
    async pay(token: string, letterId: string): Promise<void> {
      const answer = await call(token, 'POST', '/stripe/create-payment-intent', { letter_id: letterId })
      const { clientSecret } = answer.json<{ clientSecret?: string }>()
      if (!clientSecret) throw new Error(answer.body)
      await sandbox.confirm({ client_secret: clientSecret, card: goodCard })
    },
  }
}
