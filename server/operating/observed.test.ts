// @module-tag long
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { milliseconds, minutes, seconds } from '@lacre/letter/days.ts'
import { observeOutside, reportOf, startWorkers } from '../schedule.ts'
import { testBareApp } from '../testing/bare-app.ts'
import { createObserver, lastSeen, observeRequests } from './observations.ts'
import { stripeCards } from '../outside/cards.ts'
import { webhookRoute } from '../payments/webhook.ts'
import { alarmApp } from '../testing/alarms/alarm-app.ts'
import { portOf } from '../testing/ports.ts'
import { openPayments } from '../testing/test-app.ts'
import { postEvent } from '../testing/test-cards.ts'

/** The webhook of a server with its alarms. `told`: what was observed. */
async function webhookApp() {
  const app = await alarmApp()
  const observer = createObserver(app.deps)
  const told: string[] = []
  const { world, sign } = await openPayments()
  const fastify = testBareApp()
  observeRequests(fastify, (what, name) => (told.push(name), observer(what, name)), 0)
  webhookRoute(fastify, world)
  const event = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object: {} } })
  const post = (secret?: string) => postEvent(fastify, event, sign(event, secret))
  return { app, fastify, event, post, told }
}

test('events with another signature, and a payment that none tells of, call the operator, until one is right', async () => {
  const { app, post } = await webhookApp()
  expect(await post('whsec_other')).toBe(400)
  await app.pay()
  app.clock.pass(minutes(2))
  await expect.poll(async () => (await app.round(), app.said())).toEqual(['webhook began'])
  expect(await post()).toBe(200)
  await expect.poll(async () => (await app.round(), app.said())).toEqual(['webhook began', 'webhook over'])
})

test.each([
  ['what is shaped like a signature, while events come as they should', true],
  ['what is shaped like a signature, without any payment', false],
])('a stranger who sends %s raises no alarm', async (_, isPaid) => {
  const { app, post } = await webhookApp()
  const { db, clock } = app
  const waits = isPaid ? [0, minutes(5), seconds(40)] : []
  for (const [turn, wait] of waits.entries()) {
    clock.pass(wait)
    await app.pay()
    expect(await post()).toBe(200)
    // The third comes within a minute of the second, and is not stored.
    if (turn < 2) await expect.poll(() => lastSeen(db, 'webhook-accepted')).toEqual(clock.now())
  }
  clock.pass(1)
  expect(await post('whsec_other')).toBe(400)
  await expect.poll(() => lastSeen(db, 'webhook-refused')).toEqual(clock.now())
  for (let turn = 0; turn < 3; turn++) {
    clock.pass(minutes(2))
    await app.round()
  }
  expect(app.said()).toEqual([])
})

test.each(['x', 't=1,v1=00', undefined])('ignores what is no signature: %s', async (signature) => {
  const { fastify, event, post, told } = await webhookApp()
  const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) }
  const answer = await fastify.inject({ method: 'POST', url: '/stripe/webhook', payload: event, headers })
  expect(answer.statusCode).toBe(400)
  expect(await post()).toBe(200)
  await expect.poll(() => told.at(-1)).toBe('webhook-accepted')
  expect(told).toHaveLength(1)
})

test('a card key that the provider refuses calls the operator, until it takes one', async () => {
  const app = await alarmApp()
  let status = 401
  const provider = createServer((_request, reply) => {
    reply.writeHead(status, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(status === 401 ? { error: { type: 'invalid_request_error' } } : { data: [] }))
  })
  const apiUrl = new URL(`http://127.0.0.1:${await portOf(provider)}`)
  const cards = stripeCards({ secretKey: 'sk_test_x', apiUrl })
  observeOutside({ ...app, cards })

  await expect(cards.paymentIntents.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' })
  await expect.poll(async () => (await app.round(), app.said())).toEqual(['card-key began'])
  status = 200
  app.clock.pass(1)
  await cards.paymentIntents.list()
  await expect.poll(async () => (await app.round(), app.said())).toEqual(['card-key began', 'card-key over'])
})

test('a chore that fails once is left alone; twice in a row calls the operator, until it works', async () => {
  const app = await alarmApp()
  const logged: unknown[] = []
  const log = { error: (about: object) => void logged.push(about), warn: () => {} }
  const outcomes = ['fails', 'works', 'fails']
  let seen: string[] = []
  const run = async () => {
    await app.round()
    seen = app.said()
    if (!outcomes.length && seen.length) return 0
    if ((outcomes.shift() ?? 'fails') === 'fails') throw Object.assign(new Error('x'), { code: 'E1' })
    return 0
  }
  const workers = startWorkers([{ name: 'mail', every: milliseconds(1), run }], reportOf({ ...app, log }))
  await expect.poll(() => seen).toEqual(['chores began', 'chores over'])
  await workers.stop()
  expect(logged.slice(0, 3)).toMatchObject([{ inARow: 1 }, { inARow: 1 }, { inARow: 2 }])
})
