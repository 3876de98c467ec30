import { closeBatch, countWaiting, type Closing } from './close-batch.ts'
import type { PrintRoomDeps } from '../deps.ts'

/** `left` letters wait for the next call, which is given `until`: what is paid meanwhile waits for another closing. */
export type ClosedOne = { id: number; left: number; until: Date }

/**
 * What waits leaves as a batch, or as several when it does not fit one: one a call, so that each is answered soon and none is
 * lost when whoever asks goes away. Letters are checked when the file is made (make-batch.ts), as after the cut-off.
 */
export async function closeWaiting(
  deps: PrintRoomDeps,
  { by, limit, until }: Pick<Closing, 'by' | 'limit' | 'until'>,
): Promise<ClosedOne | 'nothing-waiting'> {
  const now = deps.clock.now()
  const latest = until && until < now ? until : now
  const batch = await closeBatch(deps, { by, limit, until: latest })
  if (batch === 'nothing-waiting') return batch
  return { id: batch.id, left: await countWaiting(deps, latest), until: latest }
}
