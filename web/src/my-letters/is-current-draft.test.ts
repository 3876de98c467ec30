import { beforeEach, expect, test, vi } from 'vitest'
import { sampleRecipient } from '@lacre/letter/address/address.ts'
import { usualLooks } from '@lacre/letter/looks/looks.ts'
import { keepPrepared, markOf } from '../journal/prepared-text.ts'
import { isCurrentDraft } from './current-draft.ts'

const text = '<p>Hola, {nombre}.<img src="data:image/jpeg;base64,AAAA"></p>'
/** With the name filled in and the photo made printable. */
const letter = { ...usualLooks, id: 'l1', content: '<p>Hola, Ana.<img src="data:image/png;base64,BBBB"></p>' }
const [ana, eva] = ['Ana Ruiz', 'Eva Gil'].map((name) => ({ ...sampleRecipient, name }))

let entries: Record<string, string>
beforeEach(async () => {
  entries = {}
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => void (entries[key] = value),
    removeItem: (key: string) => void delete entries[key],
  })
  keepPrepared(await markOf(text), ['l0', 'l1'])
  entries.letterContent = text
  entries.destinationAddress = JSON.stringify(ana)
  return () => vi.unstubAllGlobals()
})

test('the text that a letter was prepared from is its own, names, photos and all (design.md#success-archives-first)', async () => {
  expect(await isCurrentDraft(letter, [ana!])).toBe(true)
  expect(await isCurrentDraft({ ...letter, id: 'l2' }, [ana!])).toBe(false)
  expect(await isCurrentDraft({ ...letter, id: 'l2', content: text }, [ana!])).toBe(true)
})

test.each([
  ['other words', { letterContent: `${text}<p>Un abrazo.</p>` }],
  ['another photo', { letterContent: text.replace('AAAA', 'CCCC') }],
  ['other looks', { letterStyle: 'libro' }],
  ['somebody else', { destinationAddress: JSON.stringify(eva) }],
  ['somebody more', { otherRecipients: JSON.stringify([eva]) }],
  ['another text that waits with it', { pendingLetter: JSON.stringify({ content: '<p>Otra.</p>' }) }],
  ['nobody knows what', { preparedLetters: '{' }],
])('with %s it is another text, which stays', async (_, changed) => {
  Object.assign(entries, changed)
  expect(await isCurrentDraft(letter, [ana!])).toBe(false)
})

test('a letter without name or photo stays there with other looks, too', async () => {
  entries.letterStyle = 'libro'
  expect(await isCurrentDraft({ ...letter, id: 'l2', content: text }, [ana!])).toBe(false)
})
