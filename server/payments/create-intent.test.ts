import { expect, test } from 'vitest'
import { letterJustPaid, openPayments, openLetter } from '../testing/test-app.ts'
import type { Meddle } from '../testing/test-cards.ts'
import { frozenLetters, statesOf } from '../testing/orders/card-orders.ts'

test('the intent carries the frozen sum, the letter and the hash of its PDF (design/trust.md#freeze-before-pay)', async () => {
  const { app, accountId, letterId } = await openLetter()
  const answer = await app.askIntent(letterId, accountId)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) })
  const [intent] = (await app.cards.paymentIntents.list()).data
  const { pdf_sha256 } = await app.db.selectFrom('letter').selectAll().executeTakeFirstOrThrow()
  expect(intent).toMatchObject({
    amount: 329,
    currency: 'eur',
    metadata: { app: 'lacre', letter_id: letterId, pdf_sha256 },
  })
})

test('a double click, and ten more, get the same secret of one intent (design/sending.md#same-letter-same-intent)', async () => {
  const { app, accountId, letterId } = await openLetter()
  const answers = await Promise.all(Array.from({ length: 12 }, () => app.askIntent(letterId, accountId)))
  // Whoever asks while another is being answered is told to ask again; the SDK does, outside of these tests.
  const secrets = answers.flatMap((answer) => (answer.statusCode === 503 ? [] : [answer.json().clientSecret]))
  expect(new Set(secrets)).toEqual(new Set([await app.secret(letterId, accountId)]))
  expect(secrets[0]).toMatch(/^pi_/)
  expect((await app.ledger()).intents).toHaveLength(1)
  expect((await app.books(letterId)).payments).toEqual(['open'])
})

test('without a login session 401; for a letter of another account, or none, 404 (specification, section 6)', async () => {
  const { app, letterId } = await openLetter()
  const stranger = await app.account()
  const url = '/stripe/create-payment-intent'
  const unsigned = await app.fastify.inject({ method: 'POST', url, body: { letter_id: letterId } })
  expect(unsigned.statusCode).toBe(401)
  for (const id of [letterId, stranger, 'x', "'; drop table letter; --"]) {
    const answer = await app.askIntent(id, stranger)
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { detail: 'No existe esa carta.', code: 'letter-not-found' },
    ])
  }
  expect((await app.ledger()).intents).toEqual([])
})

test.each([
  ['paid', 'already-paid'],
  ['posted', 'already-paid'],
  ['cancelled', 'letter-cancelled'],
  ['expired', 'letter-expired'],
  ['needs-person', 'letter-stopped'],
] as const)('a letter that is %s cannot be paid: 409 %s', async (state, code) => {
  const app = await openPayments()
  const accountId = await app.account()
  const answer = await app.askIntent(await app.letter(accountId, state), accountId)
  expect([answer.statusCode, answer.json().code]).toEqual([409, code])
  expect(answer.json().detail).toMatch(/\.$/)
  expect((await app.ledger()).intents).toEqual([])
})

test('REQUIRE_VERIFIED_EMAIL refuses an account that is not verified, and no other (design/sending.md#unverified-email)', async () => {
  const { app, accountId, letterId } = await openLetter({ settings: { requireVerifiedEmail: true } })
  const answer = await app.askIntent(letterId, accountId)
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'email-not-verified'])
  const verified = await app.account({ email_verified_at: app.clock.now() })
  expect((await app.askIntent(await app.letter(verified), verified)).statusCode).toBe(200)
})

const noAnswer = () => {
  throw Object.assign(new Error('socket hang up'), { code: 'ETIMEDOUT' })
}
const once = (lose: Meddle): Meddle => {
  let lost = false
  return (call, go, key) => {
    if (lost || call !== 'POST /v1/payment_intents') return go()
    lost = true
    return lose(call, go, key)
  }
}

// design/trust.md#unknown-is-a-state
test.each<[string, number, Meddle]>([
  ['before the provider heard it', 0, noAnswer],
  ['after the provider had done it', 1, (_call, go) => go().then(noAnswer)],
])('a request lost %s: 503, then the same key and one intent', async (_when, made, lose) => {
  const { app, accountId, letterId } = await openLetter()
  app.network.meddle = once(lose)
  const lost = await app.askIntent(letterId, accountId)
  expect([lost.statusCode, lost.json().code]).toEqual([503, 'provider-unavailable'])
  expect((await app.ledger()).intents).toHaveLength(made)
  const key = app.db.selectFrom('payment_money').select(['idempotency_key', 'intent_id'])
  const before = await key.execute()
  expect(before).toEqual([{ idempotency_key: expect.any(String), intent_id: null }])

  expect((await app.askIntent(letterId, accountId)).statusCode).toBe(200)
  expect((await app.ledger()).intents).toHaveLength(1)
  expect((await key.execute()).map(({ idempotency_key }) => idempotency_key)).toEqual([
    before[0]!.idempotency_key,
  ])
})

