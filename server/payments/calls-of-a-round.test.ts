import { days, inSeconds, minutes } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { letterJustPaid, openPayments } from '../testing/test-app.ts'
import { anAccount, severalLetters } from '../testing/factories.ts'

/** A house with as many payments in the last four days, evenly, all of which it was told of. */
async function busyHouse(count: number) {
  const house = await openPayments()
  const { db, clock } = house
  house.clock.pass(days(4))
  const { intentId } = await letterJustPaid(house)
  await house.deliver()
  const like = <Row>(row: Row, changed: Partial<Row>) => ({ ...row, ...changed })
  const order = await db.selectFrom('payment_order').selectAll().executeTakeFirstOrThrow()
  const payment = await db.selectFrom('payment').selectAll().executeTakeFirstOrThrow()
  const intent = await db.selectFrom('sandbox_card_intent').selectAll().executeTakeFirstOrThrow()
  const event = await db.selectFrom('sandbox_card_event').selectAll().executeTakeFirstOrThrow()
  const account_id = await anAccount(db)
  const number = Array.from({ length: count - 1 }, (_, at) => at + 1)
  for (let at = 0; at < number.length; at += 1000) {
    const some = number.slice(at, at + 1000)
    const letters = await severalLetters(
      db,
      some.map(() => ({ account_id })),
    )
    const made = some.map((one) => {
      const id = `pi_${String(one).padStart(24, '0')}`
      const created =
        Math.floor(clock.now().getTime() / 1000) - Math.floor((inSeconds(days(4)) - 1) * (one / count))
      return { id, created, event: `evt_${String(one).padStart(24, '0')}` }
    })
    const orders = made.map(({ id }, index) =>
      like(order, { id: crypto.randomUUID(), name: letters[index]!, intent_id: id, idempotency_key: id }),
    )
    await db.insertInto('payment_order').values(orders).execute()
    const payments = orders.map(({ id, name }) =>
      like(payment, { id: crypto.randomUUID(), order_id: id, letter_id: name }),
    )
    await db.insertInto('payment').values(payments).execute()
    await db
      .insertInto('sandbox_card_intent')
      .values(
        made.map(({ id, created }) => ({
          id,
          created,
          body: JSON.stringify(like(intent.body, { id, created })),
        })),
      )
      .execute()
    await db
      .insertInto('sandbox_card_event')
      .values(
        made.map(({ id, created, event: name }) => {
          const body = like(event.body, {
            id: name,
            created,
            data: { object: { object: 'payment_intent', id } },
          })
          return { id: name, created, body: JSON.stringify(body), delivered_at: clock.now() }
        }),
      )
      .execute()
    await db
      .insertInto('card_event')
      .values(
        made.map(({ event: name }) => ({
          id: name,
          type: 'payment_intent.succeeded',
          received_at: clock.now(),
        })),
      )
      .execute()
  }
  const calls: string[] = []
  house.network.meddle = (call, go) => (calls.push(call), go())
  return { house, intentId, calls }
}

test.each([100, 300])(
  'of %i payments a round asks for the newest events; once a day it lists all',
  async (payments) => {
    const { house, calls } = await busyHouse(payments)
    const nothingNew = { changed: 0, unreachable: 0 }
    expect(await house.reconcileInTurn()).toMatchObject({ looked: payments, ...nothingNew })
    const listed = calls.filter((call) => call === 'GET /v1/payment_intents')
    expect(listed).toHaveLength(payments / 100)
    expect(calls).toHaveLength(payments / 100 + 3) // refunds, disputes, events
    for (let round = 0; round < 3; round++) {
      house.clock.pass(minutes(5))
      calls.length = 0
      expect(await house.reconcileInTurn()).toMatchObject({ looked: 0, ...nothingNew })
      expect(calls).toEqual(['GET /v1/events'])
    }
  },
)
