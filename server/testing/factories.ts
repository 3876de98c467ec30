import { createHash } from 'node:crypto'
import { joinAddress, type Address } from '@lacre/letter/address/address.ts'
import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { firstPrices, priceOn } from '@lacre/letter/price/price.ts'
import { day, madridDay } from '@lacre/letter/days.ts'
import type { PaymentState } from '@lacre/letter/price/payment-states.ts'
import { hashOfToken } from '../accounts/sessions.ts'
import type { LetterCipher, OpenLetter } from '../database/cipher.ts'
import type { Db, NewRow } from '../database/tables.ts'
import { insertFrozen } from '../letters/letters-table.ts'
import { stageOf } from '../letters/print-jobs.ts'
import { systemRandom } from '../outside/clock.ts'
import type { World } from '../world.ts'

const instant = new Date('2026-11-21T09:00:00Z')

/** What a test says of a letter's row; `open` is what the cipher seals beside it. */
export type LetterGiven = Partial<NewRow<'letter'>> & {
  open?: Partial<OpenLetter> & { cipher: LetterCipher }
}

/** As long as any test lasts. */
const farAway = new Date('2100-01-01T00:00:00Z')

/** An account as after registering, with a session: its token is the account's id. Returns the id. */
export async function anAccount(db: Db, said: Partial<NewRow<'account'>> = {}): Promise<string> {
  const id = systemRandom.uuid()
  const row = { id, email: `${id}@example.es`, created_at: instant, ...said }
  await db.insertInto('account').values(row).execute()
  await signIn(db, id)
  return id
}

/** A session. Its token is the account's id. */
export async function signIn(db: Db, accountId: string): Promise<void> {
  const session = { account_id: accountId, browser: 'Firefox', created_at: instant, expires_at: farAway }
  await db
    .insertInto('login_session')
    .values({ ...session, token_hash: hashOfToken(accountId) })
    .execute()
}

/** A paid letter of one page, of an account of its own, unless told. Returns its id. */
export async function aLetter(db: Db, letter: LetterGiven = {}): Promise<string> {
  const account_id = letter.account_id ?? (await anAccount(db))
  const [id] = await severalLetters(db, [{ ...letter, account_id }])
  return id!
}

/** Many at once, of an account that stands. Returns their ids. */
export async function severalLetters(
  db: Db,
  letters: (LetterGiven & { account_id: string })[],
): Promise<string[]> {
  const planted = letters.map(({ open, ...said }) => {
    const pdf = open?.pdf ?? systemRandom.bytes(32)
    const row = letterRow(said, pdf)
    return { row, sealed: open && open.cipher.seal(row.id, { addresses: '{}', content: '', ...open, pdf }) }
  })
  const rows = planted.map(({ row }) => row)
  if (rows.length) await db.insertInto('letter').values(rows).execute()
  const secrets = planted.flatMap(({ row, sealed }) => (sealed ? [{ letter_id: row.id, ...sealed }] : []))
  if (secrets.length) await db.insertInto('letter_secret').values(secrets).execute()
  return rows.map(({ id }) => id)
}

function letterRow(
  said: Partial<NewRow<'letter'>> & { account_id: string },
  pdf: Buffer,
): NewRow<'letter'> & { created_at: Date } {
  const { lines, total, currency } = priceOn(day('2026-11-21'), firstPrices)
  const { pages = 1, created_at = instant } = said
  return {
    id: systemRandom.uuid(),
    state: 'paid',
    fingerprint: systemRandom.bytes(32),
    pages,
    sheets: Math.ceil(pages / 2),
    pdf_sha256: createHash('sha256').update(pdf).digest('hex'),
    price_lines: JSON.stringify(lines),
    total_cents: total,
    currency,
    postal_code: '28013',
    created_at,
    state_since: created_at,
    printed_day: madridDay(created_at),
    ...said,
  }
}

/** A letter of these words frozen as the call freezes one, under the account's lock. Returns its id. */
export async function freezeLetter(
  { db, cipher, clock }: Pick<World, 'db' | 'cipher' | 'clock'>,
  account_id: string,
  content = '',
): Promise<string> {
  const [now, pdf] = [clock.now(), Buffer.from('pdf')]
  const row = letterRow({ account_id, state: 'frozen', created_at: now }, pdf)
  const sealed = cipher.seal(row.id, { addresses: '{}', content, pdf })
  await db.transaction().execute((tx) => insertFrozen(tx, row, sealed, now))
  return row.id
}

export const stateOf = async (db: Db, letterId: string) =>
  (await db.selectFrom('letter').select('state').where('id', '=', letterId).executeTakeFirstOrThrow()).state

/** A payment as a test tells it: of its order, of its letter's part, and `refunded` where all of it is back. */
export type PaymentGiven = Partial<
  Omit<NewRow<'payment_order'>, 'state'> & Omit<NewRow<'payment'>, 'state'> & { state: PaymentState }
>

/** What its payment brought, as the provider's record says of it. Returns the payment's id. */
export async function aPayment(db: Db, letter_id: string, said: PaymentGiven = {}): Promise<string> {
  const { id = systemRandom.uuid(), order_id = systemRandom.uuid(), state: told = 'paid' } = said
  const { amount_cents = 329, received_cents = 329, refunded_cents, invoiced_cents } = said
  const state = told === 'refunded' ? 'paid' : told
  const paid_at = state === 'paid' ? (said.paid_at ?? instant) : null
  const { name = letter_id, idempotency_key = order_id, currency = 'eur', created_at = instant } = said
  const { intent_id, livemode, dispute } = said
  const known = { name, idempotency_key, currency, created_at, intent_id, livemode, dispute }
  await db
    .insertInto('payment_order')
    .values({ id: order_id, state, paid_at, ...known })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await db
    .insertInto('payment')
    .values({ id, letter_id, order_id, state, amount_cents, received_cents, refunded_cents, invoiced_cents })
    .execute()
  return id
}

/** What our books say of a letter: its state, its print jobs, the mails about it. */
export async function booksOf(db: Db, letterId: string) {
  const jobs = db.selectFrom('print_job').selectAll().where('letter_id', '=', letterId).orderBy('attempt')
  const mails = db.selectFrom('mail').select('kind').where('key', '=', letterId).orderBy('kind')
  return {
    letter: await stateOf(db, letterId),
    jobs: (await jobs.execute()).map(stageOf),
    mails: (await mails.execute()).map(({ kind }) => kind),
  }
}

export const ana: Address = {
  name: 'Ana Ruiz',
  street: 'Calle Larios, 3',
  city: 'Málaga',
  state: '',
  postalCode: '29005',
  country: 'España',
}
export const luis: Address = {
  name: 'Luis Gómez',
  street: 'Gran Vía, 10, 2.º B',
  city: 'Madrid',
  state: '',
  postalCode: '28013',
  country: 'España',
}

/** A call as the page makes it. */
export const written = (
  content = '<p>Querido Luis:</p><p>¿Cómo estás?</p>',
  from = ana,
  to = luis,
): CreateLetterBody => ({
  content,
  origin: joinAddress(from),
  destination: joinAddress(to),
  originAddress: from,
  destinationAddress: to,
})
