import { earlier } from '@lacre/letter/days.ts'
import { unpaidFor } from '@lacre/letter/kept-for.ts'
import { givenBackLetters } from '../../database/queries/given-back.ts'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import type { CancelIntentOf } from '../../ports.ts'
import { sql } from 'kysely'
import { stepIfAllowed } from '../steps/step-if-allowed.ts'

const portion = 50

/**
 * Letters nobody paid within a week can no longer be paid; nor can one that was to go again for the postage alone, once the
 * money of its first is back (design.md#came-back). One whose payment is in doubt is looked at again next time.
 * @returns how many expired. @throws AggregateError after the portion is done, when some could not be looked at.
 */
export async function expireUnpaid({
  db,
  clock,
  cancelIntentOf,
}: {
  db: Db
  clock: Clock
  cancelIntentOf: CancelIntentOf
}): Promise<number> {
  const now = clock.now()
  const unpaid = await db
    .selectFrom('letter')
    .select('id')
    .where('state', '=', 'frozen')
    .where((is) =>
      is.or([
        is('state_since', '<', earlier(now, unpaidFor)),
        is.exists(givenBackLetters(db).where('payment.letter_id', '=', sql.ref<string>('letter.again_of'))),
      ]),
    )
    .orderBy(sql`random()`) // fifty that cannot be looked at must not keep the others
    .limit(portion)
    .execute()

  let expired = 0
  const failures: unknown[] = []
  for (const { id } of unpaid) {
    try {
      if ((await cancelIntentOf(id)) !== 'cancelled') continue
      const step = { letterId: id, step: 'expire', cause: 'expire-unpaid', now } as const
      if (await stepIfAllowed(db, step)) expired++
    } catch (error) {
      failures.push(error) // one broken letter must not keep the others
    }
  }
  if (failures.length) throw new AggregateError(failures, 'some unpaid letters could not be looked at')
  return expired
}
