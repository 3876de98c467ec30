import { readFileSync } from 'node:fs'
import { letterOf, openWritePage, stored, pressRare } from '../write/at-the-editor.ts'
import { journalOf, statusOf, typeOn, untilKept } from './drafts-kept.ts'
import { expect, test } from '../person/journey.ts'

const unkept = 'Este navegador no deja guardar la carta.'

test('a full local storage loses nothing: the journal brings the whole letter back (design/writing.md#no-word-is-lost) @core', async ({
  page,
}) => {
  await openWritePage(page)
  await typeOn(page, 'antes')
  await untilKept(page, '<p>antes</p>')
  await page.evaluate(() => {
    let [room, entries] = [5 * 1024 * 1024, 0]
    while (room > 0)
      try {
        localStorage.setItem(`junk${entries++}`, 'x'.repeat(room))
      } catch {
        room = Math.floor(room / 2)
      }
  })
  await typeOn(page, ' y después')
  await untilKept(page, '<p>antes y después</p>')
  expect(await stored(page, 'letterContent')).not.toContain('después')
  await expect(statusOf(page)).toHaveText('Guardado en este equipo')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.reload()
  await expect(letterOf(page)).toHaveText('antes y después')
})

test('a forbidden local storage loses nothing either (design/writing.md#no-word-is-lost)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const action of ['getItem', 'setItem', 'removeItem'] as const)
      Storage.prototype[action] = () => {
        throw new DOMException('forbidden', 'SecurityError')
      }
  })
  await openWritePage(page)
  await typeOn(page, 'sin almacén')
  await untilKept(page, '<p>sin almacén</p>')
  await page.reload()
  await expect(letterOf(page)).toHaveText('sin almacén')
})

test('a browser without a journal keeps the letter where the specification says', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('forbidden', 'SecurityError')
    }
  })
  await openWritePage(page)
  await typeOn(page, 'sin diario')
  await expect(statusOf(page)).toHaveText('Guardado en este equipo')
  await pressRare(page, 'Recuperar')
  await expect(page.getByText('Este navegador no deja guardar versiones de la carta.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(letterOf(page)).toHaveText('sin diario')
})

test('when nothing can be kept the page says so, and gives the letter as a file (design/sending.md#nothing-lost-on-error)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('forbidden', 'SecurityError')
    }
    Storage.prototype.setItem = refuse
    IDBFactory.prototype.open = refuse
  })
  await openWritePage(page)
  await typeOn(page, 'solo aquí, ¿eh?')
  await expect(page.getByRole('alert')).toContainText(unkept)
  await expect(statusOf(page)).toHaveText('Sin guardar en este equipo')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar una copia' }).click()
  const file = await (await download).path()
  expect((await download).suggestedFilename()).toMatch(/^carta-\d{4}-\d{2}-\d{2}\.html$/)
  expect(readFileSync(file, 'utf8')).toContain('<p>solo aquí, ¿eh?</p>')
  await page.getByRole('button', { name: 'Entendido' }).click()
  await typeOn(page, ' más')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(letterOf(page)).toHaveText('solo aquí, ¿eh? más')
})

test('a text that another page put into local storage is the letter, and the older one stays a version', async ({
  page,
}) => {
  await openWritePage(page)
  await typeOn(page, 'la de antes')
  await untilKept(page, '<p>la de antes</p>')
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('letterContent', '<p>otra como esta</p>'))
  await openWritePage(page)
  await expect(letterOf(page)).toHaveText('otra como esta')
  await untilKept(page, '<p>otra como esta</p>')
  expect((await journalOf(page)).versions.map(({ html }) => html)).toEqual(['<p>la de antes</p>'])
})
