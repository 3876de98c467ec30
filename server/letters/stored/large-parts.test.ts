// @module-tag long
import { days, earlier } from '@lacre/letter/duration.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { exportLetters } from '../mine/export-letters.ts'
import { longLetter, objectHouse } from '../../testing/objects/object-house.ts'
import { luis, written } from '../../testing/letter-house.ts'
import { createTypesetter } from '../../typesetting/pool/pool.ts'
import type { Typesetter } from '../../typesetting/typesetter.ts'
import { LetterDamaged } from './letter-damaged.ts'
import { Failure } from '../../http/failure.ts'
import { createS3 } from '../../outside/objects/s3.ts'
import { s3StandIn } from '../../testing/objects/s3-stand-in.ts'
import { holdsLetters } from './holds-letters.ts'
import { printableLetter, printableLetters } from './printable-letter.ts'
import { sweepObjects } from './sweep-objects.ts'

// design.md#object-store
let typesetter: Typesetter
let house: Awaited<ReturnType<typeof objectHouse>>
beforeAll(() => {
  typesetter = createTypesetter({ size: 1 })
})
beforeEach(async () => {
  house = await objectHouse(typesetter)
})
afterAll(() => typesetter.close())

const sweep = () => sweepObjects(house)
/** What was given up is fetched for a day more by whoever has read its letter's row; that day is the database's. */
const anotherDayLater = () =>
  house.db
    .updateTable('job')
    .set({ run_at: earlier(new Date(), days(1)), lease_until: null })
    .execute()
/** A letter that is stored meanwhile is left alone for a day. */
const aDayLater = () => house.clock.pass(days(1) + 1)

test('pages and long words are in the object store, sealed; short words stay in their row', async () => {
  const long = await house.freeze(house.me, longLetter)
  expect(await house.rowOf(long.id)).toMatchObject({ pdf: null, content: null })
  const short = await house.freeze(house.me, written())
  const { content, pdf } = (await house.rowOf(short.id))!
  expect([Buffer.isBuffer(content), pdf]).toEqual([true, null])

  const stored = [...house.standIn.held.values()]
  expect(stored).toHaveLength(3)
  for (const bytes of stored)
    for (const word of ['%PDF', 'puerto', luis.name]) expect(bytes.includes(word), word).toBe(false)
  const names = [...house.standIn.held.keys()]
  for (const id of [long.id, short.id]) expect(names.join(' ')).not.toContain(id)
})

test('its sender reads, downloads, takes along and prints the very letter that was frozen', async () => {
  const { id } = await house.freeze(house.me, longLetter)
  const detail = (await house.get(house.me, `/letters/${id}`)).json<LetterDetail>()
  expect(detail.content).toContain('La tarde se alargaba')
  const pdf = (await house.get(house.me, `/letters/${id}/pdf`)).rawPayload
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await printableLetter(house, id)).pdf.equals(pdf)).toBe(true)
  const taken: Record<string, Uint8Array> = {}
  for await (const { name, bytes } of exportLetters({ ...house, cutOff: undefined }, house.me))
    taken[name.split('/').at(-1)!] = bytes
  expect(pdf.equals(taken['carta.pdf']!)).toBe(true)
  expect(Buffer.from(taken['carta.html']!).toString()).toContain('La tarde se alargaba')
})

test.each(['before', 'after'] as const)(
  'an object store that fails %s it stored: nothing is frozen, a person may try again, nothing stays behind',
  async (when) => {
    house.standIn.on.trouble = ({ did }) => (did === 'put' ? when : undefined)
    const refused = await house.send(house.me, longLetter)
    expect(refused.statusCode).toBe(503)
    expect(refused.json<{ detail: string }>().detail).toMatch(/Inténtelo de nuevo|vuelva a intentarlo/)
    expect(await house.db.selectFrom('letter').select('id').execute()).toEqual([])

    house.standIn.on.trouble = () => undefined
    const { id } = await house.freeze(house.me, longLetter)
    aDayLater()
    expect(await sweep()).toBe(0)
    await anotherDayLater()
    expect(await sweep()).toBe(1)
    const row = await house.rowOf(id)
    expect([...house.standIn.held.keys()].sort()).toEqual(
      [`letters/${row?.pdf_object}`, `letters/${row?.content_object}`].sort(),
    )
  },
)

