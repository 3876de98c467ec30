import type { LetterRefusal } from '@lacre/letter/calls.ts'

/** What of a letter a refusal is about: what must be changed before it can be sent. */
const about = {
  'empty-letter': 'text',
  'letter-too-long': 'text',
  'letter-too-complex': 'text',
  'picture-unreadable': 'text',
  'picture-unreachable': 'text',
  'signature-unusable': 'text',
  'unprintable-character': 'both',
  'reply-code-does-not-fit': 'both',
  'recipient-incomplete': 'address',
  'sender-incomplete': 'address',
  'recipient-not-in-spain': 'address',
  'recipient-does-not-fit': 'address',
  'address-mismatch': 'address',
  'day-passed': 'day',
  'day-too-far': 'day',
} satisfies Record<LetterRefusal, 'text' | 'address' | 'both' | 'day'>

const aboutOf = (code: string | undefined) =>
  code && code in about ? about[code as LetterRefusal] : undefined

export const isAboutDay = (code: string | undefined) => aboutOf(code) === 'day'
export const isAboutText = (code: string | undefined) => /text|both/.test(aboutOf(code) ?? '')
export const isAboutAddress = (code: string | undefined) => /address|both/.test(aboutOf(code) ?? '')
