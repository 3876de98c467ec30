import { lastCutOff, type CutOff } from '@lacre/letter/days.ts'
import { closeBatch, type Closing } from './close-batch.ts'
import type { PrintRoomDeps } from '../deps.ts'

/** Who closes batches when nobody has to. */
const by = 'hora de cierre'

/**
 * Closes what was paid before the newest cut-off and still waits, however late it is found: its receipts name that
 * cut-off. Each batch is closed by itself, so that callers never wait for all of them. Answers how many batches.
 */
export async function closeAtCutOff(
  deps: PrintRoomDeps,
  cutOff: CutOff,
  limit?: Closing['limit'],
): Promise<number> {
  const at = lastCutOff(deps.clock.now(), cutOff)
  let closed = 0
  while ((await closeBatch(deps, { by, limit, before: at })) !== 'nothing-waiting') closed++
  return closed
}
