import type { LetterAccess } from '@lacre/letter/accounts/letter-access.ts'
import { emptyAddress } from '@lacre/letter/address/address.ts'
import { fold } from '@lacre/letter/address/fold.ts'
import type { LetterPage, LetterSummary, Order, SearchLettersBody } from '@lacre/letter/calls.ts'
import { leavesAt } from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import { shortHash } from '@lacre/letter/order-number.ts'
import { sql } from 'kysely'
import { isLostClaim, wasPaid } from '../database/queries.ts'
import type { Db } from '../database/tables.ts'
import { inSnapshot } from '../database/transactions.ts'
import { findAddresses, findOwn, findSteps, type LetterRow, paidBefore } from '../letters/letters-table.ts'
import { openAddresses } from '../letters/stored.ts'
import { findReturnable } from './came-back.ts'
import type { Addresses } from '../typesetting/typesetter.ts'
import type { World } from '../world.ts'

const pageSize = 20

/** Newest first. `cursor`: the `next` of the page before. A search may give a short page with a `next`. */
export async function listLetters(
  deps: SummariesDeps,
  accountId: string,
  { text = '', cursor, ...filter }: SearchLettersBody,
): Promise<LetterPage | 'bad-cursor'> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && !after) return 'bad-cursor'

  const reader = await findReader(deps.db, accountId)
  const words = fold(text).split(' ').filter(Boolean)
  if (words.length) {
    const { letters, end } = await findByName(deps, reader, { words, filter, after, limit: pageSize })
    return { letters: await summariesOf(deps, reader, letters), next: end ? writeCursor(end) : null }
  }
  const portion = { filter, after, limit: pageSize + 1 }
  const letters = await selectPortion(deps.db, reader, portion).selectAll().execute()
  const shown = letters.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    letters: await summariesOf(deps, reader, shown),
    next: last && letters.length > pageSize ? writeCursor(last) : null,
  }
}

const summariesOf = async (deps: SummariesDeps, reader: Reader, letters: LetterRow[]) =>
  (await openSummaries(deps, reader, letters)).map(({ summary }) => summary)

/** `from` and `until` are days in Spain (`2026-11-21`), both included. */
type LetterFilter = {
  states?: State[] | undefined
  from?: string | undefined
  until?: string | undefined
}
/** The last letter of a page. */
type Cursor = { created_at: Date; id: string }
type Portion = { filter: LetterFilter; after: Cursor | undefined; limit: number }

const startOfDay = (day: string) => sql<Date>`(${day}::date::timestamp at time zone 'Europe/Madrid')`
const endOfDay = (day: string) => sql<Date>`((${day}::date + 1)::timestamp at time zone 'Europe/Madrid')`

/** Versions that an edit replaced are not listed (design/sending.md#same-letter-same-intent). */
const isNotReplaced = sql<boolean>`not exists (
  select from letter_step where letter_step.letter_id = letter.id and step = 'replace')`

/**
 * Up to `limit` letters after `after`, newest first. Of other claims, and for a lost claim, only letters that were
 * paid.
 */
const selectPortion = (
  db: Db,
  { accountId, isLost, claims }: Reader,
  { filter: { states, from, until }, after, limit }: Portion,
) =>
  db
    .selectFrom('letter')
    .where('account_id', 'in', [accountId, ...claims])
    .where(isNotReplaced)
    .$if(isLost, (query) => query.where(wasPaid))
    .$if(claims.length > 0, (query) =>
      query.where((is) => is.or([is('account_id', '=', accountId), wasPaid])),
    )
    .$if(!!states?.length, (query) => query.where('state', 'in', states!))
    .$if(!!from, (query) => query.where('created_at', '>=', startOfDay(from!)))
    .$if(!!until, (query) => query.where('created_at', '<', endOfDay(until!)))
    .$if(!!after, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after!.created_at, after!.id))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

/** Each with the key of its addresses; only letters that still have addresses. */
export const ownAddresses = (db: Db, reader: Omit<Reader, 'claims'>, portion: Portion) =>
  selectPortion(db, { ...reader, claims: [] }, portion)
    .innerJoin('letter_secret', 'letter_secret.letter_id', 'letter.id')
    .selectAll('letter')
    .select(['wrapped_key', 'key_name', 'addresses'])
    .execute()

