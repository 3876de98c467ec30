import { expect, test } from 'vitest'
import { openPrintRoom } from '../testing/console-app.ts'
import { aPayment } from '../testing/factories.ts'
import { openForPrint } from './batch-pdf.ts'
import { countedDatabase } from '../testing/played-database.ts'

test('a letter whose bytes do not open is damaged', async () => {
  const house = await openPrintRoom()
  const { world, db } = house
  const id = await house.put({ name: 'one' })
  const stored = db.selectFrom('letter').select('pdf_sha256 as sha256')
  const letter = { id, state: 'batched' as const, ...(await stored.executeTakeFirstOrThrow()) }
  const open = async (deps: typeof world, changes = {}) =>
    (await openForPrint(deps, [{ ...letter, ...changes }])).get(id)
  expect(await open(world)).toBeInstanceOf(Buffer)
  expect(await open(world, { sha256: '0'.repeat(64) })).toBe('damaged')
  expect(await open(world, { state: 'needs-person' })).toBe('stopped-elsewhere')
  const openPdf = () => {
    throw new Error('a bit was changed')
  }
  const broken = { ...world, cipher: { ...world.cipher, openPdf } }
  expect(await open(broken)).toBe('damaged')
  await db.deleteFrom('letter_secret').execute()
  expect(await open(world)).toBe('damaged')
})

test('many letters: their money is asked about once, and whose is no real money is told', async () => {
  const house = await openPrintRoom()
  const { world, db } = house
  const ids: string[] = []
  for (const name of ['one', 'two', 'three']) ids.push(await house.put({ name }))
  const letters = await db.selectFrom('letter').select(['id', 'pdf_sha256 as sha256']).execute()
  for (const id of [ids[0]!, ids[2]!]) await aPayment(db, id, { livemode: true })
  const counted = countedDatabase(db, ['"name":"payment_money"'])
  const opened = await openForPrint(
    { ...world, money: 'live', db: counted.db },
    letters.map((letter) => ({ ...letter, state: 'batched' as const })),
  )
  expect(counted.count()).toBe(1)
  expect(ids.map((id) => opened.get(id))).toEqual([expect.any(Buffer), 'test-money', expect.any(Buffer)])
})
