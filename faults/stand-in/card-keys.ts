import { hours } from '@lacre/letter/days.ts'
import type { OwnFailure } from './call-failures.ts'

export type Answer = { status: number; body: Record<string, unknown> }

export const refuse = (status: number, code: string, type = 'invalid_request_error'): Answer => ({
  status,
  body: { error: { type, code, message: code } },
})

/** A day is promised; some are kept for longer. */
export const cardKeys = () => ({ keptFor: hours(24) })

/**
 * The first answer to a key is the answer to it for as long as it is kept, a failure of the provider's own too; other
 * parameters under it are a mistake. Then the key is new.
 */
export function openCardKeys(now: () => number, keys: ReturnType<typeof cardKeys>) {
  const answers = new Map<string, { asked: string; answer: Answer; since: number }>()
  return (key: string | undefined, asked: string, work: () => Answer, failure?: OwnFailure): Answer => {
    const kept = key === undefined ? undefined : answers.get(key)
    if (kept && now() - kept.since < keys.keptFor)
      return kept.asked === asked ? kept.answer : refuse(400, 'key-reused', 'idempotency_error')
    const done = failure === 'failed-before' ? undefined : work()
    const answer = failure || !done ? refuse(500, 'failure', 'api_error') : done
    if (key !== undefined) answers.set(key, { asked, answer: structuredClone(answer), since: now() })
    return answer
  }
}
