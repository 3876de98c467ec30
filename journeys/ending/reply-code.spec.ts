import { replyFragment } from '@lacre/letter/address/reply-code.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../person/journey.ts'
import { blockOf, keepInBrowser, openWritePage, sendOf, eraseDraft } from '../write/at-the-editor.ts'
import { recipient, sender } from '../write/write-a-letter.ts'

const fragment = replyFragment({ origin: sender, destination: recipient })
const replyOf = (page: Page) => page.getByRole('region', { name: '¿Contestar a la carta que ha recibido?' })

test('a reply code opens /write with both addresses swapped, and no request carries them (design/paper.md#reply-code)', async ({
  page,
}) => {
  const carried: string[] = []
  page.on('request', (request) => {
    const all = `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`
    if (all.includes(fragment.slice(0, 30)) || all.includes(sender.street)) carried.push(request.url())
  })
  await page.goto(`/write#${fragment}`)
  await expect(replyOf(page)).toContainText(sender.street)
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await expect(replyOf(page)).toContainText(sender.street)
  await expect(blockOf(page, 'Destinatario')).not.toContainText(sender.street)
  expect(carried).toEqual([])

  await replyOf(page).getByRole('button', { name: 'Usar estas direcciones' }).click()
  await expect(blockOf(page, 'Destinatario')).toContainText(sender.name)
  await expect(blockOf(page, 'Remite')).toContainText(recipient.name)
  await expect(page.getByRole('status').filter({ hasText: 'ya están puestos' })).toBeFocused()
  await page.reload()
  await expect(blockOf(page, 'Destinatario')).toContainText(sender.name)
  await expect(replyOf(page)).toBeHidden()
})

test('asks before it replaces typed addresses, and keeps them on request', async ({ page }) => {
  const mine = { ...recipient, name: 'Eva Sanz Prieto', street: 'Calle Sol 1' }
  await keepInBrowser(page, { destinationAddress: JSON.stringify(mine) })
  await openWritePage(page)
  // In the very page that is open, as from its address bar.
  await page.evaluate((digits) => (location.hash = digits), fragment)
  await expect(replyOf(page)).toContainText('Ocuparían el lugar')
  await expect(replyOf(page)).toContainText('Calle Sol 1')
  expect(new URL(page.url()).hash).toBe('')
  await expect(blockOf(page, 'Destinatario')).toContainText('Eva Sanz Prieto')
  await replyOf(page).getByRole('button', { name: 'No usarlas' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'quedan como estaban' })).toBeFocused()
  await expect(blockOf(page, 'Destinatario')).toContainText('Eva Sanz Prieto')
})

/** Whatever of it the tab still holds, under any name. */
const heldByTab = (page: Page) =>
  page.evaluate(() => JSON.stringify([history.state, sessionStorage, localStorage]))
const digits = fragment.slice(0, 30)

test('Borrar borrador and leaving the page close an unanswered question', async ({ page }) => {
  await page.goto(`/write#${fragment}`)
  await expect(replyOf(page)).toBeVisible()
  await page.reload()
  await expect(replyOf(page)).toBeVisible()
  await eraseDraft(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(replyOf(page)).toBeHidden()
  expect(await heldByTab(page)).not.toContain(digits)
  await page.reload()
  await expect(sendOf(page)).toBeEnabled()
  await expect(replyOf(page)).toBeHidden()

  await page.evaluate((again) => (location.hash = again), fragment)
  await expect(replyOf(page)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Lacre, ir al inicio' }).click()
  await expect.poll(() => heldByTab(page)).not.toContain(digits)
  await page.goBack()
  await expect(sendOf(page)).toBeEnabled()
  await expect(replyOf(page)).toBeHidden()

  await page.evaluate((again) => (location.hash = again), fragment)
  await expect(replyOf(page)).toBeVisible()
  await page.goto('/about-us')
  await page.goBack()
  await expect(sendOf(page)).toBeEnabled()
  await expect(replyOf(page)).toBeHidden()
  await expect.poll(() => heldByTab(page)).not.toContain(digits)
})

test('what an answered code filled in is not said any more when the draft is erased', async ({ page }) => {
  await page.goto(`/write#${fragment}`)
  await replyOf(page).getByRole('button', { name: 'Usar estas direcciones' }).click()
  const told = page.getByRole('status').filter({ hasText: 'ya están puestos' })
  await expect(told).toBeVisible()
  expect(await heldByTab(page)).not.toContain(digits)
  await eraseDraft(page)
  await expect(blockOf(page, 'Destinatario')).not.toContainText(sender.name)
  await expect(told).toBeHidden()
})
