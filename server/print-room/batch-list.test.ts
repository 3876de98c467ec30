import { expect, test } from 'vitest'
import { openConsole, told } from '../testing/console-app.ts'
import { mergeLetters } from './merge-letters.ts'
import { makeBatch } from './batch-pdf.ts'

test('the list says what the file holds, and nothing is merged for it', async () => {
  let merged = 0
  const house = await openConsole({ openMerger: (...file) => (merged++, mergeLetters(...file)) })
  const token = await house.operator()
  for (const pages of [1, 2, 3]) await house.put({ pages })
  const doubtful = await house.put({ pages: 4 })
  const erased = await house.put({ postal_code: '02001' })
  await house.call(token, 'POST', 'batches')
  await house.doubt(doubtful)
  await house.db.updateTable('letter').set({ state: 'posted' }).where('id', '=', erased).execute()
  await house.db
    .updateTable('print_job')
    .set({ posted_at: new Date() })
    .where('letter_id', '=', erased)
    .execute()
  await house.db.deleteFrom('letter_secret').where('letter_id', '=', erased).execute()
  const list = await house.download(token, 'batches/B0001/csv')
  expect(merged).toBe(0)
  const lines = list.body.trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(';').slice(-2).map(Number))).toEqual([
    [1, 2],
    [3, 4],
    [5, 8],
  ])
  expect(await makeBatch(house.world, 1)).toMatchObject({
    csv: list.body,
    letters: 3,
    stopped: [doubtful],
    gone: [erased],
  })
})

test.each(['csv', 'pdf'])(
  'of a batch nobody knows, or of which nothing is left, there is no %s',
  async (kind) => {
    const house = await openConsole()
    const olga = await house.operator()
    expect(told(await house.download(olga, `batches/B0007/${kind}`))).toEqual([404, 'unknown-batch'])
    const doubtful = await house.put()
    await house.call(olga, 'POST', 'batches')
    await house.doubt(doubtful)
    expect(told(await house.download(olga, `batches/B0001/${kind}`))).toEqual([409, 'nothing-to-print'])
  },
)
