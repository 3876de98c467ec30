import { earlier } from '@lacre/letter/days.ts'
import { keptFor } from '@lacre/letter/kept-for.ts'
import type { Address } from '@lacre/letter/address/address.ts'
import { isLostClaim } from '../database/queries/lost-claims.ts'
import { tryEach } from '../database/try-each.ts'
import type { Random } from '../outside/random.ts'
import { notKnown, withEntry, type Book } from './book.ts'
import { changeBook, keptBook } from './change-book.ts'
import type { BookDeps } from './deps.ts'

/** Those that do not fit are taken in when there is room. */
function withSent(book: Book, sent: Address[], random: Random): Book {
  let filled = book
  for (const address of notKnown(book, sent)) {
    const more = withEntry(filled, { id: random.uuid(), version: 1, address })
    if (more === 'full') break
    filled = more
  }
  return filled
}

/** The account's book with everybody it has paid letters to, but for those who were removed (design.md#address-book). */
export async function openBook(deps: BookDeps, accountId: string): Promise<Book> {
  const sent = await deps.sentRecipients(accountId)
  const book = await keptBook(deps, accountId)
  return notKnown(book, sent).length ? takeIn(deps, accountId, sent) : book
}

async function takeIn(deps: BookDeps, accountId: string, sent: Address[]): Promise<Book> {
  const take = (book: Book) => ({ book: withSent(book, sent, deps.random) })
  const { book } = await changeBook(deps, accountId, take, deps.clock.now())
  return book
}

const portion = 50

/**
 * For those who do not look into their book before their letters are forgotten. Answers how many books were looked
 * after. One that cannot be opened keeps no other.
 */
export async function takeInPosted(deps: BookDeps): Promise<number> {
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
    async (id) => takeIn(deps, id, await deps.sentRecipients(id)),
  )
  return accounts.length
}
