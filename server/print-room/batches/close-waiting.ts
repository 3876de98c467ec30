import { withBatchLock } from './batch-lock.ts'
import { closeBatch } from './close-batch.ts'
import { jobsOfBatch } from '../jobs/jobs-table.ts'
import { inPortions, openPaidLetters } from '../jobs/open-paid-letters.ts'
import type { PrintRoomDeps } from '../deps.ts'
import { stopLetter } from '../jobs/stop-letter.ts'

/** `stopped`: letters that are not what was paid; they left their batch for a person to look at. */
export type ClosedWaiting = { ids: number[]; stopped: string[] }

/**
 * What waits leaves as a batch, or as several when it does not fit one, and every letter is checked. The files are
 * made when somebody downloads them. Only one operator at a time: the other is refused.
 */
export async function closeWaiting(
  deps: PrintRoomDeps,
  { by }: { by: string },
): Promise<ClosedWaiting | 'nothing-waiting' | 'somebody-else'> {
  const until = deps.clock.now() // or letters paid meanwhile would each get a batch of their own
  return withBatchLock(deps.db, async () => {
    const closed: ClosedWaiting = { ids: [], stopped: [] }
    for (;;) {
      const batch = await closeBatch(deps, { by, until })
      if (batch === 'nothing-waiting') break
      closed.ids.push(batch.id)
      closed.stopped.push(...(await stopDamaged(deps, batch.id)))
    }
    return closed.ids.length ? closed : 'nothing-waiting'
  })
}

async function stopDamaged(deps: PrintRoomDeps, batchId: number): Promise<string[]> {
  const stopped: string[] = []
  for (const letters of inPortions(await jobsOfBatch(deps.db, batchId))) {
    const opened = await openPaidLetters(deps, letters)
    for (const letter of letters) {
      const how = opened.get(letter.id)
      if (typeof how !== 'string') continue
      await stopLetter(deps, batchId, letter, how)
      stopped.push(letter.id)
    }
  }
  return stopped
}
