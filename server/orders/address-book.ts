import { createHash } from 'node:crypto'
import { type Address, addressFields, trimAddress, checkAddress } from '@lacre/letter/address/address.ts'
import type { BookEntry, KeepEntryBody } from '@lacre/letter/address/book-calls.ts'
import { fold } from '@lacre/letter/address/fold.ts'
import { earlier } from '@lacre/letter/days.ts'
import { keptFor } from '@lacre/letter/kept-for.ts'
import { sql } from 'kysely'
import type { LetterCipher } from '../database/cipher.ts'
import { isLostClaim } from '../database/queries.ts'
import type { Db, Row, Tx } from '../database/tables.ts'
import { tryEach } from '../database/transactions.ts'
import { lockAccount, ownCall, type SignedIn } from '../http/bearer.ts'
import type { Random } from '../outside/clock.ts'
import type { World } from '../world.ts'
import { sentRecipients } from './letter-detail.ts'
import type { ExportedFile } from '../http/streams.ts'
import * as calls from '@lacre/letter/address/book-calls.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../http/app.ts'
import { Failure } from '../http/failure.ts'
import { atOnce, takeBytes } from '../http/limits.ts'
import { spellings } from '../http/pages.ts'
import { createConcurrencyLimit } from '../http/semaphore.ts'
import { requireAccount } from '../accounts/sessions.ts'

type BookDeps = Pick<World, 'db' | 'cipher' | 'clock' | 'random'>

/** `known`: marks of every address the book ever had, so that a removed one does not come back from a letter. */
type Book = { entries: BookEntry[]; known: string[] }

const emptyBook: Book = { entries: [], known: [] }

export const mostEntries = 500
/** More than the letters that are read, so that no mark of theirs is dropped. */
const mostKnown = 2_000

/** A hash, equal for every spelling of one address. Of a removed entry only this stays. */
const hashAddress = (address: Address): string =>
  createHash('sha256')
    .update(JSON.stringify(addressFields.map((field) => fold(address[field]))))
    .digest('base64url')
    .slice(0, 22)

/** Adds or replaces the entry. `full`: there is no room for another. */
function withEntry({ entries, known }: Book, entry: BookEntry): Book | 'full' {
  const others = entries.filter(({ id }) => id !== entry.id)
  if (others.length >= mostEntries) return 'full'
  const mark = hashAddress(entry.address)
  const marks = [...known.filter((other) => other !== mark), mark]
  return { entries: [...others, entry], known: marks.slice(-mostKnown) }
}

/** No book when the entry was not there: then nothing is sealed again. */
function withoutEntry({ entries, known }: Book, id: string): { book?: Book } {
  const others = entries.filter((entry) => entry.id !== id)
  return others.length < entries.length ? { book: { entries: others, known } } : {}
}

/** The addresses the book has never had, without duplicates. */
function findNewAddresses({ known }: Book, sent: Address[]): Address[] {
  const marks = new Set(known)
  return sent.filter((address) => {
    const mark = hashAddress(address)
    return !marks.has(mark) && marks.add(mark)
  })
}

const findRow = (db: Db | Tx, accountId: string) =>
  db.selectFrom('address_book').selectAll().where('account_id', '=', accountId).executeTakeFirst()

const open = (cipher: LetterCipher, row: Row<'address_book'> | undefined): Book =>
  row ? (JSON.parse(cipher.openContent(row.id, row)) as Book) : emptyBook

/** @throws Error when a bit was changed. */
const readBook = async ({ db, cipher }: Pick<World, 'db' | 'cipher'>, accountId: string) =>
  open(cipher, await findRow(db, accountId))

/** The size of the sealed book, which every change writes again. */
async function readBookSize(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('address_book')
    .select(sql<number>`octet_length(content)`.as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/**
 * Changes the book under the account's lock. An outcome without a book changes nothing. @throws Failure 401 when the
 * account is erased.
 */
export function changeBook<Outcome extends { book?: Book }>(
  { db, cipher, random }: Pick<World, 'db' | 'cipher' | 'random'>,
  accountId: string,
  change: (book: Book) => Outcome,
  lookedAt?: Date,
): Promise<Outcome> {
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const row = await findRow(tx, accountId)
    const outcome = change(open(cipher, row))
    if (!outcome.book) return outcome

    const id = row?.id ?? random.uuid()
    const text = JSON.stringify(outcome.book)
    const { wrapped_key, key_name, content } = cipher.seal(id, { content: text })
    const sealed = { wrapped_key, key_name, content, ...(lookedAt && { looked_at: lookedAt }) }
    await tx
      .insertInto('address_book')
      .values({ looked_at: neverRead, ...sealed, id, account_id: accountId })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(sealed))
      .execute()
    return outcome
  })
}

const neverRead = new Date(0)

const same = (one: Address, other: Address) => addressFields.every((field) => one[field] === other[field])

/** `changedTo`: the newer version, saved on another device. A removed entry is added again. */
export async function keepEntry(
  deps: BookDeps,
  accountId: string,
  { id, address: written, basedOn }: KeepEntryBody & { id: string },
): Promise<BookEntry | { changedTo: BookEntry } | 'full'> {
  const address = trimAddress(written)
  const entry = { id, version: (basedOn ?? 0) + 1, address }
  const { other, book: kept } = await changeBook(deps, accountId, (book) => {
    const before = book.entries.find((one) => one.id === id)
    if (before && before.version !== basedOn) return { other: before }
    const changed = withEntry(book, entry)
    return changed === 'full' ? {} : { book: changed }
  })
  if (kept) return entry
  if (!other) return 'full'
  return same(other.address, address) ? other : { changedTo: other }
}

