import { emptyAddress } from '@lacre/letter/address/address.ts'
import type { Order } from '@lacre/letter/calls.ts'
import { inSnapshot } from '../../database/in-snapshot.ts'
import { paidBefore } from '../stored/unpaid-letters.ts'
import { openSummaries, type SummariesDeps } from './open-summaries.ts'
import { lettersOfOrder } from './orders-of.ts'
import { findReader } from './reader.ts'

/** At one moment; undefined when the account has none by this id. */
export const readOrder = (
  deps: SummariesDeps,
  accountId: string,
  orderId: string,
): Promise<Order | undefined> =>
  inSnapshot(deps.db, async (db) => {
    const rows = await lettersOfOrder(db, accountId, orderId)
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
