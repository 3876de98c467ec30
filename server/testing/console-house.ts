import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@lacre/letter/print-room/audit-actions.ts'
import { verifiedAccount } from '../accounts/claims/accounts-table.ts'
import { letterCipher } from '../database/keys/letter-cipher.ts'
import { wireActions } from '../actions.ts'
import { atPrinter } from '../dispatch/submissions/at-printer.ts'
import { bareApp } from '../http/bare-app.ts'
import type { RequireAccount, RequireOperator } from '../http/bearer.ts'
import { recordStep } from '../letters/steps/take-step.ts'
import { auditRoute } from '../operators/audit-route.ts'
import { hashOfToken, newToken } from '../accounts/token.ts'
import { invitationRoute } from '../operators/invitation-route.ts'
import { inviteOperator } from '../operators/invitation/invite-operator.ts'
import { pseudonymOf } from '../operators/pseudonym.ts'
import { requireOperator as requireOperatorOf } from '../operators/require-operator.ts'
import { systemRandom as random } from '../outside/random.ts'
import { createIntent } from '../payments/intents/create-intent.ts'
import { settleRefunds } from '../payments/settle-refunds.ts'
import { webhookRoute } from '../payments/webhook-route.ts'
import type { Settings } from '../settings.ts'
import type { ConsoleDeps } from '../print-room/deps.ts'
import { printRoomRoutes } from '../print-room/routes.ts'
import { stagePrintJob } from '../print-room/jobs/stage-print-job.ts'
import { accountOfToken } from './account-of-token.ts'
import { booksOf } from './books.ts'
import { plantAccount, plantLetter, type Planted } from './plant.ts'
import { pdfOf } from './print-house.ts'
import { goodCard, postEvent, testCards, webhookSecret } from './test-cards.ts'
import { testClock } from './test-clock.ts'
import { testDatabase } from './test-database.ts'
import { testSettings } from './test-settings.ts'

const doorActions: string[] = ['invite-operator', 'add-operator'] satisfies AuditAction[]

type Given = Planted & { name?: string; job?: boolean }

