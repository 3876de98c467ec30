import { randomUUID } from 'node:crypto'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { days, later } from '@lacre/letter/days.ts'
import type { Step } from '@lacre/letter/journey.ts'
import type { ClosedBatch, DownloadBody, LetterCard, NeedsPerson } from '@lacre/letter/print-room/calls.ts'
import type { TotpBegun } from '@lacre/letter/print-room/console-calls.ts'
import type { AuditAction } from '@lacre/letter/print-room/reasons.ts'
import { sql } from 'kysely'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { hashOfToken } from '../accounts/sessions.ts'
import { letterCipher } from '../database/cipher.ts'
import { type Mark, stagePrintJobs } from '../letters/print-jobs.ts'
import { recordSteps, takeStep } from '../letters/steps.ts'
import { addOperator } from '../operating/account-commands.ts'
import { systemRandom } from '../outside/clock.ts'
import { beginCodes, codeAt, giveCode } from '../print-room/factors.ts'
import type { World } from '../world.ts'
import { aLetter, anAccount, booksOf, type LetterGiven } from './factories.ts'
import { openTestApp, testWorld, type Own } from './test-app.ts'
import { goodCard } from './test-cards.ts'
import { testClock } from './test-clock.ts'
import { testDatabase } from './test-database.ts'

const entryActions: string[] = ['add-operator', 'add-factor', 'sign-in'] satisfies AuditAction[]

const askAgain = /factor-(needed|again)/

type Printable = LetterGiven & { name?: string; pdf?: Buffer; job?: boolean }

/** A letter with real pages, `<name> 1`, `<name> 2` …, paid, with a job that waits unless told. Answers its id. */
async function aPrintableLetter(
  { db, clock, cipher }: Pick<World, 'db' | 'clock' | 'cipher'>,
  { name = 'letter', job = true, pdf, ...row }: Printable,
): Promise<string> {
  const now = clock.now()
  const open = { cipher, pdf: pdf ?? (await pdfOf(name, row.pages ?? 1)) }
  return db.transaction().execute(async (tx) => {
    const id = await aLetter(tx, { created_at: now, ...row, open })
    const to = row.state ?? 'paid'
    await recordSteps(tx, [{ letterId: id, from: null, to }], { step: 'freeze', cause: 'sender', now })
    if (job) await stagePrintJobs(tx, [id], now)
    return id
  })
}

/** The print room without its calls: a real database, real letters, a cipher of its own. */
export async function openPrintRoom(key = systemRandom.bytes(32)) {
  const database = await testDatabase()
  const opened = testWorld(database).world
  const world = { ...opened, cipher: letterCipher(key, systemRandom) }
  const { db, pool, clock } = world
  const account_id = await anAccount(db, { email: 'ana@example.org' })
  return {
    db,
    pool,
    clock,
    world,
    put: (letter: Printable) => aPrintableLetter(world, { account_id, ...letter }),
    take: (letterId: string, step: Step, cause: string) =>
      db.transaction().execute((tx) => takeStep(tx, { letterId, step, cause, now: clock.now() })),
  }
}
export type PrintRoom = Awaited<ReturnType<typeof openPrintRoom>>

