// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '@lacre/letter/duration.ts'
import { longLetter, objectHouse } from '../../testing/objects/object-house.ts'
import { written } from '../../testing/letter-house.ts'
import type { ObjectStore } from '../../outside/objects/object-store.ts'
import { systemRandom } from '../../outside/random.ts'
import { createTypesetter } from '../../typesetting/pool/pool.ts'
import type { Typesetter } from '../../typesetting/typesetter.ts'
import { holdsLetters } from './holds-letters.ts'
import { printableLetter } from './printable-letter.ts'
import { moveLetters } from './move-letters.ts'
import { sweepObjects } from './sweep-objects.ts'

let typesetter: Typesetter
beforeAll(() => {
  typesetter = createTypesetter({ size: 1 })
})
afterAll(() => typesetter.close())

class Killed extends Error {}

/** Dies at its n-th moment: before a call is made, or when it was carried out and nobody heard. */
function dyingAt(moment: number, objects: ObjectStore): ObjectStore {
  let left = moment
  const passes = () => {
    if (left-- === 0) throw new Killed()
  }
  return {
    async put(name, bytes) {
      passes()
      const outcome = await objects.put(name, bytes)
      passes()
      return outcome
    },
    async get(name) {
      passes()
      const bytes = await objects.get(name)
      passes()
      return bytes
    },
    remove: (name) => objects.remove(name),
  }
}

test('moved there and back, killed at every moment and begun anew: no letter is ever without its bytes', async () => {
  const house = await objectHouse(typesetter)
  const { db, clock, me } = house
  const letters: { id: string; pdf: Buffer }[] = []
  const pdfOf = async (id: string) => (await house.get(me, `/letters/${id}/pdf`)).rawPayload
  for (const body of [longLetter, written(), written('<p>Otra carta.</p>')]) {
    const { id } = await house.freeze(me, body)
    letters.push({ id, pdf: await pdfOf(id) })
  }
  const deps = (objects: ObjectStore) => ({ db, clock, random: systemRandom, objects, say: () => {} })

  let kills = 0
  for (const to of ['database', 'store', 'database', 'store'] as const) {
    for (let moment = 0; ; moment++) {
      const outcome = await moveLetters(deps(dyingAt(moment, house.objects)), to).catch((error: unknown) => {
        if (error instanceof Killed) return 'killed' as const
        throw error
      })
      for (const { id, pdf } of letters) expect((await pdfOf(id)).equals(pdf)).toBe(true)
      if (outcome !== 'killed') break
      kills++
    }
    const left = await db
      .selectFrom('letter_secret')
      .select('letter_id')
      .where('pdf', to === 'store' ? 'is not' : 'is', null)
      .execute()
    expect(left).toEqual([])
  }
  expect(kills).toBeGreaterThan(10)

  // What the killed runs left there is needed by nobody, and goes.
  clock.pass(days(1) + 1)
  await sweepObjects(house)
  await db
    .updateTable('job')
    .set({ run_at: new Date(0) })
    .execute()
  await sweepObjects(house)
  expect(house.standIn.held.size).toBe(4)
  for (const { id, pdf } of letters) expect((await pdfOf(id)).equals(pdf)).toBe(true)
})

test('a letter whose object is lost is named, and the others are moved', async () => {
  const house = await objectHouse(typesetter)
  const lost = await house.freeze(house.me, written())
  const kept = await house.freeze(house.me, written('<p>Otra carta.</p>'))
  house.standIn.held.delete(`letters/${(await house.rowOf(lost.id))?.pdf_object}`)
  const moved = await moveLetters({ ...house, random: systemRandom, say: () => {} }, 'database')
  expect(moved).toEqual({ parts: 1, missing: [lost.id] })
  expect((await house.rowOf(kept.id))?.pdf_object).toBeNull()
  // It is a damaged one in the database, too, and nothing needs the object store any more.
  expect((await house.rowOf(lost.id))?.pdf_object).toBeNull()
  await expect(printableLetter({ ...house, objects: undefined }, lost.id)).rejects.toThrow()
  expect(await holdsLetters(house.db, undefined)).toBe(true)
})
