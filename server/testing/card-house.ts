import type { State } from '@lacre/letter/journey.ts'
import { sql } from 'kysely'
import type { Tx } from '../database/tables.ts'
import { bareApp } from '../http/bare-app.ts'
import { recordSteps } from '../letters/steps.ts'
import type { PaymentsDeps } from '../payments/seen-intent.ts'
import {
  nameRefund,
  retryOwedRefund,
  waitingRefunds,
  requestRefund,
  type RefundRequest,
} from '../payments/refunds.ts'
import { cancelIntentOf } from '../payments/learn-intent.ts'
import { reconcile, reconcileInTurn } from '../payments/reconcile.ts'
import { settleRefunds } from '../payments/settle-refunds.ts'
import { paymentRoutes, sandboxConfirmRoute } from '../payments/routes.ts'
import { webhookRoute } from '../payments/webhook.ts'
import { booksOf } from './books.ts'
import { plantAccount, plantLetter } from './plant.ts'
import { goodCard, postEvent, webhookSecret } from './test-cards.ts'
import { testDatabase, type TestDatabase } from './test-database.ts'
import { testSettings } from './test-settings.ts'
import { failingDatabase, queuesMail } from './played-database.ts'
import { testWorld, type Elsewhere } from './test-world.ts'

/** The payments module with the sandbox as its outside world. Only the network is false. */
export async function cardHouse(
  changes: Partial<PaymentsDeps> = {},
  environment: Record<string, string> = {},
  own?: Elsewhere & { database: TestDatabase },
) {
  const database = own?.database ?? (await testDatabase())
  const settings = testSettings(environment)
  const { world, provider } = testWorld(database, { settings, ...own })
  const { db, clock, random } = world
  const { sandbox, network, cards, deliver } = provider
  const deps = { ...world, ...changes }

  const app = bareApp({ settings, random })
  paymentRoutes(app, deps)
  webhookRoute(app, deps)
  sandboxConfirmRoute(app, sandbox)

  const post = (body: string, signature: string) => postEvent(app, body, signature)
  const askIntent = (letterId: string, accountId: string, letters?: string[], draft?: string) =>
    app.inject({
      method: 'POST',
      url: '/stripe/create-payment-intent',
      headers: { authorization: `Bearer ${accountId}` },
      body: { letter_id: letterId, letters, draft },
    })

  const logged: object[] = []

  return {
    db,
    pool: database.pool,
    clock,
    cards,
    provider,
    network,
    deps,
    app,
    post,
    askIntent,
    cancelIntentOf: (letterId: string) => cancelIntentOf(deps, letterId),
    reconcile: (since?: Date) => reconcile(deps, since),
    reconcileInTurn: () => reconcileInTurn(deps),
    retryOwedRefund: (letterId: string) =>
      db.transaction().execute((tx) => retryOwedRefund(deps, tx, letterId)),
    nameRefund: (letterId: string) => db.transaction().execute((tx) => nameRefund(deps, tx, letterId)),
    waitingRefunds: () => waitingRefunds(db),
    requestRefund: (tx: Tx, refund: RefundRequest) => requestRefund(deps, tx, refund),
    settleRefunds: () =>
      settleRefunds({ ...deps, log: { error: (about) => void logged.push(about), warn: () => {} } }),
    /** What the back-off of refunds would wait for. */
    tryAgainNow: () =>
      sql`update job set run_at = now(), lease_until = null where kind = 'refund'`.execute(db),
    logged,
    /** Whatever queues a mail about this letter goes wrong by a mistake of ours. */
    breakMailsOf(letterId: string) {
      deps.db = failingDatabase(db, [...queuesMail, letterId], new Error('surprise'))
    },
    account: (verifiedAt: Date | null = null) => plantAccount(db, { email_verified_at: verifiedAt }),
    async letter(accountId: string, state: State = 'frozen'): Promise<string> {
      const now = clock.now()
      return db.transaction().execute(async (tx) => {
        const id = await plantLetter(tx, { account_id: accountId, state, pages: 2, created_at: now })
        await recordSteps(tx, [{ letterId: id, from: null, to: state }], {
          step: 'freeze',
          cause: 'sender',
          now,
        })
        return id
      })
    },
    /** The client secret the browser gets. */
    async secret(letterId: string, accountId: string, letters?: string[]): Promise<string> {
      const answer = await askIntent(letterId, accountId, letters)
      return answer.json<{ clientSecret: string }>().clientSecret
    },
    confirm: (client_secret: string, card = goodCard, challenge?: 'pass' | 'fail') =>
      app.inject({ method: 'POST', url: '/sandbox/cards/confirm', body: { client_secret, card, challenge } }),
    /** Bizum, from the telephone of that number. */
    bizum: (client_secret: string, phone: string, challenge?: 'pass' | 'fail') =>
      app.inject({
        method: 'POST',
        url: '/sandbox/cards/confirm',
        body: { client_secret, phone, challenge },
      }),
    deliver: (by = post) => deliver(by),
    sign: (payload: string, secret = webhookSecret) =>
      cards.webhooks.generateTestHeaderString({ payload, secret, timestamp: clock.now().getTime() / 1000 }),
    /** What our books say of a letter. */
    async books(letterId: string) {
      const payments = await db
        .selectFrom('payment_money')
        .selectAll()
        .where('letter_id', '=', letterId)
        .orderBy('created_at')
        .orderBy('state', 'desc')
        .execute()
      return { ...(await booksOf(db, letterId)), payments: payments.map(({ state }) => state) }
    },
    openConcerns: async () =>
      (
        await db
          .selectFrom('concern')
          .select('kind')
          .where('settled_at', 'is', null)
          .orderBy('kind')
          .execute()
      ).map(({ kind }) => kind),
    concerns: async () =>
      (await db.selectFrom('concern').select('kind').orderBy('kind').execute()).map(({ kind }) => kind),
    /** What the provider's own books say. */
    async ledger() {
      const intents = await db.selectFrom('sandbox_card_intent').select('body').execute()
      const refunds = await db.selectFrom('sandbox_card_refund').select('body').execute()
      const sum = (rows: { body: Record<string, unknown> }[], field: string) =>
        rows.reduce((total, { body }) => total + Number(body[field]), 0)
      return {
        intents: intents.map(({ body }) => String(body['status'])).toSorted(),
        received: sum(intents, 'amount_received'),
        refunds: refunds.length,
        refunded: sum(refunds, 'amount'),
      }
    },
  }
}

export type CardHouse = Awaited<ReturnType<typeof cardHouse>>

/** A letter paid at the provider; nobody has told us yet. */
export async function letterJustPaid(house: CardHouse, card = goodCard) {
  const accountId = await house.account()
  const letterId = await house.letter(accountId)
  const secret = await house.secret(letterId, accountId)
  await house.confirm(secret, card)
  return { accountId, letterId, secret, intentId: secret.split('_secret_')[0]! }
}
