import { emptyAddress } from '@lacre/letter/address/address.ts'
import type { Order } from '@lacre/letter/calls.ts'
import { inSnapshot } from '../../database/in-snapshot.ts'
import { paidBefore } from '../stored/letters-table.ts'
import { openSummaries, type SummariesDeps } from './open-summaries.ts'
import { lettersOfOrder } from './orders-of.ts'

/** At one moment; undefined when the account has none by this id. */
export const readOrder = (
  deps: SummariesDeps,
  accountId: string,
  orderId: string,
): Promise<Order | undefined> =>
  inSnapshot(deps.db, async (db) => {
    const letters: Order['letters'] = []
    for (const { letter, addresses, summary } of await openSummaries(
      { ...deps, db },
      await lettersOfOrder(db, accountId, orderId),
    )) {
      const twin = letter.state === 'frozen' ? await paidBefore(db, letter) : undefined
      const destination = addresses?.destination ?? emptyAddress
      letters.push({
        ...summary,
        destination,
        lines: letter.price_lines,
        paidBefore: twin?.toISOString() ?? null,
      })
    }
    return letters.length ? { letters } : undefined
  })
