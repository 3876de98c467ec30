import { expect, test } from 'vitest'
import { printHouse } from '../testing/print-house.ts'
import { openPaidLetters, openPaidLetter } from './paid-letters.ts'

test('a letter whose bytes do not open is damaged', async () => {
  const house = await printHouse()
  const { room, db } = house
  const id = await house.put({ name: 'one' })
  const { pdf_sha256: sha256 } = await db.selectFrom('letter').select('pdf_sha256').executeTakeFirstOrThrow()
  expect(await openPaidLetter(room, { id, sha256 })).toBeInstanceOf(Buffer)
  const broken = () => Promise.reject(new Error('a bit was changed'))
  expect(await openPaidLetter({ ...room, openLetter: broken }, { id, sha256 })).toBe('damaged')
})

test('many letters: their money is asked about once, and whose is no real money is told', async () => {
  const house = await printHouse()
  const { room, db } = house
  const ids: string[] = []
  for (const name of ['one', 'two', 'three']) ids.push(await house.put({ name }))
  const letters = await db.selectFrom('letter').select(['id', 'pdf_sha256 as sha256']).execute()
  const asked: string[][] = []
  const becomesPaper = (_db: unknown, some: string[]) => {
    asked.push(some)
    return Promise.resolve(new Set(some.filter((id) => id !== ids[1])))
  }
  const opened = await openPaidLetters({ ...room, becomesPaper }, letters)
  expect(asked).toEqual([letters.map(({ id }) => id)])
  expect(ids.map((id) => opened.get(id))).toEqual([expect.any(Buffer), 'test-money', expect.any(Buffer)])
})
