// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import { type ConsoleApp, openConsole, textsOf } from '../testing/console-app.ts'
import { mergeLetters } from './merge-letters.ts'
import type { OpenMerger } from './merge.ts'

let app: ConsoleApp
let olga: string
beforeEach(async () => {
  app = await openConsole()
  olga = await app.operator()
})

/** The first file that is made rests before its last step until it may `goOn`. */
function restingMerger() {
  const { promise: rests, resolve: rest } = Promise.withResolvers<void>()
  const { promise: released, resolve: goOn } = Promise.withResolvers<void>()
  let made = 0
  const openMerger: OpenMerger = async (title, date) => {
    const merger = await mergeLetters(title, date)
    if (made++) return merger
    return { ...merger, save: async () => (rest(), await released, await merger.save()) }
  }
  return { openMerger, rests, goOn }
}

test('a letter that leaves the batch while its file is being made is in no file', async () => {
  const { openMerger, rests, goOn } = restingMerger()
  app = await openConsole({ openMerger })
  olga = await app.operator()
  const bad = await app.put({ name: 'bad', postal_code: '01001' })
  await app.put({ name: 'good', postal_code: '02001' })
  await app.call(olga, 'POST', 'batches')
  const first = app.download(olga, 'batches/B0001/pdf')
  await rests
  await app.db
    .updateTable('letter')
    .set({ pdf_sha256: 'f'.repeat(64) })
    .where('id', '=', bad)
    .execute()
  const second = await app.download(olga, 'batches/B0001/pdf')
  expect(second.headers['lacre-stopped']).toBe('1')
  await app.call(olga, 'POST', `letters/${bad}/cancel`, { note: 'dañada' })
  goOn()
  expect(await app.books(bad)).toMatchObject({ letter: 'cancelled', jobs: ['void'] })
  const { rawPayload: file } = await first
  expect(await textsOf(file)).toEqual(['good 1', ''])
  expect(file.equals(second.rawPayload)).toBe(true)
})

test('that the file had been taken away before a letter left the batch is said to whoever looks at it', async () => {
  const bad = await app.put()
  await app.put()
  await app.call(olga, 'POST', 'batches')
  await app.download(olga, 'batches/B0001/pdf')
  await app.db
    .updateTable('letter')
    .set({ pdf_sha256: 'f'.repeat(64) })
    .where('id', '=', bad)
    .execute()
  await app.download(olga, 'batches/B0001/pdf')
  const { note } = await app.db.selectFrom('issue').select('note').executeTakeFirstOrThrow()
  expect(note).toContain('ya se había descargado')
  expect(note).not.toContain('no se ha impreso')
})