export type SummariesDeps = Pick<World, 'db' | 'cipher' | 'cutOff' | 'clock' | 'closedDays'>
type Opened = {
  letter: LetterRow
  steps: LetterSteps
  addresses: Addresses | undefined
  summary: LetterSummary
}
type LetterSteps = Awaited<ReturnType<typeof findSteps>>

/** Many letters as a list shows them, in few reads. */
export async function openSummaries(
  deps: SummariesDeps,
  reader: Reader,
  letters: LetterRow[],
): Promise<Opened[]> {
  if (!letters.length) return []
  const { db, cipher, cutOff } = deps
  const ids = letters.map(({ id }) => id)
  const allSteps = Map.groupBy(await findSteps(db, ids), (step) => step.letter_id)
  const readable = letters.filter((letter) => accessOf(reader, letter) !== 'figures').map(({ id }) => id)
  const found = readable.length ? await findAddresses(db, readable) : []
  const sealed = new Map(found.map((row) => [row.letter_id, row]))
  const orders = await findOrders(db, ids)
  const charged = await chargedLetters(db, ids)
  const returnable = await findReturnable(deps, letters)
  return letters.map((letter) => {
    const { id, state } = letter
    const access = accessOf(reader, letter)
    const steps = allSteps.get(id) ?? []
    const row = sealed.get(id)
    // Without addresses (design/privacy.md#letters-are-forgotten) the recipient is unknown.
    const addresses = row && openAddresses(cipher, id, row)
    const summary: LetterSummary = {
      id,
      access,
      state,
      recipient: addresses?.destination.name ?? '',
      city: addresses?.destination.city ?? '',
      firstWords: addresses?.firstWords ?? '',
      pages: letter.pages,
      sheets: letter.sheets,
      hash: shortHash(letter.pdf_sha256),
      total: letter.total_cents,
      createdAt: letter.created_at.toISOString(),
      // By its payment, or by an operator who found it paid.
      paidAt: steps.find(({ to_state }) => to_state === 'paid')?.at.toISOString() ?? null,
      charged: charged.has(id),
      postedAt: steps.findLast(({ step }) => step === 'post')?.at.toISOString() ?? null,
      postOn: letter.post_on,
      cancelUntil:
        cutOff && state === 'paid' && access !== 'figures'
          ? leavesAt(letter.state_since, letter.post_on, cutOff).toISOString()
          : null,
      returnable: returnable.has(id) && access === 'full' && !!addresses,
      order: orders.get(id) ?? null,
    }
    return { letter, steps, addresses, summary }
  })
}

/**
 * `isLost`: a lost claim, which reads only letters it paid. `claims`: lost claims on the same address that paid letters
 * (design/accounts.md#paid-unproven).
 */
type Reader = { accountId: string; isLost: boolean; claims: string[] }

