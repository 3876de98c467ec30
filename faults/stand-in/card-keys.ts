import { hours } from '@lacre/letter/days.ts'
import type { OwnFailure } from './call-failures.ts'

export type Answer = { status: number; body: Record<string, unknown> }

export const refuse = (status: number, code: string, type = 'invalid_request_error'): Answer => ({
  status,
  body: { error: { type, code, message: code } },
})

/** The provider promises a day; some keys live longer. */
export const cardKeys = () => ({ keptFor: hours(24) })

/**
 * Replays the first answer to an idempotency key, also a failure of the provider, until the key expires. Other parameters
 * under the same key are refused.
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
