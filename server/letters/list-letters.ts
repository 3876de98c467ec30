import type { LetterPage } from '@lacre/letter/calls.ts'
import type { LetterCipher } from '../database/letter-cipher.ts'
import type { Db } from '../database/tables.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { findAddresses, findSteps } from './letters-table.ts'
import { openAddresses } from './sealed-addresses.ts'
import { summaryOf } from './summary.ts'

const pageSize = 20

/**
 * A page of the account's letters, newest first, without versions that an edit replaced. `cursor` is the `next` of the page before.
 */
export async function listLetters(
  { db, cipher }: { db: Db; cipher: LetterCipher },
  accountId: string,
  cursor: string | undefined,
): Promise<LetterPage | 'bad-cursor'> {
  const from = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && !from) return 'bad-cursor'

  const found = await db
    .selectFrom('letter')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('letter_step')
            .select('seq')
            .whereRef('letter_step.letter_id', '=', 'letter.id')
            .where('step', '=', 'replace'),
        ),
      ),
    )
    .$if(!!from, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(from!.createdAt, from!.id))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const letters = found.slice(0, pageSize)
  const last = letters.at(-1)
  if (!last) return { letters: [], next: null }

  const ids = letters.map(({ id }) => id)
  const steps = Map.groupBy(await findSteps(db, ids), (step) => step.letter_id)
  const sealed = new Map((await findAddresses(db, ids)).map((row) => [row.letter_id, row]))
  return {
    letters: letters.map((letter) => {
      const addresses = sealed.get(letter.id)
      return summaryOf(
        letter,
        steps.get(letter.id) ?? [],
        addresses && openAddresses(cipher, letter.id, addresses),
      )
    }),
    next: found.length > pageSize ? writeCursor(last) : null,
  }
}
