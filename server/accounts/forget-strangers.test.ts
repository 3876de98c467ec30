// @module-tag long
import { expect, test } from 'vitest'
import { choresOf } from '../schedule.ts'
import { luis, written } from '../testing/factories.ts'
import { goodPassword, otherDevice } from '../testing/test-app.ts'
import { everything } from '../testing/mailbox/everything.ts'
import { openWholeApp } from '../testing/mailbox/whole-app.ts'
import { queueLetterReceipt } from '../payments/sync.ts'

const email = 'zarzamora@ejemplo.test'
const day = 24 * 60 * 60 * 1000

type App = Awaited<ReturnType<typeof openWholeApp>>
const run = async (app: App, ...names: string[]) => {
  for (const name of names)
    await choresOf(app.world, app.fastify)
      .find((chore) => chore.name === name)!
      .run()
}
const sweep = (app: App) =>
  run(app, 'expire-unpaid', 'forget-letters', 'forget-recipients', 'sweep-accounts', 'sweep-limits')

test('an address that no one has proven, and all that was kept under it, is gone after thirty days without a paid letter (design/privacy.md#strangers-addresses)', async () => {
  const app = await openWholeApp()
  const { access_token: token = '' } = await app.register(email)
  await run(app, 'mail-to-people')
  const draft = { content: '<p>Hola</p>', basedOn: null }
  const statuses = [
    await app.call(token, 'PUT', '/drafts/3f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8f4', draft),
    await app.call(token, 'PUT', '/addresses/3f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8f4', {
      address: luis,
      basedOn: null,
    }),
    await app.call(token, 'POST', '/letters/', written()),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([200, 200, 200])

  app.clock.pass(29 * day)
  await sweep(app)
  expect(await everything(app.db)).toContain(email)
  app.clock.pass(day)
  await sweep(app)
  expect(await everything(app.db)).not.toContain(email)
  for (const table of ['draft', 'address_book', 'login_session', 'known_device', 'letter_secret'] as const)
    expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect((await app.register(email)).status).toBe(200)
})

test('keeps an account used within thirty days, and one that has paid', async () => {
  const app = await openWholeApp()
  const { access_token: used = '' } = await app.register(email)
  const { access_token: payer = '' } = await app.register(email, goodPassword, 'human', otherDevice)
  await app.pay(payer, await app.send(payer))
  await app.deliver()
  app.clock.pass(20 * day)
  expect((await app.account(used)).status).toBe(200)
  app.clock.pass(20 * day)
  await sweep(app)
  expect(await app.db.selectFrom('account').select('id').execute()).toHaveLength(2)
})

test('a mail that has gone names its recipient for thirty days, and is not sent again afterwards', async () => {
  const app = await openWholeApp()
  const { access_token: token = '' } = await app.register(email)
  await app.askForCode('desconocida@ejemplo.test', otherDevice)
  await app.verify((await app.linksTo(email)).at(-1) ?? '')
  const id = await app.send(token)
  await app.pay(token, id)
  await app.deliver()
  await run(app, 'mail-to-people', 'mail-of-letters')
  const recipients = async () => {
    const mails = await app.db
      .selectFrom('mail')
      .select('recipient')
      .distinct()
      .orderBy('recipient')
      .execute()
    return mails.map(({ recipient }) => recipient)
  }
  expect(await recipients()).toEqual(['desconocida@ejemplo.test', email])
  const carried = app.carried.length

  app.clock.pass(29 * day)
  await sweep(app)
  expect(await recipients()).toEqual(['desconocida@ejemplo.test', email])
  app.clock.pass(day)
  await sweep(app)
  expect(await recipients()).toEqual([''])
  await app.db.transaction().execute((tx) => queueLetterReceipt(app.world, tx, id))
  await run(app, 'mail-to-people', 'mail-of-letters')
  expect(app.carried).toHaveLength(carried)
})

test('what could not be sent keeps its address no longer than what was', async () => {
  const app = await openWholeApp()
  app.carrier.fails = true
  await app.askForCode(email)
  for (let tries = 0; tries < 40; tries++) {
    await run(app, 'mail-to-people')
    app.clock.pass(day / 6)
  }
  const mail = app.db.selectFrom('mail').select(['given_up_at', 'recipient'])
  expect(await mail.executeTakeFirst()).toMatchObject({
    recipient: email,
    given_up_at: expect.any(Date) as Date,
  })
  app.clock.pass(30 * day)
  await sweep(app)
  expect(await everything(app.db)).not.toContain(email)
})

test('a receipt that is on its way when its account is erased is not sent', async () => {
  const app = await openWholeApp()
  const { access_token: token = '' } = await app.register(email)
  await app.verify((await app.linksTo(email)).at(-1) ?? '')
  await run(app, 'mail-to-people')
  const id = await app.send(token)
  await app.pay(token, id)
  await app.deliver()
  app.carrier.fails = true
  await run(app, 'mail-of-letters')
  expect((await app.call(token, 'POST', `/letters/${id}/cancel`, {})).statusCode).toBe(200)
  const erased = await app.call(token, 'DELETE', '/account', {
    confirmation: 'BORRAR',
    password: goodPassword,
  })
  expect(erased.statusCode).toBe(200)
  app.carrier.fails = false
  const before = app.carried.length
  app.clock.pass(day)
  await run(app, 'mail-of-letters')
  // The word that money comes back still goes.
  expect(app.carried.slice(before).map(({ subject }) => subject)).toEqual(['Su carta se ha cancelado'])
})
