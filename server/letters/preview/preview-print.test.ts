import type { Preview } from '@lacre/letter/calls.ts'
import { isEmptyContent } from '@lacre/letter/content/plain-text.ts'
import { readHtml } from '@lacre/letter/content/reading/read-html.ts'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lettersHouse, written } from '../../testing/letter-house.ts'
import { randomLetter } from '../../testing/random-letter.ts'
import { createTypesetter } from '../../typesetting/pool/pool.ts'
import { readPages } from '../../typesetting/testing/read-pdf.ts'
import type { Typesetter } from '../../typesetting/typesetter.ts'
import { previewLetter } from './preview-letter.ts'

let typesetter: Typesetter
beforeAll(() => {
  typesetter = createTypesetter({ size: 2 })
})
afterAll(() => typesetter.close())

const noLimits = () => ({
  take: () => Promise.resolve(),
  check: () => Promise.resolve(),
  forgive: () => Promise.resolve(),
})

/** Each line where it stands, without the sheet mark's text at the foot (x 17, y 279 and below). */
const linesOf = async (pdf: Buffer) =>
  (await readPages(pdf)).map(({ words }) =>
    words
      .filter(({ x, y }) => !(x < 25 && y > 278))
      .map(({ text, x, y }) => `${x.toFixed(2)} ${y.toFixed(2)} ${text}`),
  )

test('200 letters: pages, line breaks and bytes of preview and print are equal (design.md#preview-is-the-print)', async () => {
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#35507a' } })
    .png()
    .toBuffer()
  const house = await lettersHouse(typesetter, { limits: noLimits })
  const me = await house.account()
  const address = `data:image/png;base64,${photo.toString('base64')}`
  const letters = fc.sample(randomLetter(address), { numRuns: 300, seed: 20261121 })
  const counts = new Map<number, number>()
  let compared = 0

  for (const [index, content] of letters.entries()) {
    if (compared === 200) break
    const body = written(writeHtml(content))
    const read = readHtml(body.content)
    if ('refused' in read || isEmptyContent(read.content)) continue
    const remoteAddress = `10.0.${index % 250}.1`
    const previewed = await house.app.inject({
      method: 'POST',
      url: '/letters/preview',
      payload: body,
      remoteAddress,
    })
    const { paper, problems } = previewed.json<Preview>()
    if (!paper || paper.pages > 4) continue // too long: refused by the one, shown with its problem by the other
    expect(problems).toEqual([])

    const frozen = await house.freeze(me, body)
    const printed = (await house.get(me, `/letters/${frozen.id}/pdf`)).rawPayload
    expect([paper.pages, paper.sheets]).toEqual([frozen.pages, frozen.sheets])
    expect(await linesOf(Buffer.from(paper.pdf, 'base64'))).toEqual(await linesOf(printed))

    const mark = frozen.id.replaceAll('-', '').slice(0, 12)
    const marked = await previewLetter({ typesetter, clock: house.clock }, body, mark)
    expect(marked !== 'busy' && Buffer.from(marked.paper?.pdf ?? '', 'base64').equals(printed)).toBe(true)
    counts.set(paper.pages, (counts.get(paper.pages) ?? 0) + 1)
    compared++
  }
  console.log('compared letters by pages:', Object.fromEntries(counts))
  expect(compared).toBe(200)
  expect(counts.size).toBe(4)
}, 300_000)
