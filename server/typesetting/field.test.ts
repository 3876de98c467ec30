// @module-tag long
import { readFileSync } from 'node:fs'
import { profile } from '@lacre/letter/paper-profile.ts'
import { expect, test } from 'vitest'
import { contentOf, letterOf, setIn } from './testing/letters.ts'
import { drawPage, readPages } from './testing/read-pdf.ts'
import { ownTypesetter } from './testing/own-typesetter.ts'

const typesetter = ownTypesetter()

const field = (name: string) => readFileSync(new URL(`testing/field/${name}`, import.meta.url), 'utf8')

async function pagesOf(html: string) {
  const { pdf } = await setIn(typesetter, letterOf(contentOf(html), { anyLength: true }))
  return readPages(pdf)
}
/** The letter's own lines, joined without the spaces that only part them. */
const readOn = async (html: string) =>
  (await pagesOf(html))
    .flatMap(({ words }) => words.filter(({ size }) => size === 12).map(({ text }) => text))
    .join('')
    .replaceAll(/[\s\u200b]/g, '')

test.each([
  [
    'hyphen-at-line-end.html',
    ['maria-ruiz@mi-casa.example', '91-555-01-23', 'ES-28008-ana-b', 'www.casa-rural.example/la-vega'],
  ],
  [
    'justified-with-addresses.html',
    [
      'consultas.ciudadanas@ayuntamiento.example',
      'www.ayuntamientodelavega.example',
      'ES9121000418450200051332',
    ],
  ],
])('%s: read on over the end of a line, addresses and references are themselves', async (name, addresses) => {
  const html = field(name)
  const [wanted, read] = [html.replaceAll(/<[^>]*>|\s/g, ''), await readOn(html)]
  for (const address of addresses) {
    const times = (text: string) => text.split(address).length - 1
    expect([address, times(read)]).toEqual([address, times(wanted)])
  }
})

test.each([
  ['nbsp.html', field('nbsp.html')],
  [
    'figures without end',
    `<p>${'1\u00a0234\u00a0'.repeat(60)}</p><ul><li><p>${'km\u00a07\u00a0'.repeat(60)}</p></li></ul>`,
  ],
])('%s: every word stands within the measure', async (_, html) => {
  const right = Math.max(...(await pagesOf(html)).flatMap(({ words }) => words.map(({ x, w }) => x + w)))
  expect(right).toBeLessThanOrEqual(176)
  expect(right).toBeLessThanOrEqual(profile.page.w)
})

test('one empty line is one on paper, and none at the end makes a page', async () => {
  const lines = async (html: string) =>
    (await pagesOf(html)).map(({ words }) => words.map(({ text, y }) => `${text} ${y.toFixed(1)}`))
  expect(await lines('<p>uno</p><p><br></p><p>dos</p><p><br></p><p><br></p>')).toEqual(
    await lines('<p>uno</p><p></p><p>dos</p>'),
  )
})

/** How dark a sign is on average in a square of its size, from 0 to 255. */
async function darknessOf(sign: string) {
  const { pdf } = await setIn(typesetter, letterOf([{ type: 'paragraph', runs: [{ text: sign }] }]))
  const [page] = await readPages(pdf)
  const { x, y } = page!.words.find(({ text }) => text.includes(sign))!
  const at = await drawPage(pdf)
  let sum = 0
  const step = 0.17
  for (let down = y - 4.6; down < y + 1.6; down += step)
    for (let right = x - 0.4; right < x + 5.7; right += step)
      sum += 255 - at(right, down).reduce((all, part) => all + part, 0) / 3
  return (sum * step * step) / 4.23 ** 2
}

test('emoji are drawn in lines where printers would blacken their shading', async () => {
  const dark: string[] = []
  for (const sign of ['⏏️', '⚠️', '🎛️', '🎟️', '📦', '🕰️', '🖥️', '🛼', '🩲', '🪢'])
    if ((await darknessOf(sign)) > 145) dark.push(sign)
  expect(dark).toEqual([])
})
test('or refused by name, as are flags that no font has', async () => {
  const signs = field('emoji-for-the-printer.html').replaceAll(/<[^>]*>/g, '')
  expect(await typesetter.unprintable(signs)).toEqual({ characters: ['📠'] })
  const more = '📖 💻 📰 📜 👩‍💻 🧑🏽‍💻 🇽🇽 🇪🇸 🏴󠁥󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏳️‍🌈 🏴‍☠️ 📚'
  expect(await typesetter.unprintable(more)).toEqual({
    characters: ['📖', '💻', '📰', '📜', '🇽🇽', '🏴󠁥󠁳󠁣󠁴󠁿'],
  })
})
