import { expect, test } from 'vitest'
import { consoleHouse, told } from '../../testing/console-house.ts'

type Mode = 'test' | 'live'
const note = { note: 'visto' }

/** A letter paid by card in a database of this money, as the provider's record says `livemode`. */
async function paidIn(mode: Mode, livemode: boolean) {
  const house = await consoleHouse({}, mode)
  const olga = await house.operator('Olga')
  const id = await house.put({ state: 'frozen', job: false })
  await house.pay(id)
  const { body } = await house.db.selectFrom('sandbox_card_intent').select('body').executeTakeFirstOrThrow()
  await house.db
    .updateTable('sandbox_card_intent')
    .set({ body: JSON.stringify({ ...body, livemode }) })
    .execute()
  await house.tell()
  return { house, olga, id }
}

test('paid with a test card where money is tested: paid, and never printed, not even by an operator', async () => {
  const { house, olga, id } = await paidIn('test', false)
  expect(await house.books(id)).toEqual({ letter: 'paid', jobs: [], mails: ['receipt'] })
  await house.doubt(id)
  expect(told(await house.call(olga, 'POST', `letters/${id}/resume`, note))).toEqual([409, 'not-paid'])
  expect(told(await house.call(olga, 'POST', 'batches', {}))).toEqual([409, 'nothing-waiting'])
})

test('a test intent where money is live is no payment: a person decides', async () => {
  const { house, id } = await paidIn('live', false)
  expect(await house.books(id)).toEqual({ letter: 'needs-person', jobs: [], mails: [] })
})

test('live money is printed where money is live', async () => {
  const { house, olga, id } = await paidIn('live', true)
  await house.call(olga, 'POST', 'batches', {})
  expect((await house.books(id)).letter).toBe('batched')
})

test.each([false, null])(
  'at the door of the paper: paid and in a batch, but livemode is %s',
  async (livemode) => {
    const { house, olga, id } = await paidIn('live', true)
    await house.db.updateTable('payment').set({ livemode }).execute()
    await house.call(olga, 'POST', 'batches', {})
    expect(told(await house.download(olga, 'batches/B0001/pdf'))).toEqual([409, 'nothing-to-print'])
    expect(await house.books(id)).toMatchObject({ letter: 'needs-person', jobs: ['void'] })
    const concern = house.db.selectFrom('concern').select(['kind', 'letter_id'])
    expect(await concern.execute()).toEqual([{ kind: 'test-money', letter_id: id }])
  },
)
