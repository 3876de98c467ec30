import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { archiveBeforeClearing } from './clear-drafts.ts'

const now = new Date('2026-11-21T12:00:00Z')

// Another file's tests may have archived letters of their own in this browser.
beforeEach(
  () => new Promise((done) => indexedDB.deleteDatabase('lacre-archive').addEventListener('success', done)),
)
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

/** What another program finds in the archive. */
const archived = () =>
  new Promise<unknown[]>((done, fail) => {
    const opening = indexedDB.open('lacre-archive')
    opening.addEventListener('error', fail)
    opening.addEventListener('success', () => {
      const all = opening.result.transaction('sent').objectStore('sent').getAll()
      all.addEventListener('success', () => {
        opening.result.close()
        done(all.result)
      })
    })
  })

test('success: draft and pending letter are cleared, their texts kept in the archive first (design, 2.5)', async () => {
  localStorage.setItem('letterContent', '<p>Una</p>')
  localStorage.setItem('pendingLetter', JSON.stringify({ content: '<p>Otra</p>' }))
  localStorage.setItem('originAddress', '{}')
  await archiveBeforeClearing(now)
  expect(Object.entries(localStorage)).toEqual([['originAddress', '{}']])
  expect(await archived()).toEqual([
    { content: '<p>Una</p>', at: now },
    { content: '<p>Otra</p>', at: now },
  ])
})

test('success: the same text is archived once, and one that cannot be read does not stop it', async () => {
  localStorage.setItem('letterContent', '<p>Una</p>')
  localStorage.setItem('pendingLetter', JSON.stringify({ content: '<p>Una</p>' }))
  await archiveBeforeClearing(now)
  localStorage.setItem('pendingLetter', '{no')
  await archiveBeforeClearing(now)
  expect(await archived()).toEqual([{ content: '<p>Una</p>', at: now }])
  expect(localStorage.length).toBe(0)
})

test('success: a text that cannot be archived stays where it is (design, section 3.7)', async () => {
  localStorage.setItem('letterContent', '<p>Una</p>')
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await archiveBeforeClearing(now)
  expect(localStorage.getItem('letterContent')).toBe('<p>Una</p>')
  expect(String(log.mock.calls)).not.toContain('Una')
})
