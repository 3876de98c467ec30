import { expect, test } from 'vitest'
import type { Answer } from '../api.ts'
import { readVerification } from './verify-email.tsx'

const refused = (status: number, detail?: string): Answer<never> => ({
  ok: false,
  status,
  ...(detail !== undefined && { detail }),
})

test.each<[string, Answer<{ message: string }>]>([
  ['verified', { ok: true, body: { message: 'Email verified' } }],
  ['already-verified', { ok: true, body: { message: 'Email already verified' } }],
  ['expired', refused(400, 'Verification link has expired')],
  ['expired', refused(400, 'Verification link is invalid')],
  ['password-asked', { ok: false, status: 429, code: 'too-many-failures' }],
  ['failed', refused(400, 'Otra cosa')],
  ['failed', refused(400)],
  ['failed', refused(500, 'expired')],
  ['failed', refused(0)],
])('[4.23, 4.24, 8.8] verification: %s of %j (specification, section 4)', (outcome, answer) => {
  expect(readVerification(answer)).toBe(outcome)
})
