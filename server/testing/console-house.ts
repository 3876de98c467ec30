import { randomUUID } from 'node:crypto'
import type { DownloadBody } from '@lacre/letter/print-room/calls.ts'
import type { TotpBegun } from '@lacre/letter/print-room/console-calls.ts'
import { days, later } from '@lacre/letter/days.ts'
import type { AuditAction } from '@lacre/letter/print-room/reasons.ts'
import { bareApp } from '../http/bare-app.ts'
import { recordSteps, takeStep } from '../letters/steps.ts'
import { auditRoute } from '../print-room/office.ts'
import { hashOfToken } from '../accounts/sessions.ts'
import { factorRoutes } from '../print-room/factor-routes.ts'
import { codeAt } from '../print-room/factors.ts'
import { createIntent } from '../payments/intent.ts'
import { settleRefunds } from '../payments/settle-refunds.ts'
import { webhookRoute } from '../payments/webhook.ts'
import type { Settings } from '../settings.ts'
import { printRoomRoutes } from '../print-room/routes.ts'
import { stagePrintJobs } from '../letters/print-jobs.ts'
import { booksOf } from './books.ts'
import { plantAccount, plantLetter, type Planted } from './plant.ts'
import { pdfOf } from './print-house.ts'
import { goodCard, postEvent } from './test-cards.ts'
import { testClock } from './test-clock.ts'
import { testDatabase } from './test-database.ts'
import { type World } from '../world.ts'
import { testSettings } from './test-settings.ts'
import { testWorld } from './test-world.ts'
import { pricesRoute } from '../print-room/prices.ts'
import { addOperator } from '../operating/account-commands.ts'

const entryActions: string[] = ['add-operator', 'add-factor', 'sign-in'] satisfies AuditAction[]

const askAgain = /factor-(needed|again)/

type Given = Planted & { name?: string; job?: boolean }

