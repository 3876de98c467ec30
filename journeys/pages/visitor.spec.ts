import type { Preview } from '@lacre/letter/calls.ts'
import { replyFragment } from '@lacre/letter/address/reply-code.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../person/journey.ts'
import { keepInBrowser, letterOf, openWritePage } from '../write/at-the-editor.ts'
import { photo } from '../write/photo.ts'
import { editAddress, recipient, sender } from '../write/write-a-letter.ts'

const estimateOf = (page: Page) => page.getByText(/^(una página|unas \d páginas|más de cuatro páginas)$/)
const countOf = (page: Page) => page.getByText(/^\d de 4 páginas$/)

/** Whatever this browser sends besides asking for a page of the site or one of its files. */
function contentSentBy(page: Page): string[] {
  const sent: string[] = []
  page.context().on('request', (request) => {
    if (request.method() !== 'GET' || request.postData() !== null)
      sent.push(`${request.method()} ${request.url()}`)
    const all = decodeURIComponent(request.url()) + JSON.stringify(request.headers())
    for (const secret of ['Elena', sender.street, recipient.street])
      if (all.includes(secret)) sent.push(`${secret} in ${request.url()}`)
  })
  return sent
}

test('what a visitor writes, whom to and by which reply code stays in the browser; the preview counts (design/writing.md#counted-here)', async ({
  page,
}) => {
  const sent = contentSentBy(page)
  await page.clock.install()
  await page.goto(`/write#${replyFragment({ origin: sender, destination: recipient })}`)
  await page.getByRole('button', { name: 'Usar estas direcciones' }).click()
  await editAddress(page, 'Destinatario', recipient)
  await letterOf(page).click()
  await page.keyboard.type('Querida Elena: te escribo con calma.')
  await expect(estimateOf(page)).toHaveText('una página')
  for (let line = 0; line < 40; line++) await page.keyboard.press('Enter')
  await page.keyboard.type('Un abrazo')
  await expect(estimateOf(page)).toHaveText('unas 2 páginas')
  await page.clock.runFor('10:00')
  expect(sent).toEqual([])

  const asked = page.waitForRequest('**/letters/preview')
  await page.getByRole('button', { name: 'Vista previa' }).click()
  expect((await asked).postData()).toContain('Elena')
  await expect(page.getByRole('region', { name: 'Vista previa' }).getByRole('status')).toContainText(
    '2 páginas',
  )
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await expect(countOf(page)).toHaveText('2 de 4 páginas')
})

const paragraph = `<p>${'Te escribo despacio y con calma, porque hay cosas que no caben en un mensaje, y porque los niños preguntan por vosotros. '.repeat(4)}</p>`
const items =
  '<li>Un frasco de miel de brezo</li><li>Dos quesos de Zamora</li><li>El libro que te prometí</li>'
const mixed = `<h1>Noticias</h1>${paragraph}<h2>De la casa</h2>${paragraph}<ul>${items}</ul><blockquote>${paragraph}</blockquote><pre>total = 412</pre><ol>${items}</ol>`
const pictured = async (size: string) =>
  `<p><img src="data:image/jpeg;base64,${(await photo(900)).toString('base64')}" data-size="${size}" data-caption="El patio"></p>`

const letters: [looks: string, content: () => string | Promise<string>][] = [
  ['', () => '<p>Querida Elena:</p><p>Un abrazo.</p>'],
  ['', () => paragraph.repeat(3)],
  ['', () => paragraph.repeat(5)],
  ['', () => paragraph.repeat(12)],
  ['', () => mixed],
  ['', () => mixed.repeat(2)],
  ['libro', () => paragraph.repeat(9)],
  ['libro grande', () => mixed.repeat(2)],
  ['maquina', () => paragraph.repeat(8)],
  ['maquina grande', () => paragraph.repeat(3)],
  ['a-mano', () => paragraph.repeat(7)],
  ['a-mano grande', () => mixed],
  ['grande', () => paragraph.repeat(14)],
  [
    '',
    async () => paragraph.repeat(2) + (await pictured('mediana')) + paragraph + (await pictured('pequena')),
  ],
  ['sello', async () => paragraph + (await pictured('entera')) + paragraph.repeat(4)],
  ['', () => paragraph.repeat(22)],
]
const saysPages = (pages: number) =>
  pages > 4 ? 'más de cuatro páginas' : pages === 1 ? 'una página' : `unas ${pages} páginas`

const desktop = { width: 1366, height: 768 }
const phone = { width: 390, height: 844 }

test("the estimate is the typesetter's count for most letters, and never more than a page away", async ({
  page,
  server,
}) => {
  const report: string[] = []
  let exact = 0
  await page.clock.install()
  for (const [at, [looks, make]] of letters.entries()) {
    const content = await make()
    const [style, size] = [/libro|maquina|a-mano/.exec(looks)?.[0], /grande/.exec(looks)?.[0]]
    const answer = await fetch(`${server.url}/letters/preview?pdf=no`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        content,
        origin: 'Ana, Calle Mayor, 1, Madrid, 28013, España',
        destination: 'Eva, Calle Sol, 2, Soria, 42001, España',
        ...(style && { style }),
        ...(size && { size }),
        ...(looks === 'sello' && { seal: true }),
      }),
    })
    const { paper } = (await answer.json()) as Preview
    const pages = paper?.pages ?? 0
    await keepInBrowser(page, { letterContent: content, letterStyle: looks })
    const near = [pages - 1, pages, pages + 1].map(saysPages)
    // A telephone lays out by the same measure, photos apart.
    for (const screen of at % 3 === 1 ? [desktop, phone] : [desktop]) {
      await page.setViewportSize(screen)
      await openWritePage(page)
      if (looks) await expect(page.locator('#letter')).toHaveAttribute('data-looks', /./)
      await expect(estimateOf(page)).toHaveText(new RegExp(near.join('|')))
      await page.evaluate(() => document.fonts.ready)
      // The pause after which it is estimated again, with the letter's own fonts.
      await page.clock.runFor(1000)
      const says = (await estimateOf(page).textContent()) ?? ''
      report.push(`${screen.width} px, ${looks || 'clasica'}, ${content.length}: ${pages}, ${says}`)
      expect(near, report.at(-1)).toContain(says)
      if (says === saysPages(pages)) exact++
    }
  }
  expect(exact, report.join('\n')).toBeGreaterThanOrEqual(report.length * 0.75)
})
