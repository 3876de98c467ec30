// @module-tag long
import { expect, test } from 'vitest'
import { choresOf } from '../schedule.ts'
import { ana, luis, written } from '../testing/factories.ts'
import { goodPassword, otherDevice } from '../testing/test-app.ts'
import { everything } from '../testing/mailbox/everything.ts'
import { openWholeApp } from '../testing/mailbox/whole-app.ts'
import { queueReceiptOf } from '../payments/sync.ts'

const email = 'zarzamora@ejemplo.test'
const day = 24 * 60 * 60 * 1000

type House = Awaited<ReturnType<typeof openWholeApp>>
const run = async (house: House, ...names: string[]) => {
  for (const name of names)
    await choresOf(house.world, house.app)
      .find((chore) => chore.name === name)!
      .run()
}
const sweep = (house: House) =>
  run(house, 'expire-unpaid', 'forget-letters', 'forget-recipients', 'sweep-accounts', 'sweep-limits')

test('an address that no one has proven, and all that was kept under it, is gone after thirty days without a paid letter (design/privacy.md#strangers-addresses)', async () => {
  const house = await openWholeApp()
  const { access_token: token = '' } = await house.register(email)
  await run(house, 'mail-to-people')
  const draft = { content: '<p>Hola</p>', basedOn: null }
  const statuses = [
    await house.call(token, 'PUT', '/drafts/3f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8f4', draft),
    await house.call(token, 'PUT', '/addresses/3f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8f4', {
      address: luis,
      basedOn: null,
    }),
    await house.call(token, 'POST', '/letters/', written()),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([200, 200, 200])

  house.clock.pass(29 * day)
  await sweep(house)
  expect(await everything(house.db)).toContain(email)
  house.clock.pass(day)
  await sweep(house)
  expect(await everything(house.db)).not.toContain(email)
  for (const table of ['draft', 'address_book', 'login_session', 'known_device', 'letter_secret'] as const)
    expect(await house.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect((await house.register(email)).status).toBe(200)
})

test('one in which somebody was thirty days ago, or that has paid, stays', async () => {
  const house = await openWholeApp()
  const { access_token: used = '' } = await house.register(email)
  const { access_token: payer = '' } = await house.register(email, goodPassword, 'human', otherDevice)
  const sent = await house.call(payer, 'POST', '/letters/', written('<p>Hola</p>', ana, luis))
  await house.pay(payer, sent.json<{ id: string }>().id)
  await house.deliver()
  house.clock.pass(20 * day)
  expect((await house.account(used)).status).toBe(200)
  house.clock.pass(20 * day)
  await sweep(house)
  expect(await house.db.selectFrom('account').select('id').execute()).toHaveLength(2)
})

test('a mail that has gone names its recipient for thirty days, and is not sent again afterwards', async () => {
  const house = await openWholeApp()
  const { access_token: token = '' } = await house.register(email)
  await house.askForCode('desconocida@ejemplo.test', otherDevice)
  await house.verify((await house.linksTo(email)).at(-1) ?? '')
  const sent = await house.call(token, 'POST', '/letters/', written('<p>Hola</p>', ana, luis))
  const { id } = sent.json<{ id: string }>()
  await house.pay(token, id)
  await house.deliver()
  await run(house, 'mail-to-people', 'mail-of-letters')
  const recipients = async () =>
    [
      ...new Set(
        (await house.db.selectFrom('mail').select('recipient').execute()).map((mail) => mail.recipient),
      ),
    ].sort()
  expect(await recipients()).toEqual(['desconocida@ejemplo.test', email])
  const carried = house.carried.length

  house.clock.pass(29 * day)
  await sweep(house)
  expect(await recipients()).toEqual(['desconocida@ejemplo.test', email])
  house.clock.pass(day)
  await sweep(house)
  expect(await recipients()).toEqual([''])
  const again = { kind: 'receipt' as const, letterId: id }
  await house.db.transaction().execute((tx) => queueReceiptOf(house.world, tx, again.letterId))
  await run(house, 'mail-to-people', 'mail-of-letters')
  expect(house.carried).toHaveLength(carried)
})

test('what could not be sent keeps its address no longer than what was', async () => {
  const house = await openWholeApp()
  house.carrier.fails = true
  await house.askForCode(email)
  for (let tries = 0; tries < 40; tries++) {
    await run(house, 'mail-to-people')
    house.clock.pass(day / 6)
  }
  const mail = house.db.selectFrom('mail').select(['given_up_at', 'recipient'])
  expect(await mail.executeTakeFirst()).toMatchObject({
    recipient: email,
    given_up_at: expect.any(Date) as Date,
  })
  house.clock.pass(30 * day)
  await sweep(house)
  expect(await everything(house.db)).not.toContain(email)
})

test('a receipt that is on its way when its account is erased is not sent', async () => {
  const house = await openWholeApp()
  const { access_token: token = '' } = await house.register(email)
  await house.verify((await house.linksTo(email)).at(-1) ?? '')
  await run(house, 'mail-to-people')
  const sent = await house.call(token, 'POST', '/letters/', written())
  const { id } = sent.json<{ id: string }>()
  await house.pay(token, id)
  await house.deliver()
  house.carrier.fails = true
  await run(house, 'mail-of-letters')
  expect((await house.call(token, 'POST', `/letters/${id}/cancel`, {})).statusCode).toBe(200)
  const erased = await house.call(token, 'DELETE', '/account', {
    confirmation: 'BORRAR',
    password: goodPassword,
  })
  expect(erased.statusCode).toBe(200)
  house.carrier.fails = false
  const before = house.carried.length
  house.clock.pass(day)
  await run(house, 'mail-of-letters')
  // The word that money comes back still goes.
  expect(house.carried.slice(before).map(({ subject }) => subject)).toEqual(['Su carta se ha cancelado'])
})
