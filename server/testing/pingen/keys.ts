import { days } from '@lacre/letter/duration.ts'
import { createHash } from 'node:crypto'
import { refusal, type Answer, type Books } from './books.ts'

/**
 * Remembers the answer of a key for 24 hours: the same request again gets it without being done again, another request
 * under the same key is refused, and one that is still being worked on is a conflict.
 */
export async function underKey(
  { keys, now }: Books,
  { key, request }: { key: string | undefined; request: string },
  work: () => Promise<Answer>,
): Promise<Answer & { replayed?: true }> {
  if (!key) return work()
  if (key.length > 64) return refusal(400, 'idempotency_key_too_long')
  const print = createHash('sha256').update(request).digest('hex')
  const known = keys.get(key)
  if (known && now().getTime() - known.at < days(1)) {
    if (known.request !== print) return refusal(422, 'idempotency_key_reused')
    if (!known.answer) return refusal(409, 'idempotency_in_flight')
    return { ...known.answer, headers: { 'idempotent-replayed': 'true' }, replayed: true }
  }
  const entry = { at: now().getTime(), request: print, answer: undefined as Answer | undefined }
  keys.set(key, entry)
  entry.answer = await work()
  return entry.answer
}
