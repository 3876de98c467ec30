import { orderNumber } from '@lacre/letter/order-number.ts'
import { expect, test } from 'vitest'
import { cardHouse, letterJustPaid } from '../testing/card-house.ts'
import { frozenLetters, paidOrder } from '../testing/orders/card-orders.ts'
import { postLetters } from '../letters/steps/post-letters.ts'
import { takeSteps } from '../letters/steps/take-step.ts'
import { paidTogether } from '../payments/table/paid-together.ts'
import { plantLetter } from '../testing/plant.ts'
import { explainLetter } from './explain-letter.ts'

test('a letter is explained in the order of what happened to it, with nothing of what is in it or whose it is', async () => {
  const house = await cardHouse()
  const { letterId, intentId, accountId } = await letterJustPaid(house)
  house.clock.pass(1000)
  await house.deliver()
  house.clock.pass(1000)
  await house.db.transaction().execute((tx) => house.requestRefund(tx, { letterId, reason: 'cancelled' }))
  const { email } = await house.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

  const explained = await explainLetter(house.db, letterId.slice(0, 8))
  expect(explained?.id).toBe(letterId)
  expect((await explainLetter(house.db, orderNumber(letterId)))?.id).toBe(letterId)
  expect(explained?.facts[0]).toContain('Estado: Pagada')
  expect(explained?.facts[1]).toBe('Contenido: borrado, nadie puede leerla.')
  const says = explained?.events.map((event) => event.says) ?? []
  expect(says).toContain('carta: Sin pagar (sender)')
  expect(says.indexOf('carta: Pagada (card-provider)')).toBeGreaterThan(
    says.indexOf('carta: Sin pagar (sender)'),
  )
  expect(says).toContain(`pago ${intentId}: cobrado`)
  expect(says).toContain(`pago ${intentId}: devolución pedida (cancelled)`)
  expect(says.some((line) => line.startsWith('correo «receipt»: en cola'))).toBe(true)
  expect(says.some((line) => line.startsWith('impresión 1: encargada'))).toBe(true)
  expect(JSON.stringify(explained)).not.toContain(email)
})

test('the receipt of an order is told of each letter that it names, also when it has gone (design.md#orders)', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  const secret = await house.secret(letters[0]!, accountId, letters)
  const cancel = { letterId: letters[2]!, step: 'cancel', cause: 'sender', now: house.clock.now() } as const
  await house.db.transaction().execute((tx) => house.deps.takeStep(tx, cancel))
  await house.confirm(secret)
  await house.deliver()
  await house.db.updateTable('mail').set({ data: '{}' }).execute()
  const receiptsOf = async (id: string) =>
    (await explainLetter(house.db, id))?.events.filter(({ says }) => says.includes('«receipt»')).length
  expect(await Promise.all(letters.map(receiptsOf))).toEqual([1, 1, 0])
})

test('what was told of letters of an order that were posted together is told of each of them, and of no other', async () => {
  const { house, letters } = await paidOrder(3)
  const { queueMail } = house.deps
  for (const letterIds of [letters.slice(0, 2), letters.slice(2)]) {
    house.clock.pass(1000)
    const [now, cause] = [house.clock.now(), 'operator']
    await house.db.transaction().execute(async (tx) => {
      await takeSteps(tx, { letterIds, step: 'batch', cause, now })
      await postLetters({ queueMail, paidTogether, closedDays: [] }, tx, { letterIds, cause, now })
    })
  }
  const told = (id: string) =>
    explainLetter(house.db, id).then((one) => one?.events.filter(({ says }) => says.includes('«posted»')))
  expect((await Promise.all(letters.map(told))).map((events) => events?.length)).toEqual([1, 1, 1])
  expect(await told(letters[1]!)).toEqual(await told(letters[0]!))
  expect(await told(letters[2]!)).not.toEqual(await told(letters[0]!))
})

test('a letter that came back and the one it was sent again with name each other (design.md#came-back)', async () => {
  const { db } = await cardHouse()
  const first = await plantLetter(db, { state: 'returned' })
  await plantLetter(db, { state: 'expired', again_of: first })
  const second = await plantLetter(db, { state: 'posted', again_of: first })
  expect((await explainLetter(db, first))?.facts).toContain(
    `Volvió y se envió otra vez con ${second}: En camino.`,
  )
  expect((await explainLetter(db, second))?.facts).toContain(`Segundo envío de ${first}, que volvió.`)
})

test.each(['', '1', '%', '________', 'no-such', '00000000'])('no letter is called %j', async (name) => {
  const house = await cardHouse()
  await house.letter(await house.account())
  expect(await explainLetter(house.db, name)).toBeUndefined()
})