/** Adds addresses until the book is full. */
function withSent(book: Book, sent: Address[], random: Random): Book {
  let filled = book
  for (const address of findNewAddresses(book, sent)) {
    const more = withEntry(filled, { id: random.uuid(), version: 1, address })
    if (more === 'full') break
    filled = more
  }
  return filled
}

/** The account's book, with the recipients of its paid letters except removed ones (design/sending.md#address-book). */
async function openBook(deps: BookDeps, accountId: string): Promise<Book> {
  const sent = await sentRecipients(deps, accountId)
  const book = await readBook(deps, accountId)
  return findNewAddresses(book, sent).length ? addSentRecipients(deps, accountId, sent) : book
}

async function addSentRecipients(deps: BookDeps, accountId: string, sent: Address[]): Promise<Book> {
  const take = (book: Book) => ({ book: withSent(book, sent, deps.random) })
  const { book } = await changeBook(deps, accountId, take, deps.clock.now())
  return book
}

const portion = 50

/**
 * Runs before letters are forgotten. Answers how many books it looked at; a book that fails does not stop the others.
 */
export async function addPostedRecipients(deps: BookDeps): Promise<number> {
  const { db, clock } = deps
  const accounts = await db
    .selectFrom('letter')
    .leftJoin('address_book', 'address_book.account_id', 'letter.account_id')
    .innerJoin('letter_secret', 'letter_secret.letter_id', 'letter.id')
    .innerJoin('account', 'account.id', 'letter.account_id')
    .select('letter.account_id')
    .distinct()
    .where('letter.state', '=', 'posted')
    .where((is) => is.not(isLostClaim))
    .where('letter.state_since', '>', earlier(clock.now(), keptFor.posted))
    .where((is) =>
      is.or([
        is('address_book.looked_at', 'is', null),
        is('address_book.looked_at', '<', is.ref('letter.state_since')),
      ]),
    )
    .limit(portion)
    .execute()
  await tryEach(
    accounts.map(({ account_id }) => account_id),
    async (id) => addSentRecipients(deps, id, await sentRecipients(deps, id)),
  )
  return accounts.length
}

/** The addresses as one file of the export; no file when the book is empty. */
export async function* exportBook(deps: BookDeps, accountId: string): AsyncGenerator<ExportedFile> {
  const { entries } = await openBook(deps, accountId)
  if (!entries.length) return
  const text = JSON.stringify(
    entries.map(({ address }) => address),
    undefined,
    2,
  )
  yield { name: 'direcciones.json', bytes: Buffer.from(text), at: deps.clock.now() }
}

const changed = 'Esta dirección se ha cambiado en otro equipo. Revísela y vuelva a guardar.'
const full = `Su libreta tiene ya ${mostEntries} direcciones. Quite alguna para añadir otra.`

const byName = new Intl.Collator('es')
const own = ownCall('direcciones')

/** Names travel in bodies only (design/privacy.md#letters-are-secret). An account sees only its own book. */
export function addressBookRoutes(app: App, deps: BookDeps & Pick<World, 'limits'>): void {
  const { limits } = deps
  const limitConcurrency = createConcurrencyLimit(atOnce.addressesOfAccount)
  async function takeChange(request: FastifyRequest): Promise<SignedIn> {
    const account = await requireAccount(deps, request)
    await limits.addresses.take(account.accountId)
    await takeBytes(limits, 'book', account, await readBookSize(deps.db, account.accountId))
    return account
  }
  const listing = {
    ...own('listAddresses', 'Su libreta de direcciones'),
    response: { 200: calls.addressBook },
  }
  for (const { url, hide } of spellings('/addresses'))
    app.get(url, { schema: { ...listing, hide } }, async (request) => {
      const { accountId } = await requireAccount(deps, request)
      await limits.addresses.take(accountId)
      const { entries } = await limitConcurrency(accountId, () => openBook(deps, accountId))
      return { entries: entries.toSorted((a, b) => byName.compare(a.address.name, b.address.name)) }
    })

  const keeping = {
    ...own('keepAddress', 'Guarda una dirección; 409 con la otra si alguien la ha cambiado'),
    params: calls.entryId,
    body: calls.keepEntryBody,
    response: { 200: calls.bookEntry, 409: calls.entryConflict },
  }
  app.put('/addresses/:id', { schema: keeping }, async (request, reply) => {
    const { accountId } = await takeChange(request)
    const { id } = request.params
    const lacks = Object.values(checkAddress(request.body.address)).join('. ')
    if (lacks) throw new Failure(422, `Complete la dirección. ${lacks}.`, 'address-incomplete')
    const kept = await limitConcurrency(accountId, () => keepEntry(deps, accountId, { id, ...request.body }))
    if (kept === 'full') throw new Failure(422, full, 'address-book-full')
    if ('changedTo' in kept)
      return reply.code(409).send({ detail: changed, code: 'address-changed', entry: kept.changedTo })
    return kept
  })

  const removing = {
    ...own('removeAddress', 'Quita una dirección'),
    params: calls.entryId,
    response: { 204: z.undefined() },
  }
  app.delete('/addresses/:id', { schema: removing }, async (request, reply) => {
    const { accountId } = await takeChange(request)
    const remove = (book: Book) => withoutEntry(book, request.params.id)
    await limitConcurrency(accountId, () => changeBook(deps, accountId, remove))
    return reply.code(204).send(undefined)
  })
}
