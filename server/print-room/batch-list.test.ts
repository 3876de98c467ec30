import { expect, test } from 'vitest'
import { openConsole, told } from '../testing/console-app.ts'
import { mergeLetters } from './merge-letters.ts'
import { makeBatch } from './batch-pdf.ts'

test('the list says what the file holds, and nothing is merged for it', async () => {
  let merged = 0
  const app = await openConsole({ openMerger: (...file) => (merged++, mergeLetters(...file)) })
  const token = await app.operator()
  for (const pages of [1, 2, 3]) await app.put({ pages })
  const doubtful = await app.put({ pages: 4 })
  const erased = await app.put({ postal_code: '02001' })
  await app.call(token, 'POST', 'batches')
  await app.doubt(doubtful)
  await app.db.updateTable('letter').set({ state: 'posted' }).where('id', '=', erased).execute()
  await app.db
    .updateTable('print_job')
    .set({ posted_at: new Date() })
    .where('letter_id', '=', erased)
    .execute()
  await app.db.deleteFrom('letter_secret').where('letter_id', '=', erased).execute()
  const list = await app.download(token, 'batches/B0001/csv')
  expect(merged).toBe(0)
  const lines = list.body.trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(';').slice(-2).map(Number))).toEqual([
    [1, 2],
    [3, 4],
    [5, 8],
  ])
  expect(await makeBatch(app.world, 1)).toMatchObject({
    csv: list.body,
    letters: 3,
    stopped: [doubtful],
    gone: [erased],
  })
  const issues = app.db.selectFrom('issue').select(['kind', 'letter_id'])
  expect(await issues.execute()).toEqual([{ kind: 'print-stopped-elsewhere', letter_id: doubtful }])
})

test.each(['csv', 'pdf'])('an unknown batch, and one with nothing left, has no %s', async (kind) => {
  const app = await openConsole()
  const olga = await app.operator()
  expect(told(await app.download(olga, `batches/B0007/${kind}`))).toEqual([404, 'unknown-batch'])
  const doubtful = await app.put()
  await app.call(olga, 'POST', 'batches')
  await app.doubt(doubtful)
  expect(told(await app.download(olga, `batches/B0001/${kind}`))).toEqual([409, 'nothing-to-print'])
})
