import { letterOf, openWritePage, sendOf, eraseDraft } from '../write/at-the-editor.ts'
import { journalOf, typeOn, untilKept } from './drafts-kept.ts'
import { expect, test } from '../person/journey.ts'

const changed = 'Esta carta se ha cambiado en otra pestaña.'
const newer = 'El texto de aquí es el más reciente; el otro está guardado en Recuperar.'

test('a tab in which nothing was typed follows the other one (design/writing.md#newer-text-wins) @engines @core', async ({
  page,
  context,
}) => {
  await openWritePage(page)
  const other = await context.newPage()
  await openWritePage(other)
  await typeOn(page, 'en la primera')
  await expect(letterOf(other)).toHaveText('en la primera')
  await typeOn(other, ', y en la segunda')
  await untilKept(other, 'en la primera, y en la segunda')
  await expect(other.getByRole('alert')).toHaveCount(0)
})

/** In the page: no tab hears of the other before the event `let-go`, as when both type within one moment. */
const holdMessages = () => {
  const post = Object.getOwnPropertyDescriptor(BroadcastChannel.prototype, 'postMessage')!
  const held: (() => void)[] = []
  BroadcastChannel.prototype.postMessage = function (message: unknown) {
    held.push(() => (post.value as (message: unknown) => void).call(this, message))
  }
  addEventListener('let-go', () => {
    Object.defineProperty(BroadcastChannel.prototype, 'postMessage', post)
    for (const send of held) send()
  })
}

test('both typing at once: the last one is shown on a reload, the other is in Recuperar @core', async ({
  page,
  context,
}) => {
  await context.addInitScript(holdMessages)
  await openWritePage(page)
  const other = await context.newPage()
  await openWritePage(other)
  await typeOn(page, 'aaaaaaaaaaaaaaaa')
  await typeOn(other, 'bbbbbbbbbbbbbbbb')
  for (const tab of [page, other]) await tab.evaluate(() => dispatchEvent(new Event('let-go')))
  // The newer one is told as well as the older, each what it is.
  await expect
    .poll(async () => {
      const told = await Promise.all([page, other].map((tab) => tab.getByRole('alert').allTextContents()))
      return told
        .flat()
        .map((text) => (text.includes(newer) ? 'newer' : text.includes(changed) && 'older'))
        .join()
    })
    .toMatch(/^(newer,older|older,newer)$/)
  await expect
    .poll(async () => {
      const { current = '', versions } = await journalOf(page)
      const texts = [current, ...versions.map(({ html }) => html)].join()
      return /a{16}/.test(texts) && /b{16}/.test(texts)
    })
    .toBe(true)
})

test('a letter sent in one tab is no more in the other (design/writing.md#success-archives-first) @core', async ({
  page,
  context,
}) => {
  await openWritePage(page)
  await typeOn(page, 'la enviada')
  const other = await context.newPage()
  await openWritePage(other)
  await expect(letterOf(other)).toHaveText('la enviada')
  await page.goto('/success')
  await expect(letterOf(other)).toHaveText('')
  expect((await journalOf(other)).versions).toMatchObject([{ html: '<p>la enviada</p>', because: 'sent' }])
})

test('Borrar borrador in one tab empties the others too, also where one has typed @core', async ({
  page,
  context,
}) => {
  await openWritePage(page)
  await typeOn(page, 'la primera')
  const other = await context.newPage()
  await openWritePage(other)
  await expect(letterOf(other)).toHaveText('la primera')
  await typeOn(other, ' y más')
  await expect(letterOf(page)).toHaveText('la primera y más')
  await eraseDraft(other)
  for (const tab of [page, other]) {
    await expect(letterOf(tab)).toHaveText('')
    await tab.reload()
    await expect(sendOf(tab)).toBeEnabled()
    await expect(letterOf(tab)).toHaveText('')
  }
  expect(await journalOf(page)).toEqual({ current: undefined, versions: [], pictures: 0 })
})
