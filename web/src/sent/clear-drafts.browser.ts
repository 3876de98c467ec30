import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openJournal, type Journal } from '../journal/journal.ts'
import { archiveBeforeClearing } from './clear-drafts.ts'

const now = new Date('2026-11-21T12:00:00Z')
const at = now.getTime()

let journal: Journal
beforeEach(async () => {
  journal = await openJournal()
})
afterEach(() => {
  vi.restoreAllMocks()
  journal.close()
})
const archived = async () =>
  (await journal.versions()).map(({ html, at, because }) => ({ html, at, because }))

test('success: draft and pending letter are cleared, their texts kept as versions first (design.md#success-archives-first)', async () => {
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

test('success: the same text is kept once, and one that cannot be read does not stop it', async () => {
  localStorage.setItem('letterContent', '<p>Una</p>')
  localStorage.setItem('pendingLetter', JSON.stringify({ content: '<p>Una</p>' }))
  await archiveBeforeClearing(now)
  localStorage.setItem('pendingLetter', '{no')
  await archiveBeforeClearing(now)
  expect(await archived()).toEqual([{ html: '<p>Una</p>', at, because: 'sent' }])
  expect(localStorage.length).toBe(0)
})

test('success: the next letter begins without this one’s recipient, who is kept for one press', async () => {
  const ana = {
    name: 'Ana Ruiz',
    street: 'Calle Sol 1',
    city: 'Soria',
    state: '',
    postalCode: '42001',
    country: 'España',
  }
  localStorage.setItem('letterContent', '<p>Una</p>')
  localStorage.setItem('destinationAddress', JSON.stringify(ana))
  await archiveBeforeClearing(now)
  expect(localStorage.getItem('destinationAddress')).toBeNull()
  expect(JSON.parse(localStorage.getItem('recentRecipients') ?? '')).toEqual([ana])
})

test('success: what only the journal holds whole is kept whole', async () => {
  const whole = '<p>Una</p><img src="data:image/png;base64,AAAA">'
  await journal.record(whole, at - 5, undefined)
  localStorage.setItem('letterContent', '<p>Una</p>')
  await archiveBeforeClearing(now)
  expect(await archived()).toEqual([{ html: whole, at, because: 'sent' }])
  expect(await journal.current()).toBeUndefined()
})

test('success: the day goes with its letter, also with one that is too large for a draft (design.md#posting-day)', async () => {
  await journal.record('<p>Una</p>', at - 5, undefined)
  localStorage.setItem('letterDay', '2026-12-18')
  await archiveBeforeClearing(now)
  expect(localStorage.getItem('letterDay')).toBeNull()
})

test('success: a text that cannot be kept stays where it is (design.md#nothing-lost-on-error)', async () => {
  localStorage.setItem('letterContent', '<p>Una</p>')
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await archiveBeforeClearing(now)
  expect(localStorage.getItem('letterContent')).toBe('<p>Una</p>')
  expect(String(log.mock.calls)).not.toContain('Una')
})