/** The console's calls on a real database, with the card sandbox behind them. */
export async function consoleHouse(changes: Partial<World> = {}, money: Settings['money'] = 'sandbox') {
  const database = { ...(await testDatabase()) }
  const clock = testClock('2026-11-23T09:00:00Z') // Monday, 10:00 in Madrid
  const settings = { ...testSettings(), money }
  const { world: opened, provider } = testWorld(database, { settings, clock })
  const world = { ...opened, ...changes, clock }
  const { db, cipher } = world
  const { sandbox, network, cards, deliver } = provider
  const app = bareApp(world)
  const calls: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'HEAD') calls.push(`${String(method)} ${url}`)
  })
  printRoomRoutes(app, world)
  auditRoute(app, world)
  pricesRoute(app, world)
  factorRoutes(app, world)
  webhookRoute(app, world)

  /** Signed in once more, by the mailbox where told; the token of an account's first session is its id. Answers the token. */
  async function session(account_id: string, token = account_id, by?: 'mailbox'): Promise<string> {
    const now = clock.now()
    const row = {
      account_id,
      browser: 'Firefox',
      created_at: now,
      expires_at: later(now, days(365)),
      by_mailbox: by === 'mailbox',
    }
    await db
      .insertInto('login_session')
      .values({ ...row, token_hash: hashOfToken(token) })
      .onConflict((planted) => planted.column('token_hash').doUpdateSet(row))
      .execute()
    return token
  }
  const entries = () =>
    db.selectFrom('act').select(['operator', 'act', 'subject', 'note']).orderBy('seq').execute()
  const account = async (email = `${randomUUID()}@ejemplo.test`) =>
    session(await plantAccount(db, { email, email_verified_at: clock.now() }), undefined, 'mailbox')
  const ana = await account('ana@example.org')
  const signedIn = {
    accountId: ana,
    sessionId: ana,
    email: 'ana@example.org',
    emailVerified: true,
    network: '192.0.2.1',
  }

  async function makeOperator(email: string, name = 'Olga', isSupervisor = false): Promise<void> {
    const { trouble, says } = await addOperator(world, { email, name, isSupervisor, by: 'test' })
    if (trouble) throw new Error(says)
  }
  const inject = (bearer: string | undefined, method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({
      method,
      url,
      ...(payload && { payload }),
      headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    })
  const operatorCall = (bearer: string | undefined, path: string, payload: object = {}) =>
    inject(bearer, 'POST', `/operator/${path}`, payload)

  /** What the applications of those who may enter know. */
  const secrets = new Map<string, string>()
  /** Sets up an application of codes for whoever may enter, as the page does. Answers its secret. */
  async function enrol(bearer: string): Promise<string> {
    const { secret } = (await operatorCall(bearer, 'totp/options')).json<TotpBegun>()
    const confirmed = await operatorCall(bearer, 'totp', { code: codeAt(secret, clock.now()) })
    if (confirmed.statusCode !== 200) throw new Error(confirmed.body)
    secrets.set(bearer, secret)
    return secret
  }
  /** As the page calls: where the second factor is asked for, it is given, and the call made again. */
  async function call(bearer: string | undefined, method: 'GET' | 'POST', path: string, payload?: object) {
    const send = () => inject(bearer, method, `/print-room/${path}`, payload)
    const answer = await send()
    const secret = bearer && secrets.get(bearer)
    if (!secret || answer.statusCode !== 403 || !askAgain.test(answer.body)) return answer
    await operatorCall(bearer, 'factor', { code: codeAt(secret, clock.now()) })
    return send()
  }

  return {
    db,
    database,
    clock,
    cipher,
    app,
    world,
    network,
    calls,
    ana,
    /** Ana, as the calls know her. */
    signedIn,
    account,
    session,
    /** Answers the token of an account that may enter. */
    async operator(name = 'Olga', isSupervisor = false): Promise<string> {
      const email = `${randomUUID()}@ejemplo.test`
      const id = await account(email)
      await makeOperator(email, name, isSupervisor)
      await enrol(id)
      return id
    },
    makeOperator,
    operatorCall,
    enrol,
    /** From now on nobody answers for this session when its second factor is asked for. */
    forget: (bearer: string) => void secrets.delete(bearer),
    call,
    download: (token: string, path: string, why: DownloadBody = { reason: 'print' }) =>
      call(token, 'POST', path, why),
    /** A letter with real pages, as it stands in `state`, with a job that waits unless told. Answers its id. */
    async put({ name = 'letter', job = true, ...row }: Given = {}): Promise<string> {
      const now = clock.now()
      const open = { cipher, pdf: await pdfOf(name, row.pages ?? 1) }
      return db.transaction().execute(async (tx) => {
        const id = await plantLetter(tx, { account_id: ana, created_at: now, ...row, open })
        const to = row.state ?? 'paid'
        await recordSteps(tx, [{ letterId: id, from: null, to }], { step: 'freeze', cause: 'sender', now })
        if (job) await stagePrintJobs(tx, [id], now)
        return id
      })
    },
    /** Somebody pays at the provider; `tell` brings us the news. */
    async pay(letterId: string, card = goodCard, by = ana, letters?: string[]): Promise<void> {
      const account = { ...signedIn, accountId: by, sessionId: by }
      const intent = await createIntent(world, account, { letterId, letters })
      if (!('clientSecret' in intent)) throw new Error(intent.refused)
      await sandbox.confirm({ client_secret: intent.clientSecret, card })
    },
    settleRefunds: () => settleRefunds(world),
    tell: () => deliver((body, signature) => postEvent(app, body, signature)),
    cards,
    doubt: (letterId: string) =>
      db
        .transaction()
        .execute((tx) => takeStep(tx, { letterId, step: 'doubt', cause: 'card-provider', now: clock.now() })),
    books: (letterId: string) => booksOf(db, letterId),
    refunds: () => db.selectFrom('sandbox_card_refund').selectAll().execute(),
    /** What was done in the print room; `entries` holds also who entered it, and how. */
    acts: async () => (await entries()).filter(({ act }) => !entryActions.includes(act)),
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
