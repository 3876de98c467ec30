import type { BatchSummary, ClosedBatch } from '@lacre/letter/print-room/calls.ts'
import type { Progress } from '@lacre/letter/print-room/file-with-progress.ts'
import type { Answer } from '../../api.ts'

type CloseOne = (until: string | undefined) => Promise<Answer<ClosedBatch>>

/**
 * Closes batch by batch until nothing is left of what waited at the first call. `tell` hears what is closed and how far it is;
 * whatever it has heard stays closed when a later call fails. Who finds nothing left has been helped by somebody else.
 */
export async function closeAll(
  closeOne: CloseOne,
  tell: (batches: BatchSummary[], progress: Progress) => void,
): Promise<Answer<BatchSummary[]>> {
  const batches: BatchSummary[] = []
  let done = 0
  for (let until: string | undefined; ;) {
    const answer = await closeOne(until)
    if (!answer.ok)
      return batches.length && answer.code === 'nothing-waiting' ? { ok: true, body: batches } : answer
    const { batch, left } = answer.body
    batches.push(batch)
    done += batch.letters
    tell([...batches], { done, of: done + left })
    if (!left) return { ok: true, body: batches }
    until = answer.body.until
  }
}