test('an object store that does not answer stops reading and printing, and damages nothing', async () => {
  const { id } = await house.freeze(house.me, longLetter)
  house.standIn.on.trouble = () => 'before'
  for (const url of [`/letters/${id}`, `/letters/${id}/pdf`])
    expect((await house.get(house.me, url)).statusCode).toBe(503)
  await expect(printableLetter(house, id)).rejects.toThrow(Failure)
  // Nor is each of a batch asked for by itself then.
  await expect(printableLetters(house, [id])).rejects.toThrow(Failure)
  house.standIn.on.trouble = () => undefined
  expect((await house.get(house.me, `/letters/${id}/pdf`)).statusCode).toBe(200)
})

test('an object that is gone, or another one, is a damaged letter', async () => {
  const { id } = await house.freeze(house.me, longLetter)
  const key = `letters/${(await house.rowOf(id))?.pdf_object}`
  const bytes = house.standIn.held.get(key)!
  house.standIn.held.set(key, Buffer.from(bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte))))
  await expect(printableLetter(house, id)).rejects.toThrow()
  house.standIn.held.delete(key)
  await expect(printableLetter(house, id)).rejects.toThrow(LetterDamaged)
})

test('the objects of a forgotten letter go two days later; those of others stay', async () => {
  const gone = await house.freeze(house.me, longLetter)
  const kept = await house.freeze(house.me, written())
  aDayLater()
  await house.db.deleteFrom('letter_secret').where('letter_id', '=', gone.id).execute()
  // Whoever has read the row before, as a backup has, still gets them.
  expect(await sweep()).toBe(0)
  expect(house.standIn.held.size).toBe(3)
  await anotherDayLater()
  house.standIn.on.trouble = ({ did }) => (did === 'delete' ? 'before' : undefined)
  await expect(sweep()).rejects.toThrow()
  house.standIn.on.trouble = () => undefined
  await anotherDayLater()
  expect(await sweep()).toBe(2)
  expect(await sweep()).toBe(0)
  expect([...house.standIn.held.keys()]).toEqual([`letters/${(await house.rowOf(kept.id))?.pdf_object}`])
  expect((await house.get(house.me, `/letters/${kept.id}/pdf`)).statusCode).toBe(200)
})

test('an object that was given up can be named by no letter any more', async () => {
  const { id } = await house.freeze(house.me, written())
  const row = (await house.rowOf(id))!
  await house.db.deleteFrom('letter_secret').execute()
  aDayLater()
  await sweep()
  await expect(house.db.insertInto('letter_secret').values(row).execute()).rejects.toThrow(/pdf_object/)
})

test('another object store than the one with the letters is known before a server works with it', async () => {
  const other = await s3StandIn()
  onTestFinished(other.close)
  expect(await holdsLetters(house.db, undefined)).toBe(true)
  await house.freeze(house.me, written())
  expect(await holdsLetters(house.db, house.objects)).toBe(true)
  expect(await holdsLetters(house.db, undefined)).toBe(false)
  expect(await holdsLetters(house.db, createS3(other.account))).toBe(false)
  house.standIn.on.trouble = () => 'before'
  expect(await holdsLetters(house.db, house.objects)).toBe(true)
  house.standIn.on.trouble = () => undefined

  // One lost object keeps no server from starting, whichever it is.
  await house.freeze(house.me, written('<p>Otra carta.</p>'))
  const all = [...house.standIn.held]
  for (const [key, bytes] of all) {
    house.standIn.held.delete(key)
    expect(await holdsLetters(house.db, house.objects)).toBe(true)
    house.standIn.held.set(key, bytes)
  }
})