test('the provider has forgotten the key after a day: the intent is looked up, not made again (design/trust.md#unknown-is-a-state)', async () => {
  const { app, accountId, letterId } = await openLetter()
  app.network.meddle = once((_call, go) => go().then(noAnswer))
  await app.askIntent(letterId, accountId)
  await app.db.deleteFrom('sandbox_card_answer').execute()
  app.clock.pass(25 * 60 * 60 * 1000)
  expect((await app.askIntent(letterId, accountId)).statusCode).toBe(200)
  expect((await app.ledger()).intents).toHaveLength(1)
})

test('a failure of its own, which the provider repeats for a day, does not block the letter for a day', async () => {
  const { app, accountId, letterId } = await openLetter()
  app.network.meddle = once(() =>
    Promise.resolve(Response.json({ error: { type: 'api_error' } }, { status: 500 })),
  )
  expect((await app.askIntent(letterId, accountId)).statusCode).toBe(503)
  expect((await app.askIntent(letterId, accountId)).statusCode).toBe(200)
  expect((await app.books(letterId)).payments.toSorted()).toEqual(['cancelled', 'open'])
})

test('a failure of its own after it had made the intent: that one is looked up, also when our clock was put back in between', async () => {
  const { app, accountId, letterId } = await openLetter()
  app.network.meddle = once(async (_call, go) => {
    app.clock.pass(-90 * 60 * 1000)
    await go()
    return Response.json({ error: { type: 'api_error' } }, { status: 500 })
  })
  expect((await app.askIntent(letterId, accountId)).statusCode).toBe(200)
  expect((await app.ledger()).intents).toHaveLength(1)
  expect((await app.books(letterId)).payments).toEqual(['open'])
})

test('an intent that ended at the provider is replaced by a new one', async () => {
  const { app, accountId, letterId } = await openLetter()
  const secret = await app.secret(letterId, accountId)
  await app.cards.paymentIntents.cancel(secret.split('_secret_')[0]!)
  const again = await app.secret(letterId, accountId)
  expect(again).toMatch(/^pi_/)
  expect(again).not.toBe(secret)
  expect((await app.books(letterId)).payments.toSorted()).toEqual(['cancelled', 'open'])
})

test('what else was prepared of the same draft and is unpaid ends, its intent with it; other drafts and accounts stay (design/writing.md#one-draft)', async () => {
  const { app, accountId, letterId } = await openLetter()
  const [draft, stranger] = ['0b8e8a3e-5d3c-4a57-9d0b-2f1a3c4d5e6f', await app.account()]
  const [beside, older, asked, otherDraft, others] = [
    await app.letter(accountId),
    await app.letter(accountId),
    await app.letter(accountId),
    await app.letter(accountId),
    await app.letter(stranger),
  ]
  await app.db
    .updateTable('letter')
    .set({ draft_id: draft })
    .where('id', 'in', [letterId, beside, older, asked, others])
    .execute()
  await app.askIntent(asked, accountId)
  expect((await app.askIntent(letterId, accountId, [letterId, beside], draft)).statusCode).toBe(200)

  expect(await statesOf(app, [letterId, beside, otherDraft, others])).toEqual(Array(4).fill('frozen'))
  expect(await statesOf(app, [older, asked])).toEqual(['cancelled', 'cancelled'])
  expect((await app.ledger()).intents).toEqual(['canceled', 'requires_payment_method'])
})

const silent = () => Promise.reject(new Error('no answer'))
type Failure = { code: string; detail: string }

test('paid at the provider but not yet told: while the provider is silent that is unknown; asked again, it is booked and said (409)', async () => {
  const { app, letterId, accountId } = await letterJustPaid()
  app.network.meddle = silent
  const answer = await app.askIntent(letterId, accountId)
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    {
      code: 'payment-unknown',
      detail:
        'No hemos podido comprobar si esta carta ya está pagada. Vuelva a intentarlo en unos minutos, antes de pagar de nuevo.',
    },
  ])
  app.network.meddle = (_call, go) => go()
  const again = await app.askIntent(letterId, accountId)
  expect([again.statusCode, again.json<Failure>().code]).toEqual([409, 'already-paid'])
  expect(await app.books(letterId)).toEqual({
    letter: 'paid',
    payments: ['paid'],
    jobs: ['waiting'],
    mails: ['receipt'],
  })
})

test('nor is it known of an order that one of the letters was in before', async () => {
  const { app, accountId, letters } = await frozenLetters(3)
  const [a, b, c] = letters as [string, string, string]
  await app.confirm(await app.secret(a, accountId, [a, b]))
  app.network.meddle = silent
  const { code, detail } = (await app.askIntent(b, accountId, [b, c])).json<Failure>()
  expect([code, detail]).toEqual(['payment-unknown', expect.stringMatching(/si alguna de estas cartas ya/)])
})
