// @module-tag long
import { expect, test } from 'vitest'
import { pdfOf, textsOf } from '../testing/console-app.ts'
import { createMergerApart, MergingFailed } from './merge.ts'
import { mergeLetters } from './merge-letters.ts'

const day = new Date('2026-11-23T16:30:00Z')

test('merged in a process of its own, the file is the same to the bit; what is no PDF is refused, the next one taken', async () => {
  const [one, two] = [await pdfOf('one', 1), await pdfOf('two', 2)]
  const here = await mergeLetters('B0001', day)
  const apart = await createMergerApart()('B0001', day)
  for (const merger of [here, apart]) {
    const added = await merger.add([
      { pdf: one, pages: 1 },
      { pdf: Buffer.from('no PDF'), pages: 1 },
      { pdf: two, pages: 1 },
    ])
    expect(added.map((error) => error && error.message)).toEqual([
      undefined,
      expect.any(String),
      'not the pages that were paid',
    ])
    expect(await merger.add([{ pdf: two, pages: 2 }])).toEqual([undefined])
  }
  const file = await apart.save()
  await apart.close()
  expect(file.equals(await here.save())).toBe(true)
  expect(await textsOf(file)).toEqual(['one 1', '', 'two 1', 'two 2'])
})

test.each([
  ['time', { wholeMs: 1, memoryMb: 1500 }],
  ['memory', { wholeMs: 60_000, memoryMb: 1 }],
])(
  'past its limit of %s it dies alone, blames no letter, says why, and lets the next file begin',
  async (code, limit) => {
    const open = createMergerApart(limit)
    for (const file of ['B0001', 'B0002']) {
      const merger = await open(file, day)
      const added = merger.add([{ pdf: await pdfOf('one', 1), pages: 1 }])
      await expect(added).rejects.toMatchObject(new MergingFailed(code))
      await merger.close()
    }
  },
)

test('one file at a time: the second waits for the first', async () => {
  const open = createMergerApart()
  const first = await open('B0001', day)
  let isOpen = false
  const second = open('B0002', day).then((merger) => ((isOpen = true), merger))
  await first.add([{ pdf: await pdfOf('one', 1), pages: 1 }])
  expect(isOpen).toBe(false)
  await first.close()
  await (await second).close()
  expect(isOpen).toBe(true)
})