/** The console's calls on a real database, with the real actions of the other rooms and the card sandbox behind them. */
export async function consoleHouse(changes: Partial<ConsoleDeps> = {}, money: Settings['money'] = 'sandbox') {
  const database = { ...(await testDatabase()) }
  const { db } = database
  const clock = testClock('2026-11-23T09:00:00Z') // Monday, 10:00 in Madrid
  const { sandbox, network, cards, deliver } = testCards(db, clock)
  const settings = { ...testSettings(), money }
  const cipher = letterCipher(random.bytes(32), random)
  const world = {
    settings,
    clock,
    random,
    database,
    cipher,
    cards,
    webhookSecret,
    captcha: { verify: () => Promise.resolve(true) },
    social: undefined,
    mailCarrier: { carry: () => Promise.resolve() },
    fetchPicture: () => Promise.resolve(undefined),
    printer: undefined,
    altcha: undefined,
    sandbox: undefined,
  }
  const actions = wireActions(world, { error: () => {} })
  const requireAccount: RequireAccount = (request) => accountOfToken(db, request)
  const requireOperator: RequireOperator = (request) => requireOperatorOf({ db, requireAccount }, request)
  const room: ConsoleDeps = {
    ...actions.printRoom,
    ...actions.money,
    requireOperator,
    cutOff: settings.cutOff,
    queueMail: actions.queueMail,
    returnLetter: actions.posting.returnLetter,
    atPrinter,
    ...changes,
  }
  const app = bareApp({ settings, random })
  const calls: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'HEAD') calls.push(`${String(method)} ${url}`)
  })
  printRoomRoutes(app, room)
  auditRoute(app, { db, requireOperator })
  const operators = {
    db,
    clock,
    verifiedAccount,
    pseudonymOf: (about: string) => pseudonymOf(cipher, about),
    newToken: () => newToken(random),
    hashOfToken,
    queueMail: actions.queueMail,
    publicUrl: settings.publicUrl,
    requireAccount,
    limits: actions.limits,
  }
  invitationRoute(app, operators)
  webhookRoute(app, actions.payments, webhookSecret)

  const entries = () =>
    db.selectFrom('act').select(['operator', 'act', 'subject', 'note']).orderBy('seq').execute()
  const account = (email = `${randomUUID()}@ejemplo.test`) =>
    plantAccount(db, { email, email_verified_at: clock.now() })
  const ana = await account('ana@example.org')

  async function invite(email: string, name = 'Olga', isSupervisor = false): Promise<string> {
    const made = await inviteOperator(operators, { email, name, isSupervisor, by: 'test' })
    if ('known' in made) throw new Error(`${made.known.name} is an operator`)
    return new URL(made.link).searchParams.get('token') ?? ''
  }
  const takeUp = (bearer: string, token: string) =>
    app.inject({
      method: 'POST',
      url: '/operator/invitation',
      payload: { token },
      headers: { authorization: `Bearer ${bearer}` },
    })

  return {
    db,
    clock,
    app,
    room,
    actions,
    network,
    calls,
    ana,
    account,
    operators,
    /** Answers the token of an account that may enter. */
    async operator(name = 'Olga', isSupervisor = false): Promise<string> {
      const email = `${randomUUID()}@ejemplo.test`
      const id = await account(email)
      await takeUp(id, await invite(email, name, isSupervisor))
      return id
    },
    /** Answers the token of the invitation's link. */
    invite,
    takeUp,
    call: (token: string | undefined, method: 'GET' | 'POST', path: string, payload?: object) =>
      app.inject({
        method,
        url: `/print-room/${path}`,
        ...(payload && { payload }),
        headers: token ? { authorization: `Bearer ${token}` } : {},
      }),
    /** A letter with real pages, as it stands in `state`, with a job that waits unless told. Answers its id. */
    async put({ name = 'letter', job = true, ...row }: Given = {}): Promise<string> {
      const now = clock.now()
      const open = { cipher, pdf: await pdfOf(name, row.pages ?? 1) }
      return db.transaction().execute(async (tx) => {
        const id = await plantLetter(tx, { account_id: ana, created_at: now, ...row, open })
        const to = row.state ?? 'paid'
        await recordStep(tx, { letterId: id, from: null, to, step: 'freeze', cause: 'sender', now })
        if (job) await stagePrintJob(tx, id, now)
        return id
      })
    },
    /** Somebody pays at the provider; `tell` brings us the news. */
    async pay(letterId: string, card = goodCard): Promise<void> {
      const signedIn = { accountId: ana, email: 'ana@example.org', emailVerified: true }
      const intent = await createIntent(actions.payments, signedIn, letterId)
      if (!('clientSecret' in intent)) throw new Error(intent.refused)
      await sandbox.confirm({ client_secret: intent.clientSecret, card })
    },
    settleRefunds: () => settleRefunds({ ...actions.payments, log: app.log }),
    tell: () => deliver((body, signature) => postEvent(app, body, signature)),
    cards,
    doubt: (letterId: string) =>
      db
        .transaction()
        .execute((tx) =>
          room.takeStep(tx, { letterId, step: 'doubt', cause: 'card-provider', now: clock.now() }),
        ),
    books: (letterId: string) => booksOf(db, letterId),
    refunds: () => db.selectFrom('sandbox_card_refund').selectAll().execute(),
    /** What was done in the room; `entries` holds also how its doors were opened. */
    acts: async () => (await entries()).filter(({ act }) => !doorActions.includes(act)),
    entries,
  }
}

export type ConsoleHouse = Awaited<ReturnType<typeof consoleHouse>>

type Answer = Awaited<ReturnType<ConsoleHouse['call']>>
/** The status of an answer, and why it refuses. */
export const told = (answer: Answer): [status: number, code: string | undefined] => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]
