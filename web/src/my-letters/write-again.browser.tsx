import { page } from 'vitest/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { looksOf } from '@lacre/letter/looks/looks.ts'
import { keepLetter } from '../drafts/testing/journal.ts'
import { renderAt } from '../testing/render-at.tsx'
import { WriteAgain } from './write-again.tsx'

const text = '<p>Querida {nombre}:</p>'
const [ana, eva, luis] = ['Ana Ruiz', 'Eva Gil', 'Luis Sanz'].map((name) => ({ ...sampleRecipient, name }))
const list = JSON.stringify([ana, luis])

let draftId: string
/** An unpaid letter from a draft for three people; Ana, its recipient, is not the first. */
beforeEach(async () => {
  localStorage.setItem('letterContent', text)
  localStorage.setItem('destinationAddress', JSON.stringify(eva))
  localStorage.setItem('otherRecipients', list)
  draftId = await keepLetter(text)
})
afterEach(() => vi.restoreAllMocks())

async function pressOf(content: string, draftId: string | null) {
  const looks = { ...looksOf({}), origin: sampleSender, destination: ana!, postOn: null, againOf: null }
  const letter = { ...looks, id: 'l1', draftId, content, state: 'frozen' } as unknown as LetterDetail
  const { history } = await renderAt(<WriteAgain letter={letter} />, '/my-letters')
  await page.getByRole('button', { name: 'Seguir escribiendo' }).click()
  return history
}
const others = () => localStorage.getItem('otherRecipients')

test('continuing one of several unpaid letters keeps the list of recipients', async () => {
  const history = await pressOf('<p>Querida Ana:</p>', draftId)
  await expect.poll(() => history).toEqual(['/my-letters', '/write'])
  expect([others(), localStorage.getItem('letterContent')]).toEqual([list, text])
})

test.each([
  ['other words', '<p>Otra.</p>'],
  ['the same words', text],
])('another letter, of %s, first says which recipients would be removed', async (_which, content) => {
  localStorage.setItem('otherRecipients', JSON.stringify([luis]))
  const history = await pressOf(content, null)
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent(/1 destinatario más, que se quita de la lista/)
  expect(others()).not.toBeNull()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect.poll(() => history).toEqual(['/my-letters', '/write'])
  expect(others()).toBeNull()
})

test('without a readable database the press is answered, and nothing changes', async () => {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('gone', 'InvalidStateError')
  })
  await pressOf('<p>Otra.</p>', null)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/así que no hemos cambiado nada/)
  expect([others(), localStorage.getItem('letterContent')]).toEqual([list, text])
})
