import type { LetterCard, NeedsPerson } from '@lacre/letter/print-room/calls.ts'
import { days } from '@lacre/letter/duration.ts'
import { beforeEach, expect, test } from 'vitest'
import { consoleHouse, told, type ConsoleHouse } from '../../testing/console-house.ts'

let house: ConsoleHouse
let olga: string
beforeEach(async () => {
  house = await consoleHouse()
  olga = await house.operator('Olga')
})

const post = (path: string, body: object) => house.call(olga, 'POST', path, body)
const cancel = (id: string) => post(`letters/${id}/cancel`, { note: 'lo pide quien escribe' })
const needsPerson = async () => (await house.call(olga, 'GET', 'needs-person')).json<NeedsPerson>()

/** Paid by card, as the provider's books say too. */
async function paid(card?: string): Promise<string> {
  const id = await house.put({ state: 'frozen', job: false })
  await house.pay(id, card)
  await house.tell()
  return id
}

test('a refund that failed waits in sight until somebody asks for it again', async () => {
  const id = await paid('4000 0000 0000 5126')
  await house.doubt(id)
  await cancel(id)
  await house.settleRefunds()
  expect((await needsPerson()).refunds).toEqual([])
  expect(told(await post(`letters/${id}/give-back`, { note: 'otra vez' }))).toEqual([409, 'not-now'])
  house.clock.pass(days(2))
  await house.tell()
  const { refunds, concerns } = await needsPerson()
  expect(refunds).toMatchObject([{ letterId: id, cents: 329, state: 'failed' }])
  expect(concerns).toMatchObject([{ kind: 'refund-failed', letterId: id }])
  const card = (await post(`letters/${id}/give-back`, { note: 'otra vez' })).json<LetterCard>()
  expect([card.payment?.refund, card.can]).toEqual(['asked', ['give-back']])
  expect((await house.acts()).at(-1)).toMatchObject({ act: 'give-back', note: 'otra vez · 329 céntimos' })
  await house.settleRefunds()
  expect(await house.refunds()).toHaveLength(2)
  expect(await needsPerson()).toMatchObject({ refunds: [], concerns: [] })
})