export async function findReader(db: Db, accountId: string): Promise<Reader> {
  const account = await db
    .selectFrom('account')
    .select([
      isLostClaim.as('is_lost'),
      sql<string[]>`array(select lost.id from account lost
        where account.email_verified_at is not null and lost.email = account.email and lost.email_verified_at is null
          and exists (select from letter where letter.account_id = lost.id and ${wasPaid}))`.as('claims'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return { accountId, isLost: account?.is_lost ?? false, claims: account?.claims ?? [] }
}

const accessOf = ({ accountId, isLost }: Reader, letter: LetterRow): LetterAccess => {
  if (letter.account_id !== accountId) return 'figures'
  return isLost ? 'read' : 'full'
}

export async function findVisible(db: Db, reader: Reader, letterId: string): Promise<LetterRow | undefined> {
  const own = await findOwn(db, reader.accountId, letterId)
  if (own || !reader.claims.length) return own
  return db
    .selectFrom('letter')
    .selectAll()
    .where('id', '=', letterId)
    .where('account_id', 'in', reader.claims)
    .where(wasPaid)
    .executeTakeFirst()
}

export async function findAccess(
  db: Db,
  accountId: string,
  letterId: string,
): Promise<LetterAccess | undefined> {
  const reader = await findReader(db, accountId)
  const letter = await findVisible(db, reader, letterId)
  return letter && accessOf(reader, letter)
}

/** Names are sealed, so a search decrypts letter by letter: this many between two turns of other callers, */
const portion = 250
/** and this many at most for one call, which takes some tenths of a second. */
const mostOpened = 5_000

type Search = { words: string[]; filter: LetterFilter; after: Cursor | undefined; limit: number }

/**
 * Finds letters with all `words` (folded) in name, city or postal code. `end`: where the search stopped, if there may
 * be more.
 */
async function findByName(
  { db, cipher }: Pick<World, 'db' | 'cipher'>,
  reader: Reader,
  { words, filter, after, limit }: Search,
): Promise<{ letters: LetterRow[]; end: Cursor | undefined }> {
  const found: LetterRow[] = []
  let end = after
  for (let opened = 0; opened < mostOpened; opened += portion) {
    const rows = await ownAddresses(db, reader, { filter, after: end, limit: portion })
    const about = rows.filter((row) => {
      const { name, city, postalCode } = openAddresses(cipher, row.id, row).destination
      const known = fold(`${name} ${city} ${postalCode}`)
      return words.every((word) => known.includes(word))
    })
    found.push(...about)
    if (found.length > limit) return { letters: found.slice(0, limit), end: found[limit - 1] }
    if (rows.length < portion) return { letters: found, end: undefined }
    end = rows.at(-1)
  }
  return { letters: found, end }
}

type OrderOfLetter = NonNullable<LetterSummary['order']>

/** Paid, or about to be paid. A given-up payment also counts while its letter is unpaid and in no later order. */
const isTogether = sql`(state <> 'cancelled' or (
  (select letter.state from letter where letter.id = letter_id) = 'frozen' and not exists (
    select from payment later join payment_order its on its.id = later.order_id
    where later.letter_id = payment_money.letter_id and its.name not in (payment_money.name, later.letter_id::text)
      and (later.state <> 'cancelled' or its.created_at > payment_money.created_at))))`

/** By letter (design/money.md#orders). The letters of a given-up order stay together while they are unpaid. */
async function findOrders(db: Db, letterIds: string[]): Promise<Map<string, OrderOfLetter>> {
  const found = await sql<OrderOfLetter & { letter_id: string }>`
    with part as (select * from payment_money
      where order_id in (select order_id from payment where letter_id = any(${letterIds}::uuid[])) and ${isTogether})
    select own.letter_id, own.name as id, count(*)::int as letters, sum(part.amount_cents)::int as total
    from part own join part on part.order_id = own.order_id
    where own.letter_id = any(${letterIds}::uuid[])
    group by own.letter_id, own.name, own.order_id, own.created_at having count(*) > 1
    order by own.created_at`.execute(db)
  return new Map(found.rows.map(({ letter_id, ...order }) => [letter_id, order]))
}

/** Every letter ever in this order, in any state, oldest first. */
async function findOrderLetters(db: Db, accountId: string, orderId: string): Promise<LetterRow[]> {
  const { rows } = await sql<LetterRow>`
    select letter.* from letter where account_id = ${accountId} and id in (
      select letter_id from payment_money where name = lower(${orderId}) and name <> letter_id::text)
    order by created_at, id`.execute(db)
  return rows
}

/** From one snapshot. Undefined when the account has no such order. */
export const readOrder = (
  deps: SummariesDeps,
  accountId: string,
  orderId: string,
): Promise<Order | undefined> =>
  inSnapshot(deps.db, async (db) => {
    const rows = await findOrderLetters(db, accountId, orderId)
    const twins = await paidBefore(db, rows)
    const reader = await findReader(db, accountId)
    const letters = (await openSummaries({ ...deps, db }, reader, rows)).map(
      ({ letter, addresses, summary }) => ({
        ...summary,
        origin: addresses?.origin ?? emptyAddress,
        destination: addresses?.destination ?? emptyAddress,
        lines: letter.price_lines,
        paidBefore: twins.get(letter.id)?.toISOString() ?? null,
      }),
    )
    return letters.length ? { letters } : undefined
  })

/** The letters a card was ever charged for, even if refunded. */
async function chargedLetters(db: Db, letterIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payment')
    .select('letter_id')
    .where('letter_id', 'in', letterIds)
    .where('received_cents', '>', 0)
    .execute()
  return new Set(rows.map(({ letter_id }) => letter_id))
}

/** Opaque to the browser; stays valid when new letters are added. */
const writeCursor = ({ created_at, id }: Cursor): string =>
  Buffer.from(`${created_at.toISOString()} ${id}`).toString('base64url')

const written = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Undefined for a cursor we did not write. */
function readCursor(cursor: string): Cursor | undefined {
  const [, instant = '', id = ''] = written.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const created_at = new Date(instant)
  return Number.isNaN(created_at.getTime()) ? undefined : { created_at, id }
}
