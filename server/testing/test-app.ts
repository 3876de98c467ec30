import type { Account, Session, SessionList } from '@lacre/letter/accounts/calls.ts'
import { type Address } from '@lacre/letter/address/address.ts'
import type { AddressBook, BookEntry } from '@lacre/letter/address/book-calls.ts'
import type { CreatedLetter, Failure, Message } from '@lacre/letter/calls.ts'
import type { Draft, KeptDraft } from '@lacre/letter/draft-calls.ts'
import type { State, Step } from '@lacre/letter/journey.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { sendRequestedLinks } from '../accounts/links.ts'
import { semaphore, type Passwords } from '../accounts/passwords.ts'
import { addCalls } from '../app.ts'
import { letterCipher } from '../database/cipher.ts'
import type { NewRow, Tx } from '../database/tables.ts'
import { bareApp } from '../http/bare-app.ts'
import type { BodyTimes } from '../http/bodies.ts'
import { createLimits, mapLimits } from '../http/limits.ts'
import type { ReadDocument } from '../http/streams.ts'
import { addressesAsText } from '../letters/stored.ts'
import type { MailKind } from '../mail/outbox.ts'
import { recordSteps, takeStep } from '../letters/steps.ts'
import { systemRandom } from '../outside/clock.ts'
import type { SocialIdentity } from '../outside/google.ts'
import { cancelLetterIntent } from '../payments/learn-intent.ts'
import { reconcile, reconcileInTurn } from '../payments/reconcile.ts'
import {
  nameRefund,
  requestRefund,
  retryOwedRefund,
  waitingRefunds,
  type RefundRequest,
} from '../payments/refunds.ts'
import { sandboxConfirmRoute } from '../payments/routes.ts'
import { settleRefunds } from '../payments/settle-refunds.ts'
import { mergeLetters } from '../print-room/merge-letters.ts'
import type { Settings } from '../settings.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { fromSettings, type World } from '../world.ts'
import { ana, anAccount, aLetter, booksOf, written, type LetterGiven } from './factories.ts'
import { failingDatabase, queuesMail } from './played-database.ts'
import { watchCalls, watchedWorld } from './open-transactions.ts'
import { goodCard, postEvent, testCards, webhookSecret } from './test-cards.ts'
import { testClock, type TestClock } from './test-clock.ts'
import { testDatabase, type TestDatabase } from './test-database.ts'
import { testSettings } from './test-settings.ts'

/** The hour, and the card provider with its own books: what goes on when a database is lost. */
export type Elsewhere = { clock: TestClock; provider: ReturnType<typeof testCards> }

export type TestWorld = World & { clock: TestClock }
type OpenDatabase = Pick<TestDatabase, 'db' | 'pool' | 'installation'>

/**
 * A test server's outside on its own database. The clock stands still, cards are the sandbox's, no mail is sent. Also
 * returns the provider: a test may disturb its network.
 */
export function testWorld(
  { db, pool, installation }: OpenDatabase,
  { settings = testSettings(), ...own }: Partial<Elsewhere> & { settings?: Settings } = {},
): { world: TestWorld; provider: Elsewhere['provider'] } {
  const clock = own.clock ?? testClock()
  const provider = own.provider ?? testCards(db, clock)
  const world: TestWorld = {
    ...fromSettings(settings),
    db,
    pool,
    installation,
    limits: createLimits(pool),
    log: { error: () => {}, warn: () => {} },
    clock,
    random: systemRandom,
    cipher: letterCipher(Buffer.alloc(32, 7), systemRandom),
    passwords: quickPasswords(),
    typesetter: quickTypesetter(Buffer.from('%PDF-1.7')),
    openMerger: mergeLetters,
    cards: provider.cards,
    webhookSecret,
    captcha: { verify: (answer) => Promise.resolve(answer === 'human') },
    social: { identify },
    mailCarrier: { carry: () => Promise.resolve() },
    fetchPicture: () => Promise.resolve(undefined),
    sendAlarm: undefined,
    altcha: undefined,
    sandbox: undefined,
  }
  return { world, provider }
}

