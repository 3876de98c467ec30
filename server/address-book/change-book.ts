import { sql } from 'kysely'
import type { LetterCipher } from '../database/keys/letter-cipher.ts'
import type { Db, Row, Tx } from '../database/tables.ts'
import { lockAccount } from '../http/lock-account.ts'
import { emptyBook, type Book } from './book.ts'
import type { BookDeps } from './deps.ts'

const findRow = (db: Db | Tx, accountId: string) =>
  db.selectFrom('address_book').selectAll().where('account_id', '=', accountId).executeTakeFirst()

const open = (cipher: LetterCipher, row: Row<'address_book'> | undefined): Book =>
  row ? (JSON.parse(cipher.openContent(row.id, row)) as Book) : emptyBook

/** As it is kept. @throws Error when a bit was changed. */
export const keptBook = async ({ db, cipher }: Pick<BookDeps, 'db' | 'cipher'>, accountId: string) =>
  open(cipher, await findRow(db, accountId))

/** How much a change writes anew. */
export async function bytesKept(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('address_book')
    .select(sql<number>`octet_length(content)`.as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** Changes the book as it is now; nobody else does meanwhile. An outcome without a book changes nothing. @throws Failure 401 when the account is erased. */
export function changeBook<Outcome extends { book?: Book }>(
  { db, cipher, random }: Pick<BookDeps, 'db' | 'cipher' | 'random'>,
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
      .values({ looked_at: neverLooked, ...sealed, id, account_id: accountId })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(sealed))
      .execute()
    return outcome
  })
}

/** Everything somebody kept there, when the account goes. */
export async function eraseBook(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('address_book').where('account_id', '=', accountId).execute()
}

const neverLooked = new Date(0)