/** The console as operators use it, on a Monday at ten. */
export async function openConsole(own: Own = {}) {
  const test = await openTestApp({ clock: testClock('2026-11-23T09:00:00Z'), ...own })
  const { world, db, clock, provider, inject } = test

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
    db.selectFrom('audit_log').select(['operator', 'action', 'subject', 'note']).orderBy('seq').execute()
  const account = async (email = `${randomUUID()}@ejemplo.test`) =>
    session(await anAccount(db, { email, email_verified_at: clock.now() }), undefined, 'mailbox')
  const ana = await account('ana@example.org')

  async function makeOperator(email: string, name = 'Olga', isSupervisor = false): Promise<void> {
    const { trouble, says } = await addOperator(world, { email, name, isSupervisor, by: 'test' })
    if (trouble) throw new Error(says)
  }
  const operatorCall = (bearer: string | undefined, path: string, payload: object = {}) =>
    inject(bearer, 'POST', `/operator/${path}`, payload)

  /** What the applications of those who may enter know. */
  const secrets = new Map<string, string>()
  /** Sets up an authenticator app for an operator, as the page does. Returns its secret. */
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
    ...test,
    ana,
    account,
    session,
    /** Returns the token of an account that may enter. Its authenticator is added without the call, which draws a code. */
    async operator(name = 'Olga', isSupervisor = false): Promise<string> {
      const email = `${randomUUID()}@ejemplo.test`
      const id = await account(email)
      await makeOperator(email, name, isSupervisor)
      const session = db.selectFrom('login_session').select('id').where('token_hash', '=', hashOfToken(id))
      const entering = { accountId: id, sessionId: (await session.executeTakeFirstOrThrow()).id, email }
      const begun = await beginCodes(world, entering)
      if (begun === 'totp-known') throw new Error(begun)
      const code = codeAt(begun.secret, clock.now())
      await giveCode(world, entering, { code, action: 'add-factor' })
      secrets.set(id, begun.secret)
      return id
    },
    makeOperator,
    operatorCall,
    enrol,
    /** This session no longer answers for its second factor. */
    forget: (bearer: string) => void secrets.delete(bearer),
    call,
    download: (token: string, path: string, why: DownloadBody = { reason: 'print' }) =>
      call(token, 'POST', path, why),
    put: (letter: Printable = {}) => aPrintableLetter(world, { account_id: ana, ...letter }),
    /** A letter that waits for its payment. */
    unpaid: () => aPrintableLetter(world, { account_id: ana, state: 'frozen', job: false }),
    /** The provider's record of every intent says this now. */
    changeIntents: (change: object) =>
      sql`update sandbox_card_intent set body = body || ${JSON.stringify(change)}::jsonb`.execute(db),
    /** Pays at the provider. `deliver` brings the event. */
    async pay(letterId: string, card = goodCard, by = ana, letters?: string[]): Promise<void> {
      const client_secret = await test.begin(by, letterId, letters)
      await provider.sandbox.confirm({ client_secret, card })
    },
    doubt: (letterId: string) => test.take(letterId, 'doubt', 'card-provider'),
    books: (letterId: string) => booksOf(db, letterId),
    refunds: () => db.selectFrom('sandbox_card_refund').selectAll().execute(),
    /** In cents, as the provider's books have them. */
    refundedSums: async () =>
      (await db.selectFrom('sandbox_card_refund').select('body').execute()).map(({ body }) => body['amount']),
    /** What was done in the print room; `entries` holds also who entered it, and how. */
    acts: async () => (await entries()).filter(({ action }) => !entryActions.includes(action)),
    entries,
  }
}

export type ConsoleApp = Awaited<ReturnType<typeof openConsole>>

type Answer = Awaited<ReturnType<ConsoleApp['call']>>
/** The status of an answer, and why it refuses. */
export const told = (answer: Answer): [status: number, code: string | undefined] => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]

/** An operator at the console, and their actions. */
export async function openDesk(app: ConsoleApp, name = 'Olga', isSupervisor = false) {
  const token = await app.operator(name, isSupervisor)
  const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
    app.call(token, method, path, payload)
  const post = (path: string, body: object = {}) => call('POST', path, body)
  const get = async <T>(path: string) => (await call('GET', path)).json<T>()
  return {
    token,
    call,
    post,
    get,
    card: (id: string) => get<LetterCard>(`letters/${id}`),
    /** Closes what waits, takes the file away and marks the batch. Answers its name. */
    async print(...marks: Mark[]): Promise<string> {
      const { batch } = (await post('batches')).json<ClosedBatch>().batch
      await post(`batches/${batch}/pdf`, { reason: 'print' })
      for (const mark of marks) await post(`batches/${batch}/${mark}`)
      return batch
    },
    resume: (id: string) => post(`letters/${id}/resume`, { note: 'hablado con el banco' }),
    cancel: (id: string) => post(`letters/${id}/cancel`, { note: 'lo pide quien escribe' }),
    giveBack: (id: string) => post(`letters/${id}/give-back`, { note: 'se le debe' }),
    refund: (id: string, note = 'se perdió en el reparto') => post(`letters/${id}/refund`, { note }),
    nameRefund: (id: string) => post(`letters/${id}/name-refund`, { note: 'visto en el panel' }),
    needsPerson: () => get<NeedsPerson>('needs-person'),
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** A letter paid by card, as the provider's books say too. Answers its id. */
export async function paidByCard(app: ConsoleApp, card?: string): Promise<string> {
  const id = await app.unpaid()
  await app.pay(id, card)
  await app.deliver()
  return id
}

/** What a sender was told of a cancelled letter's money. */
export async function toldOfMoney({ mails }: ConsoleApp, letterId: string) {
  const mail = (await mails('cancelled')).find(({ key }) => key === letterId)
  return [mail?.data.refunded, mail?.data.money]
}

const drawn = new Map<string, Promise<Buffer>>()

/** Each page says `<name> <page>`. Drawn once: it takes longer than the calls that use it. */
export function pdfOf(name: string, pages: number): Promise<Buffer> {
  const key = `${name} ${pages}`
  const pdf = drawn.get(key) ?? drawPdf(name, pages)
  drawn.set(key, pdf)
  return pdf
}

async function drawPdf(name: string, pages: number): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let page = 1; page <= pages; page++)
    pdf.addPage([595.28, 841.89]).drawText(`${name} ${page}`, { x: 72, y: 700, font })
  return Buffer.from(await pdf.save())
}

/** The text of each page, as another library than the one that merged them reads it. */
export async function textsOf(pdf: Buffer): Promise<string[]> {
  const reading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await reading.promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  await reading.destroy()
  return texts
}
