import type { Message } from '@lacre/letter/calls.ts'
import type { Answer } from '../api.ts'

export type Verification = 'verified' | 'already-verified' | 'expired' | 'failed'

/** What the server's answer to a verification means (specification, section 4). */
export function verificationOf(answer: Answer<Message>): Verification {
  if (answer.ok) return answer.body.message === 'Email already verified' ? 'already-verified' : 'verified'
  const isOld = answer.status === 400 && /expired|invalid/.test(answer.detail ?? '')
  return isOld ? 'expired' : 'failed'
}
