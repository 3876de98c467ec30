import { alone } from './alone.ts'
import { closeBatch } from './close-batch.ts'
import { jobsOfBatch } from './jobs-table.ts'
import { openPaidLetter } from './open-paid-letter.ts'
import type { PrintRoom } from './room.ts'
import { stopLetter } from './stop-letter.ts'

/** `stopped`: letters that are not what was paid; they left their batch for a person to look at. */
export type ClosedWaiting = { ids: number[]; stopped: string[] }

/**
 * What waits leaves as a batch, or as several when it does not fit one, and every letter is checked at the door. The
 * files are made when somebody downloads them. Only one operator at a time: the other is told.
 */
export async function closeWaiting(
  room: PrintRoom,
  { by }: { by: string },
): Promise<ClosedWaiting | 'nothing-waiting' | 'somebody-else'> {
  const until = room.clock.now() // or letters paid meanwhile would each get a batch of their own
  return alone(room.db, async () => {
    const closed: ClosedWaiting = { ids: [], stopped: [] }
    for (;;) {
      const batch = await closeBatch(room, { by, until })
      if (batch === 'nothing-waiting') break
      closed.ids.push(batch.id)
      closed.stopped.push(...(await stopDamaged(room, batch.id)))
    }
    return closed.ids.length ? closed : 'nothing-waiting'
  })
}

async function stopDamaged(room: PrintRoom, batchId: number): Promise<string[]> {
  const stopped: string[] = []
  for (const letter of await jobsOfBatch(room.db, batchId)) {
    if ((await openPaidLetter(room, letter)) !== 'damaged') continue
    await stopLetter(room, batchId, letter, 'damaged')
    stopped.push(letter.id)
  }
  return stopped
}
