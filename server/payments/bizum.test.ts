import { minutes } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { testSettings } from '../testing/test-settings.ts'
import { letterToPay, openLetter, type PaymentsApp } from '../testing/test-app.ts'

const [asks, late, none] = ['+34 600 000 001', '600 00 00 02', '600000003']
const unpaid = { letter: 'frozen', payments: ['open'], jobs: [], mails: [] }
const paid = { letter: 'paid', payments: ['paid'], jobs: ['waiting'], mails: ['receipt'] }

const letterByBizum = (PAYMENT_METHODS = 'card, bizum') =>
  letterToPay({ settings: testSettings({ PAYMENT_METHODS }) })
const said = (answer: { statusCode: number; json: () => unknown }) => [answer.statusCode, answer.json()]
const status = (name: string) => [200, { paymentIntent: { status: name } }]
/** What the provider itself has taken. */
async function charged({ cards }: PaymentsApp) {
  const { data } = await cards.paymentIntents.list()
  return data.map(({ amount_received }) => amount_received).toSorted((one, other) => one - other)
}

test('approved in the bank’s app: paid, printed and told once (design/money.md#ways-to-pay)', async () => {
  const { app, letterId, secret } = await letterByBizum()
  expect(said(await app.bizum(secret, asks))).toEqual(status('requires_action'))
  expect(await app.books(letterId)).toEqual(unpaid)
  expect(said(await app.bizum(secret, asks, 'pass'))).toEqual(status('succeeded'))
  expect(await app.deliver()).toBe(1)
  expect(await app.books(letterId)).toEqual(paid)
  app.clock.pass(minutes(5))
  expect(await app.deliver()).toBe(1) // what would have expired
  expect([await app.books(letterId), await charged(app)]).toEqual([paid, [329]])
})

test.each([
  ['in the bank’s app', asks, 'fail'],
  ['by the bank', none, undefined],
] as const)(
  'refused %s: nothing is charged, and a card pays the same intent',
  async (_by, phone, challenge) => {
    const { app, accountId, letterId, secret } = await letterByBizum()
    await app.bizum(secret, phone)
    const refused = await app.bizum(secret, phone, challenge)
    expect([refused.statusCode, refused.json().error.message]).toEqual([402, expect.stringMatching(/\.$/)])
    await app.deliver()
    expect(await app.books(letterId)).toEqual(unpaid)
    expect(await app.secret(letterId, accountId)).toBe(secret)
    await app.confirm(secret)
    await app.deliver()
    expect([await app.books(letterId), await charged(app)]).toEqual([paid, [329]])
  },
)

test('not approved within four minutes: it expires by the clock, takes no money, and the letter can be paid anew', async () => {
  const { app, accountId, letterId, secret } = await letterByBizum()
  await app.bizum(secret, asks)
  app.clock.pass(minutes(4) - 1000)
  expect(await app.deliver()).toBe(0)
  app.clock.pass(1000)
  expect(await app.deliver()).toBe(1)
  expect((await app.bizum(secret, asks, 'pass')).json().error.message).toMatch(/caducado/)
  expect([await app.books(letterId), await charged(app)]).toEqual([unpaid, [0]])
  expect(await app.secret(letterId, accountId)).toBe(secret)
  await app.bizum(secret, asks)
  await app.bizum(secret, asks, 'pass')
  await app.deliver()
  expect([await app.books(letterId), await charged(app)]).toEqual([paid, [329]])
})

test.each(['a webhook', 'reconciling, when webhooks are lost'])(
  'approved after one left: told as processing, neither paid again nor cancelled meanwhile, and booked by %s',
  async (by) => {
    const { app, accountId, letterId, secret } = await letterByBizum()
    expect(said(await app.bizum(secret, late))).toEqual(status('processing'))
    const again = await app.askIntent(letterId, accountId)
    expect([again.statusCode, again.json().code]).toEqual([409, 'payment-in-progress'])
    expect((await app.confirm(secret)).json().error.payment_intent.status).toBe('processing')
    expect(await app.cancelLetterIntent(letterId)).toBe('unknown')
    expect(await app.books(letterId)).toEqual(unpaid)
    app.clock.pass(minutes(2))
    if (by === 'a webhook') expect(await app.deliver()).toBe(1)
    else await app.reconcile()
    expect([await app.books(letterId), await charged(app)]).toEqual([paid, [329]])
  },
)

test.each(['card', 'card,wallets'])('with %s alone there is no Bizum', async (methods) => {
  const { app, secret } = await letterByBizum(methods)
  const [intent] = (await app.cards.paymentIntents.list()).data
  expect(intent?.allowed_payment_method_types).toEqual(['card'])
  expect((await app.bizum(secret, asks)).statusCode).toBe(400)
})

test('an answer that was lost before the setting changed is found, not asked for twice (design/trust.md#unknown-is-a-state)', async () => {
  const { app, accountId, letterId } = await openLetter({ settings: { paymentMethods: ['card'] } })
  app.network.meddle = async (call, go) => {
    const answer = await go()
    if (call === 'POST /v1/payment_intents') throw new Error('socket hang up')
    return answer
  }
  expect((await app.askIntent(letterId, accountId)).statusCode).toBe(503)
  app.network.meddle = (_call, go) => go()
  app.world.paymentMethods = ['card', 'bizum']
  expect(await app.secret(letterId, accountId)).toMatch(/^pi_/)
  expect(await charged(app)).toEqual([0])
})
