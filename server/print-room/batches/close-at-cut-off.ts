import { lastCutOff, type CutOff } from '@lacre/letter/cut-off.ts'
import { closeBatchIn, recordClosing, type ClosedBatch } from './close-batch.ts'
import type { PrintRoomDeps } from '../deps.ts'

/** Who closes batches when nobody has to. */
const by = 'hora de cierre'

/**
 * The newest cut-off closes what was paid before it, once, whichever node comes first: its row, its batches and their
 * audit entries are one transaction. A server that was down at the cut-off closes late, and only what was paid before: who paid
 * after it was promised the next one. Answers how many batches were closed.
 */
export function closeAtCutOff(deps: PrintRoomDeps, cutOff: CutOff): Promise<number> {
  const at = lastCutOff(deps.clock.now(), cutOff)
  return deps.db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto('cut_off')
      .values({ at, closed_at: deps.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('at')
      .executeTakeFirst()
    if (!first) return 0

    const closed: ClosedBatch[] = []
    for (;;) {
      const batch = await closeBatchIn(tx, deps, { by, before: at })
      if (batch === 'nothing-waiting') break
      closed.push(batch)
    }
    for (const batch of closed) await recordClosing(tx, deps, batch, by)
    return closed.length
  })
}
