import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleRecipient } from '@lacre/letter/address/address.ts'
import { type Letters, openLetters } from '../drafts/db.ts'
import { keepLetter } from '../drafts/testing/journal.ts'
import { archiveBeforeClearing } from './clear-drafts.ts'

const now = new Date('2026-11-21T12:00:00Z')
const at = now.getTime()

let letters: Letters
beforeEach(async () => {
  letters = await openLetters()
})
afterEach(() => letters.close())
const archived = async () =>
  Promise.all(
    (await letters.versions()).map(async ({ html, at, because }) => ({
      html: await letters.whole(html),
      at,
      because,
    })),
  )

test('success: draft and pending letter are cleared, their texts kept as versions first (design/writing.md#success-archives-first)', async () => {
  localStorage.setItem('letterContent', '<p>Una</p>')
  localStorage.setItem('letterVersion', '1 2')
  localStorage.setItem('pendingLetter', JSON.stringify({ content: '<p>Otra</p>' }))
  localStorage.setItem('originAddress', '{}')
  localStorage.setItem('otherRecipients', '[{}]')
  sessionStorage.setItem('pastedRows', 'Ana;Calle Larios 3;29005;Málaga')
  await archiveBeforeClearing(now)
  expect(Object.entries(localStorage)).toEqual([['originAddress', '{}']])
  expect(sessionStorage.getItem('pastedRows')).toBeNull()
  expect(await archived()).toEqual([
    { html: '<p>Otra</p>', at, because: 'sent' },
    { html: '<p>Una</p>', at, because: 'sent' },
  ])
})

test('success: equal texts are stored once, and an unreadable one does not stop it', async () => {
  localStorage.setItem('letterContent', '<p>Una</p>')
  localStorage.setItem('pendingLetter', JSON.stringify({ content: '<p>Una</p>' }))
  await archiveBeforeClearing(now)
  localStorage.setItem('pendingLetter', '{no')
  await archiveBeforeClearing(now)
  expect(await archived()).toEqual([{ html: '<p>Una</p>', at, because: 'sent' }])
  expect(localStorage.length).toBe(0)
})

test('success: the next letter begins without this recipient, who is offered as recent', async () => {
  const ana = { ...sampleRecipient, name: 'Ana Ruiz' }
  localStorage.setItem('letterContent', '<p>Una</p>')
  localStorage.setItem('destinationAddress', JSON.stringify(ana))
  await archiveBeforeClearing(now)
  expect(localStorage.getItem('destinationAddress')).toBeNull()
  expect(JSON.parse(localStorage.getItem('recentRecipients') ?? '')).toEqual([ana])
})

test('success: a letter that only the database holds whole is archived whole', async () => {
  const whole = '<p>Una</p><img src="data:image/png;base64,AAAA">'
  await keepLetter(whole)
  localStorage.setItem('letterContent', '<p>Una</p>')
  await archiveBeforeClearing(now)
  expect(await archived()).toEqual([{ html: whole, at, because: 'sent' }])
  expect(await letters.current()).toBeUndefined()
})

test('success: the posting day is cleared, also for a letter too large for a draft (design/letter.md#posting-day)', async () => {
  await keepLetter('<p>Una</p>')
  localStorage.setItem('letterDay', '2026-12-18')
  await archiveBeforeClearing(now)
  expect(localStorage.getItem('letterDay')).toBeNull()
})

test('success: another draft stays (design/writing.md#one-draft)', async () => {
  localStorage.setItem('letterContent', '<p>Una</p>')
  const id = await keepLetter('<p>Una</p>')
  expect(await archiveBeforeClearing(now, crypto.randomUUID())).toBe(true)
  expect([localStorage.getItem('letterContent'), await archived()]).toEqual(['<p>Una</p>', []])
  await archiveBeforeClearing(now, id)
  expect(localStorage.getItem('letterContent')).toBeNull()
  expect(await archived()).toEqual([{ html: '<p>Una</p>', at, because: 'sent' }])
})

test('success: a page closed between archiving and clearing clears local storage at its next opening (design/writing.md#success-archives-first)', async () => {
  localStorage.setItem('letterContent', '<p>Una</p>')
  const id = await keepLetter('<p>Una</p>')
  await letters.archive(['<p>Una</p>'], at, id)
  await archiveBeforeClearing(now, id)
  expect(localStorage.getItem('letterContent')).toBeNull()
  expect(await archived()).toEqual([{ html: '<p>Una</p>', at, because: 'sent' }])
})
