import type { Message } from '@lacre/letter/calls.ts'
import type { Answer } from '../api.ts'

/** `password-asked`: not over yet, this browser does not know the sign-up. */
export type Verification = 'verified' | 'already-verified' | 'expired' | 'failed' | 'password-asked'

const passwordAsked = new Set([
  'claim-unknown-here',
  'claim-password-wrong',
  'too-many-tries',
  'too-many-failures',
])

/** What the server's answer to a verification means (specification, section 4). */
export function verificationOf(answer: Answer<Message>): Verification {
  if (answer.ok) return answer.body.message === 'Email already verified' ? 'already-verified' : 'verified'
  if (passwordAsked.has(answer.code ?? '')) return 'password-asked'
  const isOld = answer.status === 400 && /expired|invalid/.test(answer.detail ?? '')
  return isOld ? 'expired' : 'failed'
}
