import { expect, test } from 'vitest'
import { testCards } from '../testing/test-cards.ts'
import { testClock } from '../testing/test-clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { missingRights } from './cards.ts'

test('what a restricted key of the card provider may not read is named, and nothing is written', async () => {
  const { db } = await testDatabase()
  const { cards, network } = testCards(db, testClock())
  expect(await missingRights(cards)).toEqual([])
  const asked: string[] = []
  const refused = (call: string) => call === 'GET /v1/refunds' || call === 'GET /v1/events'
  network.meddle = (call, go) => {
    asked.push(call)
    return refused(call) ? Promise.resolve(Response.json({ error: {} }, { status: 403 })) : go()
  }
  expect(await missingRights(cards)).toEqual(['Refunds', 'Events'])
  expect(asked.filter((call) => !call.startsWith('GET '))).toEqual([])
})

test('no answer is no missing right', async () => {
  const { db } = await testDatabase()
  const { cards, network } = testCards(db, testClock())
  network.meddle = (call, go) => (call === 'GET /v1/disputes' ? Promise.reject(new Error('no answer')) : go())
  await expect(missingRights(cards)).rejects.toMatchObject({ type: 'StripeConnectionError' })
})
