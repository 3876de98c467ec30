// @module-tag long
// @module-tag deep
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Preview } from '@lacre/letter/calls.ts'
import { isEmptyContent } from '../typesetting/text.ts'
import { readHtml } from '@lacre/letter/content/reading/read-html.ts'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import fc from 'fast-check'
import { openLimits, openOwnLetters } from '../testing/test-app.ts'
import { written } from '../testing/factories.ts'
import { afterAll, expect, test } from 'vitest'
import { randomLetter } from '../testing/random-letter.ts'
import { createTypstCompiler } from '../typesetting/compile.ts'
import { findFonts } from '../typesetting/fonts.ts'
import { normalisePicture } from '../typesetting/pictures.ts'
import { paragraphs } from '../typesetting/testing/letters.ts'
import { dataOf, pngOf } from '../typesetting/testing/pictures.ts'
import { readPages } from '../typesetting/testing/read-pdf.ts'
import type { Press } from '../typesetting/prepare.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'
import type { LetterToSet } from '../typesetting/typesetter.ts'

const workspace = mkdtempSync(join(tmpdir(), 'lacre-own-'))
afterAll(() => rmSync(workspace, { recursive: true }))
const compiler = createTypstCompiler(workspace, findFonts())

const address = dataOf(await pngOf('#35507a', 300, 200))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Sends letters to be previewed and to be frozen, and keeps what the typesetter was given for each. */
async function bothWays(press: Pick<Press, 'set' | 'normalise'>) {
  const given: LetterToSet[] = []
  const set = (letter: LetterToSet) => {
    given.push(letter)
    return press.set(letter)
  }
  const quick = quickTypesetter(Buffer.from(''), {}, { ...press, set })
  const { app, me } = await openOwnLetters(quick, { limits: openLimits })
  let calls = 0
  return async (html: string) => {
    const payload = written(html)
    const remoteAddress = `10.0.${calls++ % 250}.1`
    const previewing = { method: 'POST', url: '/letters/preview', payload, remoteAddress } as const
    const preview = (await app.fastify.inject(previewing)).json<Preview>()
    const { id } = await app.freeze(me, payload)
    const printed = async () => (await app.get(me, `/letters/${id}/pdf`)).rawPayload
    const [previewed, frozen] = given.splice(0)
    return { preview, printed, previewed: previewed!, frozen: frozen! }
  }
}

test('100 letters: the typesetter is given the same for the preview and for the print, but for the sheet codes and the limit of pages (design/writing.md#preview-is-the-print)', async () => {
  const send = await bothWays({
    set: () => Promise.resolve({ pdf: Buffer.from('%PDF'), pages: 1, sheets: 1, sha256: sha256('%PDF') }),
    normalise: ({ bytes }) => Promise.resolve({ bytes: Buffer.from(bytes), widthMm: 50, name: 'png' }),
  })
  const letters = fc.sample(randomLetter(address), { numRuns: 150, seed: 20261121 })
  const worded = letters.map(writeHtml).filter((html) => {
    const read = readHtml(html)
    return !('refused' in read) && !isEmptyContent(read.content)
  })
  let withPictures = 0
  for (const html of worded.slice(0, 100)) {
    const { preview, previewed, frozen } = await send(html)
    expect(preview.problems).toEqual([])
    const { sheetCode, ...letter } = frozen
    expect(sheetCode).toMatch(/^[\da-f]{12}$/)
    expect(previewed).toEqual({ ...letter, anyLength: true })
    if (Object.keys(letter.pictures).length) withPictures++
  }
  expect(worded.length).toBeGreaterThanOrEqual(100)
  expect(withPictures).toBeGreaterThan(20)
})

/** Each line where it stands, but the number that a preview does not have yet. */
const linesOf = async (pdf: Buffer) =>
  (await readPages(pdf)).map(({ words }) =>
    words
      .filter(({ text }) => !text.startsWith('Pedido '))
      .map(({ text, x, y }) => `${x.toFixed(2)} ${y.toFixed(2)} ${text}`),
  )

test('neither sheet codes, the order’s number nor the limit of pages move a line; all else equal, the bytes are (design/writing.md#preview-is-the-print)', async () => {
  const send = await bothWays({
    set: (letter) => compiler.set(letter),
    normalise: ({ bytes }) => normalisePicture({ bytes: Buffer.from(bytes) }),
  })
  const picture = `<p>Mira:</p><p><img src="${address}"></p>`
  for (const [pages, html] of [1, 7, 13, 18]
    .map((count) => writeHtml(paragraphs(count)) + picture)
    .entries()) {
    const { preview, printed: print, previewed, frozen } = await send(html)
    const printed = await print()
    const shown = Buffer.from(preview.paper?.pdf ?? '', 'base64')
    expect(preview.paper?.pages).toBe(pages + 1)
    expect(await linesOf(shown)).toEqual(await linesOf(printed))
    const again = await compiler.set({ ...previewed, sheetCode: frozen.sheetCode! })
    expect('pdf' in again && again.pdf.equals(printed)).toBe(true)
  }
})
