import type { State } from '@lacre/letter/journey.ts'
import { sql } from 'kysely'
import type { Db } from '../database/tables.ts'
import type { LetterRow } from './letters-table.ts'

/** `from` and `until` are days in Spain (`2026-11-21`), both included. */
export type LetterFilter = {
  states?: State[] | undefined
  from?: string | undefined
  until?: string | undefined
}
export type Place = { createdAt: Date; id: string }

const startOfDay = (day: string) => sql<Date>`(${day}::date::timestamp at time zone 'Europe/Madrid')`
const endOfDay = (day: string) => sql<Date>`((${day}::date + 1)::timestamp at time zone 'Europe/Madrid')`

/** Up to `limit` letters of an account that come after `place`, newest first, without versions an edit replaced. */
export const ownLetters = (
  db: Db,
  accountId: string,
  { states, from, until }: LetterFilter,
  place: Place | undefined,
  limit: number,
): Promise<LetterRow[]> =>
  db
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
    .$if(!!states?.length, (query) => query.where('state', 'in', states!))
    .$if(!!from, (query) => query.where('created_at', '>=', startOfDay(from!)))
    .$if(!!until, (query) => query.where('created_at', '<', endOfDay(until!)))
    .$if(!!place, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(place!.createdAt, place!.id))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
