// @module-tag long
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { fileWithProgress } from '@lacre/letter/print-room/file-with-progress.ts'
import { beforeEach, expect, test } from 'vitest'
import { type ConsoleApp, openConsole, textsOf, told } from '../testing/console-app.ts'
import { mergeLetters } from './merge-letters.ts'
import { MergingFailed, type OpenMerger } from './merge.ts'

let house: ConsoleApp
let olga: string
beforeEach(async () => {
  house = await openConsole()
  olga = await house.operator()
})

/** What the console asks for: how far it is, line by line, and then the file. */
async function followed(of = house, token = olga) {
  const answer = await of.app.inject({
    method: 'POST',
    url: '/print-room/batches/B0001/pdf',
    headers: { authorization: `Bearer ${token}`, accept: fileWithProgress },
    payload: { reason: 'print' },
  })
  const lines: object[] = []
  let rest = answer.rawPayload
  for (let end = rest.indexOf('\n'); rest[0] === 0x7b && end > 0; end = rest.indexOf('\n')) {
    lines.push(JSON.parse(rest.subarray(0, end).toString()) as object)
    rest = rest.subarray(end + 1)
  }
  return { answer, lines, file: rest }
}

test('who asks for it hears how far the file is, and then gets it, the same to the bit', async () => {
  for (let at = 0; at < 45; at++) await house.put({ name: `letter ${at}` })
  await house.call(olga, 'POST', 'batches')
  const { answer, lines, file } = await followed()
  expect(answer.headers).toMatchObject({
    'content-type': fileWithProgress,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  // Every five seconds the last line comes again, before the first one as zero of zero.
  const news = lines.filter(
    (line, at) => !isDeepStrictEqual(line, lines[at - 1]) && !isDeepStrictEqual(line, { done: 0, of: 0 }),
  )
  expect(news).toEqual([
    { done: 0, of: 45 },
    { done: 20, of: 45 },
    { done: 40, of: 45 },
    { done: 45, of: 45 },
    { name: 'B0001-Olga.pdf', bytes: file.length, stopped: 0 },
  ])
  const plain = await house.download(olga, 'batches/B0001/pdf')
  expect(plain.headers['content-type']).toBe('application/pdf')
  expect(file.equals(plain.rawPayload)).toBe(true)
  const note = `print · ${createHash('sha256').update(file).digest('hex')}`
  const downloads = (await house.acts()).filter(({ act }) => act === 'download-pdf')
  expect(downloads.map((act) => act.note)).toEqual([note, note])
})

test('a letter that is not what was paid is left out, and the last line says so', async () => {
  const bad = await house.put({ postal_code: '01001' })
  await house.put({ postal_code: '02001' })
  await house.call(olga, 'POST', 'batches')
  await house.db
    .updateTable('letter')
    .set({ pdf_sha256: 'f'.repeat(64) })
    .where('id', '=', bad)
    .execute()
  const { lines } = await followed()
  expect(lines.at(-1)).toMatchObject({ stopped: 1 })
  expect(await house.books(bad)).toMatchObject({ letter: 'needs-person' })
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
  house = await openConsole({ openMerger })
  olga = await house.operator()
  const bad = await house.put({ name: 'bad', postal_code: '01001' })
  await house.put({ name: 'good', postal_code: '02001' })
  await house.call(olga, 'POST', 'batches')
  const first = followed()
  await rests
  await house.db
    .updateTable('letter')
    .set({ pdf_sha256: 'f'.repeat(64) })
    .where('id', '=', bad)
    .execute()
  const second = await house.download(olga, 'batches/B0001/pdf')
  expect(second.headers['lacre-stopped']).toBe('1')
  await house.call(olga, 'POST', `letters/${bad}/cancel`, { note: 'dañada' })
  goOn()
  expect(await house.books(bad)).toMatchObject({ letter: 'cancelled', jobs: ['void'] })
  const { file } = await first
  expect(await textsOf(file)).toEqual(['good 1', ''])
  expect(file.equals(second.rawPayload)).toBe(true)
})

test('that the file had been taken away before a letter left the batch is said to whoever looks at it', async () => {
  const bad = await house.put()
  await house.put()
  await house.call(olga, 'POST', 'batches')
  await followed()
  await house.db
    .updateTable('letter')
    .set({ pdf_sha256: 'f'.repeat(64) })
    .where('id', '=', bad)
    .execute()
  await followed()
  const { note } = await house.db.selectFrom('concern').select('note').executeTakeFirstOrThrow()
  expect(note).toContain('ya se había descargado')
  expect(note).not.toContain('no se ha impreso')
})

test('what is refused after it has begun is told in the last line, and nothing is recorded', async () => {
  const broken = await openConsole({ openMerger: () => Promise.reject(new MergingFailed('died')) })
  const token = await broken.operator()
  await broken.put()
  await broken.call(token, 'POST', 'batches')
  const { answer, lines, file } = await followed(broken, token)
  expect(answer.statusCode).toBe(200)
  expect(lines.at(-1)).toEqual({
    status: 503,
    code: 'merging-failed',
    detail: 'No se ha podido componer el PDF de la tanda. Inténtelo de nuevo.',
  })
  expect(file).toHaveLength(0)
  expect((await broken.acts()).filter(({ act }) => act === 'download-pdf')).toEqual([])
})

test('who may not is refused before anything is begun, as ever', async () => {
  await house.put()
  await house.call(olga, 'POST', 'batches')
  house.clock.pass(11 * 60_000)
  const { answer } = await followed()
  expect(told(answer)).toEqual([403, 'factor-again'])
})
