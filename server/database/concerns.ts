import { sql } from 'kysely'
import type { Db, Tx } from './tables.ts'

/**
 * Something only a person can settle. `reference` names what it is about (an intent, a batch); the same concern
 * about the same thing is raised once, for ever. `note` tells an operator what is known: never a letter's words,
 * an address or an e-mail.
 */
export type Concern = { kind: string; letterId: string | null; reference: string; note: string }

/** In the transaction that found the trouble. */
export async function raiseConcern(tx: Db | Tx, { kind, letterId, reference, note }: Concern): Promise<void> {
  await tx
    .insertInto('concern')
    .values({
      id: sql<string>`gen_random_uuid()`,
      kind,
      letter_id: letterId,
      reference,
      note,
      created_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
    .execute()
}
