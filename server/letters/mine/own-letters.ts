import type { State } from '@lacre/letter/journey.ts'
import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely'
import type { Db, Tables } from '../../database/tables.ts'
import { wasPaid } from '../../database/queries/lost-claims.ts'
import type { LetterRow } from '../stored/letters-table.ts'
import type { Reader } from './reader.ts'

/** `from` and `until` are days in Spain (`2026-11-21`), both included. */
export type LetterFilter = {
  states?: State[] | undefined
  from?: string | undefined
  until?: string | undefined
}
/** Where a page ended. */
export type Cursor = { created_at: Date; id: string }
type Portion = { filter: LetterFilter; after: Cursor | undefined; limit: number }

const startOfDay = (day: string) => sql<Date>`(${day}::date::timestamp at time zone 'Europe/Madrid')`
const endOfDay = (day: string) => sql<Date>`((${day}::date + 1)::timestamp at time zone 'Europe/Madrid')`

/** Versions that an edit replaced are no letters of their own (design.md#same-letter-same-intent). */
const isNotReplaced = (
  eb: ExpressionBuilder<Tables, 'letter'>,
): ExpressionWrapper<Tables, 'letter', SqlBool> =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('letter_step')
        .select('seq')
        .whereRef('letter_step.letter_id', '=', 'letter.id')
        .where('step', '=', 'replace'),
    ),
  )

/** Up to `limit` letters of these accounts that come after `after`, newest first. */
const portionOf = (
  db: Db,
  accountIds: string[],
  { filter: { states, from, until }, after, limit }: Portion,
) =>
  db
    .selectFrom('letter')
    .where('account_id', 'in', accountIds)
    .$if(!!states?.length, (query) => query.where('state', 'in', states!))
    .$if(!!from, (query) => query.where('created_at', '>=', startOfDay(from!)))
    .$if(!!until, (query) => query.where('created_at', '<', endOfDay(until!)))
    .$if(!!after, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after!.created_at, after!.id))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

/** Those of claims as far as they were paid, and of a claim that has lost its own likewise. */
export const visibleLetters = (
  db: Db,
  { accountId, isLost, claims }: Reader,
  portion: Portion,
): Promise<LetterRow[]> =>
  portionOf(db, [accountId, ...claims], portion)
    .selectAll()
    .where(isNotReplaced)
    .$if(isLost, (query) => query.where(wasPaid))
    .$if(claims.length > 0, (query) =>
      query.where((is) => is.or([is('account_id', '=', accountId), wasPaid])),
    )
    .execute()

/** What a search needs to open the names of letters that still have some; also of versions that were replaced. */
export const ownAddresses = (db: Db, accountId: string, portion: Portion) =>
  portionOf(db, [accountId], portion)
    .innerJoin('letter_secret', 'letter_secret.letter_id', 'letter.id')
    .select(['letter.id', 'created_at', 'wrapped_key', 'key_name', 'addresses'])
    .execute()

/** The whole rows of these letters, in the same order, without versions that were replaced. */
export async function notReplaced(db: Db, found: Cursor[]): Promise<LetterRow[]> {
  if (!found.length) return []
  const ids = found.map(({ id }) => id)
  const rows = await db.selectFrom('letter').selectAll().where('id', 'in', ids).where(isNotReplaced).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
