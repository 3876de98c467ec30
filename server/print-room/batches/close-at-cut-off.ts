import { later, minutes } from '@lacre/letter/duration.ts'
import { lastCutOff, type CutOff } from '@lacre/letter/cut-off.ts'
import { closeBatch, type Closing } from './close-batch.ts'
import type { PrintRoomDeps } from '../deps.ts'

/** Who closes batches when nobody has to. */
const by = 'hora de cierre'

/**
 * Who pays in time is told this cut-off before all of it is written, which takes a minute and a half at most
 * (database/open.ts); and another server's clock may be behind.
 */
const writtenLate = minutes(2)

/**
 * The newest cut-off closes what was paid before it, once, whichever node comes first. A server that was down at the
 * cut-off closes late, and only what was paid before: who paid after it was promised the next one. Each batch is closed
 * by itself, so that nobody waits for all of them, and the cut-off's row is written when nothing is left and nothing can
 * come any more: what a node that died has not closed, the next turn does. Answers how many batches were closed.
 */
export async function closeAtCutOff(
  deps: PrintRoomDeps,
  cutOff: CutOff,
  limit?: Closing['limit'],
): Promise<number> {
  const at = lastCutOff(deps.clock.now(), cutOff)
  const done = deps.db.selectFrom('cut_off').select('at').where('at', '=', at)
  if (await done.executeTakeFirst()) return 0

  let closed = 0
  while ((await closeBatch(deps, { by, limit, before: at })) !== 'nothing-waiting') closed++
  if (deps.clock.now() < later(at, writtenLate)) return closed
  await deps.db
    .insertInto('cut_off')
    .values({ at, closed_at: deps.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return closed
}
