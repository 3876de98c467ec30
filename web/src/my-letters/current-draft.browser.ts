import { expect, test } from 'vitest'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { looksOf } from '@lacre/letter/looks/looks.ts'
import { replaceDraft } from './current-draft.ts'

const letter = {
  content: '<p>Hola</p>',
  origin: sampleSender,
  destination: sampleRecipient,
  draftId: null,
  ...looksOf({}),
}

test.each([
  ['frozen', '2027-01-15', '2027-01-15'],
  ['frozen', null, null],
  ['posted', '2026-11-20', null],
] as const)(
  'a letter that is %s, for %s, comes back for %s, and not for the day of what stood there',
  async (state, postOn, day) => {
    localStorage.setItem('letterDay', '2026-12-18')
    expect(await replaceDraft({ ...letter, state, postOn }, 0)).toBe(true)
    expect(localStorage.getItem('letterDay')).toBe(day)
  },
)
