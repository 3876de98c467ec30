import type { Page } from '@playwright/test'
import {
  blockOf,
  keepInBrowser,
  letterOf,
  openDesk,
  postsOf,
  sendOf,
  stored,
  storedJson,
  storedLetter,
} from './at-the-editor.ts'
import { allow, expect, test } from '../person/journey.ts'
import { editAddress, recipient, sender } from './write-a-letter.ts'

const addresses = { originAddress: sender, destinationAddress: recipient }
const pending = (content: string) => ({ pendingLetter: JSON.stringify({ content, ...addresses }) })
const plain = { letterContent: '<p>el borrador</p>' }

async function typeAtEnd(page: Page, text: string) {
  await letterOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(text)
}

test('[3.5, 4.1, 4.2, 6.2] Enviar without a token keeps letter and both addresses as the pending letter and goes to /login @core', async ({
  page,
}) => {
  const posts = postsOf(page)
  await openDesk(page)
  await typeAtEnd(page, 'Querida Concepción:')
  await editAddress(page, 'Remite', sender)
  await editAddress(page, 'Destinatario', recipient)
  await sendOf(page).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  expect(await storedJson(page, 'pendingLetter')).toEqual({
    content: '<p>Querida Concepción:</p>',
    ...addresses,
  })
  expect(posts).toEqual([])
})

test('[4.8] the draft on load is the pending letter, else the plain draft, else empty', async ({ page }) => {
  await openDesk(page)
  await expect(letterOf(page)).toHaveText('')
  await keepInBrowser(page, plain)
  await openDesk(page)
  await expect(letterOf(page)).toHaveText('el borrador')
  await keepInBrowser(page, pending('<p>la pendiente</p>'))
  await openDesk(page)
  await expect(letterOf(page)).toHaveText('la pendiente')
})

test('[4.8, 4.10, 8.12] a pending letter that cannot be parsed is only logged, and the plain draft is opened', async ({
  page,
  complaints,
}) => {
  for (const unreadable of ['{no', '[]', '{"content":5}']) {
    await keepInBrowser(page, { ...plain, pendingLetter: unreadable })
    await openDesk(page)
    await expect(letterOf(page)).toHaveText('el borrador')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(blockOf(page, 'Destinatario')).toContainText('28008')
    expect(new Set(complaints)).toEqual(new Set(['The pending letter cannot be read']))
    complaints.length = 0
  }
})

test('[4.9] each change is saved in the plain draft at once and is there after a reload', async ({
  page,
}) => {
  await openDesk(page)
  await letterOf(page).click()
  let typed = ''
  for (const key of 'Hola  ñ') {
    await page.keyboard.type(key)
    typed += key
    expect(await storedLetter(page)).toBe(`<p>${typed}</p>`)
  }
  await page.keyboard.press('Backspace')
  expect(await storedLetter(page)).toBe('<p>Hola  </p>')
  await page.reload()
  await typeAtEnd(page, 'y')
  expect(await storedLetter(page)).toBe('<p>Hola  y</p>')
})

test('[4.9] while a pending letter exists the plain draft is left alone, and the change is kept in the pending letter (design/writing.md#pending-letter-edits)', async ({
  page,
}) => {
  await keepInBrowser(page, { ...plain, ...pending('<p>la pendiente</p>') })
  await openDesk(page)
  await typeAtEnd(page, ' y más')
  expect(await storedLetter(page)).toBe('<p>el borrador</p>')
  expect(await storedJson(page, 'pendingLetter')).toEqual({
    content: '<p>la pendiente y más</p>',
    ...addresses,
  })
  await page.reload()
  await expect(letterOf(page)).toHaveText('la pendiente y más')
  await editAddress(page, 'Destinatario', { ...recipient, city: 'Soria' })
  expect(await storedJson(page, 'pendingLetter')).toMatchObject({ destinationAddress: { city: 'Soria' } })
})

test('[4.10] with a token the draft is replaced by the pending letter, also when another tab signs in and left the pending letter, while one writes in this one @core', async ({
  page,
  context,
  complaints,
}) => {
  // The account's copy of the draft is refused like every call with this token.
  allow(complaints, /status of 401/)
  await openDesk(page)
  await typeAtEnd(page, 'en esta pestaña')
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    },
    { ...pending('<p>en la otra</p>'), token: 'x' },
  )
  await expect(letterOf(page)).toHaveText('en la otra')
  expect(await stored(page, 'letterContent')).toBe('<p>en esta pestaña</p>')
})