function identify(credential: string): Promise<SocialIdentity | undefined> {
  if (credential === 'no answer') return Promise.reject(new TypeError('fetch failed'))
  return Promise.resolve(credential.startsWith('{') ? (JSON.parse(credential) as SocialIdentity) : undefined)
}

/** In turn as ours, with a hash that costs nothing. Tests about the hash pass `createPasswords()`. */
function quickPasswords(): Passwords {
  const limit = semaphore(1, 200)
  const hash = (password: string) => `$argon2$${createHash('sha256').update(password).digest('base64')}`
  return {
    hash: (password, ip) => limit(async () => hash(password), ip),
    inTurn: (ip, work) => limit(() => work(async (password, known) => hash(password) === known), ip),
  }
}

/** What a test's app has of its own: fields of the world, settings, or what stands around it. */
export type Own = Omit<Partial<TestWorld>, 'settings' | 'db' | 'pool'> & {
  settings?: Partial<Settings>
  database?: OpenDatabase & Pick<TestDatabase, 'at'>
  provider?: Elsewhere['provider']
  bodyTimes?: BodyTimes
  readDocument?: ReadDocument
  /** Where what is changed is made of the world it is changed in. */
  change?: (world: TestWorld) => Partial<World>
}

/** All calls of the server on a database of its own. Only what is outside is played. */
export async function openTestApp(own: Own = {}) {
  const {
    database = await testDatabase(),
    provider: given,
    bodyTimes,
    readDocument,
    change,
    ...changed
  } = own
  const settings = { ...testSettings(), ...changed.settings }
  const opened = testWorld(database, { settings, clock: changed.clock, provider: given })
  const { provider } = opened
  const watch = watchCalls()
  provider.network.watch = watch
  const made = { ...opened.world, ...changed, settings, ...change?.(opened.world) } as TestWorld
  const world = watchedWorld(made, watch)
  const { db, clock } = world
  const fastify = bareApp(world, undefined, bodyTimes)
  const routes: string[] = []
  fastify.addHook('onRoute', ({ method, url }) => {
    if (method !== 'HEAD') routes.push(`${String(method)} ${url}`)
  })
  addCalls(fastify, world, readDocument)
  sandboxConfirmRoute(fastify, provider.sandbox)

  const inject = (
    bearer: string | undefined,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object | string,
    headers: Record<string, string> = {},
  ) =>
    fastify.inject({
      method,
      url,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(typeof payload === 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    })
  const askIntent = (letter_id: string, bearer: string, letters?: string[], draft?: string) =>
    inject(bearer, 'POST', '/stripe/create-payment-intent', { letter_id, letters, draft })
  const kindsOfIssues = async (isOpen?: 'open') => {
    const all = db.selectFrom('issue').select('kind').orderBy('kind')
    const rows = await (isOpen ? all.where('settled_at', 'is', null) : all).execute()
    return rows.map(({ kind }) => kind)
  }
  return {
    ...world,
    fastify,
    routes,
    world,
    provider,
    network: provider.network,
    at: database.at,
    inject,
    askIntent,
    account: (row: Partial<NewRow<'account'>> = {}) => anAccount(db, { created_at: clock.now(), ...row }),
    newId: () => systemRandom.uuid(),
    /** Begins to pay; answers the client secret that the browser gets. */
    async begin(bearer: string, letterId: string, letters?: string[]): Promise<string> {
      const answer = await askIntent(letterId, bearer, letters)
      const { clientSecret } = answer.json<{ clientSecret?: string }>()
      if (!clientSecret) throw new Error(answer.body)
      return clientSecret
    },
    /** Brings what the provider has to tell. */
    deliver: (by = (body: string, signature: string) => postEvent(fastify, body, signature)) =>
      provider.deliver(by),
    settleRefunds: () => settleRefunds(world),
    take: (letterId: string, step: Step, cause = 'test') =>
      db.transaction().execute((tx) => takeStep(tx, { letterId, step, cause, now: clock.now() })),
    /** The provider's name of a letter's payment; of the only one there is unless told. */
    async intentOf(letterId?: string): Promise<string> {
      const payment = db.selectFrom('payment_money').select('intent_id')
      const ofLetter = letterId ? payment.where('letter_id', '=', letterId) : payment
      return (await ofLetter.executeTakeFirstOrThrow()).intent_id ?? ''
    },
    /** The mails of a kind, the oldest first. */
    mails: (kind: MailKind) =>
      db
        .selectFrom('mail')
        .select(['key', 'recipient', 'data'])
        .where('kind', '=', kind)
        .orderBy('created_at')
        .execute(),
    issues: () => kindsOfIssues(),
    openIssues: () => kindsOfIssues('open'),
  }
}
export type TestApp = Awaited<ReturnType<typeof openTestApp>>

export const goodPassword = 'lluvia sobre el tejado'
/** A fake provider's credential says in clear whom it is for; anything else is none. */
export const credentialOf = (identity: Partial<SocialIdentity> & { email: string }): string =>
  JSON.stringify({ subject: identity.email, emailVerified: true, authoritative: false, ...identity })

/** The secrets of the browser that makes the calls, and of a stranger's. */
export const ownDevice = 'o'.repeat(43)
export const otherDevice = 'x'.repeat(43)

export const openLimits = mapLimits(() => ({
  take: async () => 1,
  check: async () => {},
  giveBack: async () => {},
  forgive: async () => {},
}))

type Answer = Partial<Session & Message & Failure & Account & SessionList>

/** The calls of accounts, as one browser makes them; unlimited unless told. */
export async function openAccounts({ withLimits = false, ...own }: Own & { withLimits?: boolean } = {}) {
  const test = await openTestApp(withLimits ? own : { limits: openLimits, ...own })
  const { db, world, inject } = test
  async function call(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: object,
    token?: string,
    device = ownDevice,
  ) {
    const reply = await inject(token, method, url, body, { 'lacre-device': device })
    return { status: reply.statusCode, headers: reply.headers, ...reply.json<Answer>() }
  }
  const post = (url: string, body?: object, token?: string, device?: string) =>
    call('POST', url, body, token, device)
  const mailsTo = async (email: string, kind: string) => {
    const mails = db.selectFrom('mail').select('data').where('recipient', '=', email).where('kind', '=', kind)
    return (await mails.orderBy('created_at').execute()).map(({ data }) => data)
  }
  return {
    ...test,
    post,
    get: (url: string, token?: string) => call('GET', url, undefined, token),
    remove: (url: string, token?: string) => call('DELETE', url, undefined, token),
    /** The tokens of the links sent to an address, oldest first where time has passed; requests are settled before. */
    async linksTo(email: string, kind: 'verification' | 'password-reset' = 'verification') {
      while (await sendRequestedLinks(world));
      return (await mailsTo(email, kind)).map(
        ({ link }) => new URL(String(link)).searchParams.get('token') ?? '',
      )
    },
    /** The codes sent to an address, oldest first. */
    codesTo: async (email: string) => (await mailsTo(email, 'sign-in-code')).map(({ code }) => String(code)),
    register: (email: string, password = goodPassword, captcha = 'human', device = ownDevice) =>
      post('/auth/register', { email, password, recaptcha_token: captcha }, undefined, device),
    /** Registers, and opens the link in the mailbox. Returns the session's token. */
    async registerProven(email: string, password?: string): Promise<string> {
      const { access_token = '' } = await this.register(email, password)
      await this.verify((await this.linksTo(email)).at(-1) ?? '')
      return access_token
    },
    logIn: (email: string, password = goodPassword, device = ownDevice) =>
      post('/auth/login', { email, password }, undefined, device),
    signInSocially: (identity: Parameters<typeof credentialOf>[0], device?: string) =>
      post('/auth/google/login', { token: credentialOf(identity) }, undefined, device),
    verify: (token: string, { password, device }: { password?: string; device?: string } = {}) =>
      post('/auth/verify-email', { token, password }, undefined, device),
    reset: (token: string, password: string) => post('/auth/reset-password', { token, password }),
    askForCode: (email: string, device?: string, captcha = 'human') =>
      post('/auth/request-code', { email, recaptcha_token: captcha }, undefined, device),
    enterCode: (email: string, code: string, device?: string) =>
      post('/auth/code/login', { email, code }, undefined, device),
    account: (token: string | undefined) => call('GET', '/account', undefined, token),
  }
}
export type AccountsApp = Awaited<ReturnType<typeof openAccounts>>

/** Steps aside from what is being told: a link's one token. */
export async function onlyLink(app: AccountsApp, email: string, kind?: 'verification' | 'password-reset') {
  const links = await app.linksTo(email, kind)
  if (links.length !== 1) throw new Error(`${links.length} links instead of one`)
  return links[0] ?? ''
}

/** Drafts and the address book; who calls stands in the bearer. */
export async function openDrafts(own: Own = {}) {
  const test = await openTestApp(own)
  type Body = Partial<Draft & Failure & KeptDraft & AddressBook & BookEntry & { entry: BookEntry }>
  async function call(who: string, method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) {
    const reply = await test.inject(who, method, url, payload)
    return { status: reply.statusCode, body: reply.body ? reply.json<Body>() : {} }
  }
  return {
    ...test,
    call,
    account: () => test.account({ email_verified_at: test.clock.now() }),
    unproven: () => test.account(),
    keep: (who: string, id: string, content: string, basedOn: number | null, looks: object = {}) =>
      call(who, 'PUT', `/drafts/${id}`, { content, basedOn, ...looks }),
    read: (who: string, id: string) => call(who, 'GET', `/drafts/${id}`),
  }
}

export async function openAddressBook() {
  const test = await openDrafts()
  const { call, db, cipher } = test
  const list = async (who: string) => (await call(who, 'GET', '/addresses/')).body.entries ?? []
  return {
    ...test,
    list,
    account: test.unproven,
    names: async (who: string) => (await list(who)).map(({ address }) => address.name),
    keep: (who: string, id: string, address: Address, basedOn: number | null = null) =>
      call(who, 'PUT', `/addresses/${id}`, { address, basedOn }),
    remove: (who: string, id: string) => call(who, 'DELETE', `/addresses/${id}`),
    letter: (account_id: string, destination: Address, said: LetterGiven = {}) =>
      aLetter(db, {
        account_id,
        open: { cipher, addresses: addressesAsText({ origin: ana, destination }) },
        ...said,
      }),
  }
}

/** What customers do with letters; `own` may be made of the world it changes. */
export async function openLetters(typesetter: Typesetter, own: Own | NonNullable<Own['change']> = {}) {
  const test = await openTestApp({ typesetter, ...(typeof own === 'function' ? { change: own } : own) })
  const { inject, provider, db, world } = test
  const send = (accountId: string, body: object | string = written()) =>
    inject(accountId, 'POST', '/letters/', body)
  return {
    ...test,
    /** Pays at the provider. Its event has not arrived. */
    confirm: (client_secret: string) => provider.sandbox.confirm({ client_secret, card: goodCard }),
    /** Pays at the provider, and looks there what was paid. */
    async pay(accountId: string, letterId: string): Promise<void> {
      await this.confirm(await test.begin(accountId, letterId))
      await reconcile(world)
    },
    /** The provider's own books of what it was asked to take, the oldest first. */
    async intents(): Promise<string[]> {
      const rows = await db.selectFrom('sandbox_card_intent').select('body').orderBy('created').execute()
      return rows.map(({ body }) => String(body['status']))
    },
    get: (accountId: string, url: string) => inject(accountId, 'GET', url),
    post: (accountId: string, url: string, payload: object | string = {}) =>
      inject(accountId, 'POST', url, payload),
    send,
    /** Sends it, and it must be accepted. */
    async freeze(accountId: string, body: object = written()) {
      const response = await send(accountId, body)
      if (response.statusCode !== 200) throw new Error(`refused: ${response.body}`)
      return response.json<CreatedLetter>()
    },
  }
}
export type LettersApp = Awaited<ReturnType<typeof openLetters>>

/** The same, with an account. */
export async function openOwnLetters(...own: Parameters<typeof openLetters>) {
  const app = await openLetters(...own)
  return { app, me: await app.account() }
}

/** Payments, with letters that have no pages. */
export async function openPayments(own: Own = {}) {
  const logged: object[] = []
  const test = await openTestApp({
    ...own,
    log: { error: (about: object) => void logged.push(about), warn: () => {} },
  })
  const { fastify, db, clock, cards, world, askIntent } = test
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)
  const confirm = (body: object) => fastify.inject({ method: 'POST', url: '/sandbox/cards/confirm', body })
  return {
    ...test,
    logged,
    post: (body: string, signature: string) => postEvent(fastify, body, signature),
    cancelLetterIntent: (letterId: string) => cancelLetterIntent(world, letterId),
    reconcile: (since?: Date) => reconcile(world, since),
    reconcileInTurn: () => reconcileInTurn(world),
    retryOwedRefund: (letterId: string) => inTransaction((tx) => retryOwedRefund(world, tx, letterId)),
    nameRefund: (letterId: string) => inTransaction((tx) => nameRefund(world, tx, letterId)),
    waitingRefunds: () => waitingRefunds(db),
    requestRefund: (tx: Tx, refund: RefundRequest) => requestRefund(world, tx, refund),
    /** What the back-off of refunds would wait for. */
    tryAgainNow: () =>
      sql`update job set run_at = now(), lease_until = null where kind = 'refund'`.execute(db),
    /** Whatever queues a mail about this letter goes wrong by a mistake of ours. */
    breakMailsOf(letterId: string) {
      world.db = failingDatabase(db, [...queuesMail, letterId], new Error('surprise'))
    },
    letter: (accountId: string, state: State = 'frozen') =>
      inTransaction(async (tx) => {
        const now = clock.now()
        const id = await aLetter(tx, { account_id: accountId, state, pages: 2, created_at: now })
        const step = { step: 'freeze', cause: 'sender', now } as const
        await recordSteps(tx, [{ letterId: id, from: null, to: state }], step)
        return id
      }),
    /** The client secret the browser gets. */
    secret: async (letterId: string, accountId: string, letters?: string[]) =>
      (await askIntent(letterId, accountId, letters)).json<{ clientSecret: string }>().clientSecret,
    confirm: (client_secret: string, card = goodCard, challenge?: 'pass' | 'fail') =>
      confirm({ client_secret, card, challenge }),
    /** Bizum, from the telephone of that number. */
    bizum: (client_secret: string, phone: string, challenge?: 'pass' | 'fail') =>
      confirm({ client_secret, phone, challenge }),
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
export type PaymentsApp = Awaited<ReturnType<typeof openPayments>>

/** A letter that waits for its payment. */
export async function openLetter(own?: Own) {
  const app = await openPayments(own)
  const accountId = await app.account()
  return { app, accountId, letterId: await app.letter(accountId) }
}

/** A letter with a payment that was begun. */
export async function letterToPay(own?: Own) {
  const opened = await openLetter(own)
  return { ...opened, secret: await opened.app.secret(opened.letterId, opened.accountId) }
}

/** A letter paid at the provider. Its event has not arrived. */
export async function letterJustPaid(given?: PaymentsApp, card = goodCard) {
  const app = given ?? (await openPayments())
  const accountId = await app.account()
  const letterId = await app.letter(accountId)
  const secret = await app.secret(letterId, accountId)
  await app.confirm(secret, card)
  return { app, accountId, letterId, secret, intentId: secret.split('_secret_')[0]! }
}
