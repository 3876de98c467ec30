import { expect, test } from 'vitest'
import { systemRandom as random } from '../../outside/random.ts'
import { plantLetter } from '../../testing/plant.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { letterCipher } from './letter-cipher.ts'
import { fixedKeys, nameOfKey } from './letter-keys.ts'
import { rewrapLetters } from './rewrap-letters.ts'

test('to whom an invoice was made out is wrapped anew with the letters', async () => {
  const { db } = await testDatabase()
  const [before, now] = [random.bytes(32), random.bytes(32)]
  const [id, created_at] = [random.uuid(), new Date('2026-11-21T09:00:00Z')]
  const payment = { idempotency_key: id, amount_cents: 329, currency: 'eur', state: 'paid' as const }
  await db
    .insertInto('payment')
    .values({ id, letter_id: await plantLetter(db), created_at, ...payment })
    .execute()
  const open = { addresses: '', content: '{"name":"Ana"}', pdf: Buffer.alloc(0) }
  const { wrapped_key, key_name, content } = letterCipher(before, random).seal(id, open)
  await db
    .insertInto('invoice_buyer')
    .values({ payment_id: id, wrapped_key, key_name, content, keep_until: created_at })
    .execute()
  const both = letterCipher(fixedKeys(now, [before]), random)
  expect(await rewrapLetters(db, both, { current: nameOfKey(now) })).toMatchObject({ count: 1, damaged: [] })
  const row = await db.selectFrom('invoice_buyer').selectAll().executeTakeFirstOrThrow()
  expect(letterCipher(now, random).openContent(id, row)).toBe(open.content)
})
