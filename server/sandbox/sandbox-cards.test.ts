import { createServer, type IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { portOf } from '../testing/ports.ts'
import { testClock } from '../testing/test-clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { systemRandom } from '../outside/clock.ts'
import { createCardSandbox } from './cards.ts'
import { testCards } from './card-store.ts'
import { sandboxCards, stripeCards } from '../outside/cards.ts'

async function provider() {
  const { db } = await testDatabase()
  const sandbox = createCardSandbox({ db, clock: testClock(), random: systemRandom })
  const cards = sandboxCards(sandbox.fetch, 0)
  const create = (amount = 329, idempotencyKey?: string) =>
    cards.paymentIntents.create({ amount, currency: 'eur' }, idempotencyKey ? { idempotencyKey } : {})
  return { db, sandbox, cards, create }
}

test('the same key gives the same answer, or none yet, ten times at once; other parameters are a mistake', async () => {
  const { cards, create } = await provider()
  const made = await Promise.allSettled(Array.from({ length: 10 }, () => create(329, 'key')))
  const { id } = await create(329, 'key')
  for (const one of made)
    if (one.status === 'fulfilled') expect(one.value.id).toBe(id)
    else expect(one.reason).toMatchObject({ statusCode: 409 })
  expect((await cards.paymentIntents.list()).data).toHaveLength(1)
  await expect(create(330, 'key')).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
})

test('while a request is being answered, the same key again is told to come later', async () => {
  const { db, create } = await provider()
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('key', 0))`.execute(tx)
    await expect(create(329, 'key')).rejects.toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    })
  })
  expect((await create(329, 'key')).amount).toBe(329)
})

test('its deps outlive it: another node finds the intent', async () => {
  const { db, create } = await provider()
  const { id } = await create()
  const other = createCardSandbox({ db, clock: testClock(), random: systemRandom })
  expect(await sandboxCards(other.fetch, 0).paymentIntents.retrieve(id)).toMatchObject({ id, amount: 329 })
})

test.each(Object.entries(testCards))('test card %s does what Stripe says it does', async (card, rule) => {
  const { db, sandbox, cards, create } = await provider()
  const { id, client_secret } = await create()
  const first = await sandbox.confirm({ client_secret: client_secret!, card })
  const { status, last_payment_error, amount_received } = await cards.paymentIntents.retrieve(id)
  const recorded = await db.selectFrom('sandbox_card_event').select('body').execute()
  const events = recorded.map(({ body }) => body['type'])
  if (typeof rule === 'object') {
    expect(first).toMatchObject({ status: 402, body: { error: { code: rule.code, message: rule.message } } })
    expect([status, last_payment_error?.code, amount_received]).toEqual([
      'requires_payment_method',
      rule.code,
      0,
    ])
    expect(events).toEqual(['payment_intent.payment_failed'])
  } else if (rule === 'asks') {
    expect([status, amount_received, events]).toEqual(['requires_action', 0, []])
  } else {
    expect([status, amount_received]).toEqual(['succeeded', 329])
    expect(events).toContain('payment_intent.succeeded')
    expect(events.includes('charge.dispute.created')).toBe(rule === 'disputed')
  }
})

test('a number that is no test card is refused in Spanish; so is a secret that is not the intent’s', async () => {
  const { sandbox, create } = await provider()
  const { id, client_secret } = await create()
  expect(await sandbox.confirm({ client_secret: client_secret!, card: '1234' })).toMatchObject({
    status: 402,
    body: { error: { message: 'El número de tarjeta no es válido.' } },
  })
  const card = '4242424242424242'
  expect(await sandbox.confirm({ client_secret: `${id}_secret_guessed`, card })).toMatchObject({
    status: 404,
  })
})

test('no more goes back than was paid', async () => {
  const { sandbox, cards, create } = await provider()
  const { id, client_secret } = await create()
  await expect(cards.refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 400 })
  await sandbox.confirm({ client_secret: client_secret!, card: '4242424242424242' })
  await expect(cards.refunds.create({ payment_intent: id, amount: 330 })).rejects.toMatchObject({
    statusCode: 400,
  })
  await cards.refunds.create({ payment_intent: id })
  await expect(cards.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  const { latest_charge } = await cards.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  expect(latest_charge).toMatchObject({ amount_refunded: 329 })
})

test('with keys the same calls go to the provider: its address, our key and the pinned version', async () => {
  const heard: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    heard.push({ url: request.url, headers: request.headers })
    response.setHeader('content-type', 'application/json').end('{"id":"pi_1","object":"payment_intent"}')
  })
  const apiUrl = new URL(`http://127.0.0.1:${await portOf(server)}`)
  const cards = stripeCards({ secretKey: 'sk_test_x', apiUrl })
  expect((await cards.paymentIntents.retrieve('pi_1')).id).toBe('pi_1')
  expect(heard[0]?.url).toBe('/v1/payment_intents/pi_1')
  expect(heard[0]?.headers).toMatchObject({
    authorization: 'Bearer sk_test_x',
    'stripe-version': '2026-10-28.endive',
  })
})
