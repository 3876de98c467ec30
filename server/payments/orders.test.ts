import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cardHouse, type CardHouse } from '../testing/card-house.ts'
import { goodCard } from '../testing/test-cards.ts'

const disputed = '4000 0000 0000 0259'
const intentOf = (secret: string) => secret.split('_secret_')[0]!

async function frozenLetters(count: number, house?: CardHouse) {
  const at = house ?? (await cardHouse())
  const accountId = await at.account()
  const letters: string[] = []
  for (let one = 0; one < count; one++) letters.push(await at.letter(accountId))
  return { house: at, accountId, letters: letters.toSorted() }
}

/** Letters paid by one intent, as the provider and our books say. */
async function paidOrder(count: number, card = goodCard) {
  const order = await frozenLetters(count)
  const { house, accountId, letters } = order
  const secret = await house.secret(letters[0]!, accountId, letters)
  await house.confirm(secret, card)
  await house.deliver()
  return { ...order, secret, intentId: intentOf(secret) }
}

const askBack = (house: CardHouse, letterId: string) =>
  house.db.transaction().execute((tx) => house.requestRefund(tx, { letterId, reason: 'cancelled-by-sender' }))

const statesOf = (house: CardHouse, letters: string[]) =>
  Promise.all(letters.map(async (id) => (await house.books(id)).letter))
const paymentsOf = (house: CardHouse) =>
  house.db
    .selectFrom('payment')
    .select(['letter_id', 'state', 'received_cents as received', 'refunded_cents as refunded'])
    .orderBy('letter_id')
    .execute()

test('several letters are one intent over the sum of their lines; each is paid, and one receipt names them (design.md#orders)', async () => {
  const { house, letters } = await paidOrder(3)
  expect(await house.ledger()).toMatchObject({ intents: ['succeeded'], received: 3 * 329 })
  for (const id of letters)
    expect(await house.books(id)).toMatchObject({ letter: 'paid', jobs: ['waiting'], payments: ['paid'] })
  const receipts = await house.db.selectFrom('mail').selectAll().where('kind', '=', 'receipt').execute()
  expect(receipts).toHaveLength(1)
  const { letterId, others, total } = receipts[0]!.data as Record<string, string>
  const named = (JSON.parse(others!) as { letterId: string }[]).map((one) => one.letterId)
  expect([[letterId, ...named].toSorted(), total]).toEqual([letters, '987'])
})

test('asked again, in any order and spelling, or by one letter of it: the same intent (design.md#same-letter-same-intent)', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  const secret = await house.secret(letters[0]!, accountId, letters)
  const shouted = letters.toReversed().map((id) => id.toUpperCase())
  expect(await house.secret(letters[2]!, accountId, shouted)).toBe(secret)
  expect(await house.secret(letters[1]!, accountId)).toBe(secret)
  expect((await house.ledger()).intents).toHaveLength(1)
})

test('with one left out, or more: another intent, and the old one can no longer be paid', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  const [a, b] = letters as [string, string]
  const ofTwo = await house.secret(a, accountId, [a, b])
  const ofAll = await house.secret(a, accountId, letters)
  const ofOne = await house.secret(a, accountId, [a])
  expect(new Set([ofTwo, ofAll, ofOne]).size).toBe(3)
  expect((await house.confirm(ofTwo)).statusCode).toBe(400)
  expect((await house.confirm(ofAll)).statusCode).toBe(400)
  expect((await house.confirm(ofOne)).statusCode).toBe(200)
  await house.deliver()
  expect(await statesOf(house, letters)).toEqual(['paid', 'frozen', 'frozen'])
  expect(await house.ledger()).toMatchObject({ received: 329 })
  expect(await house.concerns()).toEqual([])
})

test('as many letters, but others: another intent, for exactly those', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  const [a, b, c] = letters as [string, string, string]
  const first = await house.secret(a, accountId, [a, b])
  const second = await house.secret(b, accountId, [b, c])
  expect((await house.confirm(first)).statusCode).toBe(400)
  expect((await house.confirm(second)).statusCode).toBe(200)
  await house.deliver()
  expect(await statesOf(house, letters)).toEqual(['frozen', 'paid', 'paid'])
})

test('the old one was paid a moment ago: that is booked, and nothing is charged again', async () => {
  const { house, accountId, letters } = await frozenLetters(2)
  const [a, b] = letters as [string, string]
  await house.confirm(await house.secret(a, accountId))
  const refused = await house.askIntent(b, accountId, [a, b])
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'already-paid'])
  expect(await statesOf(house, letters)).toEqual(['paid', 'frozen'])
  expect(await house.ledger()).toMatchObject({ intents: ['succeeded'], received: 329 })
})

test('two lists at once, three times each: one intent can be paid, and a letter is charged once', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  const [a, b, c] = letters as [string, string, string]
  const lists = [
    [a, b],
    [b, c],
  ]
  const asked = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => house.askIntent(b, accountId, lists[turn % 2])),
  )
  const secrets = asked.flatMap((answer) =>
    answer.statusCode === 200 ? [answer.json<{ clientSecret: string }>().clientSecret] : [],
  )
  secrets.push(await house.secret(a, accountId, [a, b]))
  for (const secret of new Set(secrets)) await house.confirm(secret)
  await house.deliver()
  expect(await statesOf(house, letters)).toEqual(['paid', 'paid', 'frozen'])
  expect(await house.ledger()).toMatchObject({ received: 2 * 329 })
  expect(await house.concerns()).toEqual([])
})

test('a letter of somebody else among them: 404, and nothing of theirs is touched', async () => {
  const { house, accountId, letters } = await frozenLetters(2)
  const theirs = await frozenLetters(2, house)
  const secret = await house.secret(theirs.letters[0]!, theirs.accountId, theirs.letters)
  for (const asked of [[letters[0]!, theirs.letters[0]!], theirs.letters])
    expect((await house.askIntent(asked[0]!, accountId, asked)).statusCode).toBe(404)
  expect((await house.confirm(secret)).statusCode).toBe(200)
})

test.each([['cancelled'], ['expired'], ['needs-person'], ['paid']] as const)(
  'one of them is %s: none is charged',
  async (state) => {
    const { house, accountId, letters } = await frozenLetters(2)
    await house.db.updateTable('letter').set({ state }).where('id', '=', letters[1]!).execute()
    expect((await house.askIntent(letters[0]!, accountId, letters)).statusCode).toBe(409)
    expect((await house.ledger()).intents).toEqual([])
  },
)

test('no more than fifty', async () => {
  const { house, accountId } = await frozenLetters(1)
  const many = Array.from({ length: 51 }, () => crypto.randomUUID())
  expect((await house.askIntent(many[0]!, accountId, many)).statusCode).toBe(400)
})

test('one is cancelled before paying: the order’s intent ends, and the others are paid without it', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  const [a, b, c] = letters as [string, string, string]
  const old = await house.secret(a, accountId, letters)
  expect(await house.cancelIntentOf(b)).toBe('cancelled')
  expect((await house.confirm(old)).statusCode).toBe(400)
  await house.confirm(await house.secret(a, accountId, [a, c]))
  await house.deliver()
  expect(await statesOf(house, letters)).toEqual(['paid', 'frozen', 'paid'])
})

test('one that is given back takes its own part, once, whatever is asked; then all of twelve, to the cent', async () => {
  const { house, letters } = await paidOrder(12)
  const [first] = letters as [string]
  expect(await Promise.all([askBack(house, first), askBack(house, first)])).toEqual([329, 329])
  await Promise.all([house.settleRefunds(), house.settleRefunds()])
  await house.deliver()
  expect(await house.ledger()).toMatchObject({ refunds: 1, refunded: 329 })
  expect((await paymentsOf(house)).filter(({ refunded }) => refunded > 0)).toEqual([
    { letter_id: first, state: 'refunded', received: 329, refunded: 329 },
  ])
  for (const id of letters.slice(1)) expect(await askBack(house, id)).toBe(329)
  while (await house.settleRefunds());
  await house.deliver()
  // The charge itself tells only its ten newest refunds.
  expect(await house.ledger()).toMatchObject({ received: 12 * 329, refunds: 12, refunded: 12 * 329 })
  expect(
    (await paymentsOf(house)).every(({ state, refunded }) => state === 'refunded' && refunded === 329),
  ).toBe(true)
  expect(await house.reconcile()).toMatchObject({ changed: 0 })
  expect(await house.concerns()).toEqual([])
})

test('some of it given back at the provider, naming no letter: spread, told once, and all go their way', async () => {
  const { house, letters, intentId } = await paidOrder(3)
  await askBack(house, letters[0]!)
  await house.settleRefunds()
  await house.cards.refunds.create({ payment_intent: intentId, amount: 100 })
  await house.deliver()
  await house.deliver()
  expect((await paymentsOf(house)).map(({ refunded }) => refunded)).toEqual([329, 50, 50])
  expect(await statesOf(house, letters.slice(1))).toEqual(['paid', 'paid'])
  await house.cards.refunds.create({ payment_intent: intentId, amount: 7 })
  await house.reconcile()
  expect((await paymentsOf(house)).reduce((sum, { refunded }) => sum + refunded, 0)).toBe(329 + 107)
  expect(await house.reconcile()).toMatchObject({ changed: 0 })
  expect(await house.concerns()).toEqual(['refunded-outside'])
})

test('all of it given back at the provider: none is printed', async () => {
  const { house, letters, intentId } = await paidOrder(3)
  await house.cards.refunds.create({ payment_intent: intentId })
  await house.deliver()
  for (const id of letters)
    expect(await house.books(id)).toMatchObject({
      letter: 'cancelled',
      jobs: ['void'],
      payments: ['refunded'],
    })
})

test('a dispute is about each of its letters', async () => {
  const { house, letters } = await paidOrder(2, disputed)
  expect(await statesOf(house, letters)).toEqual(['needs-person', 'needs-person'])
  expect(await house.openConcerns()).toEqual(['dispute', 'dispute'])
  const [dispute] = (await house.cards.disputes.list()).data
  await house.cards.disputes.update(dispute!.id, { evidence: { uncategorized_text: 'winning_evidence' } })
  await house.deliver()
  expect(await house.openConcerns()).toEqual(['dispute-won', 'dispute-won'])
  expect(await house.reconcile()).toMatchObject({ changed: 0 })
})

test('the provider took another sum: nothing is printed, and exactly that goes back', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  await house.confirm(await house.secret(letters[0]!, accountId, letters))
  await sql`update sandbox_card_intent set body = jsonb_set(body, '{amount_received}', '1000')`.execute(
    house.db,
  )
  await house.deliver()
  expect(await statesOf(house, letters)).toEqual(['needs-person', 'needs-person', 'needs-person'])
  expect(await house.concerns()).toEqual(['payment-mismatch', 'payment-mismatch', 'payment-mismatch'])
  expect((await paymentsOf(house)).reduce((sum, { received }) => sum + received, 0)).toBe(1000)
  for (const id of letters) await house.giveBack(id)
  while (await house.settleRefunds());
  expect(await house.ledger()).toMatchObject({ received: 1000, refunded: 1000 })
  expect((await paymentsOf(house)).map(({ state }) => state)).toEqual(['refunded', 'refunded', 'refunded'])
})

test('other bytes in one of them than were paid: none is printed', async () => {
  const { house, accountId, letters } = await frozenLetters(2)
  await house.confirm(await house.secret(letters[0]!, accountId, letters))
  await house.db
    .updateTable('letter')
    .set({ pdf_sha256: 'of other bytes' })
    .where('id', '=', letters[1]!)
    .execute()
  await house.deliver()
  expect(await statesOf(house, letters)).toEqual(['needs-person', 'needs-person'])
})

test('an event that is lost, and an answer that never came: reconciling finds the whole order', async () => {
  const { house, accountId, letters } = await frozenLetters(2)
  house.network.meddle = (call, go) =>
    call === 'POST /v1/payment_intents' ? go().then(() => Promise.reject(new TypeError('lost'))) : go()
  expect((await house.askIntent(letters[0]!, accountId, letters)).statusCode).toBe(503)
  house.network.meddle = (_call, go) => go()
  const { body } = await house.db.selectFrom('sandbox_card_intent').select('body').executeTakeFirstOrThrow()
  await house.confirm(String(body['client_secret']))
  house.clock.pass(5 * 60_000)
  await house.reconcile()
  expect(await statesOf(house, letters)).toEqual(['paid', 'paid'])
  expect(await house.reconcile()).toMatchObject({ changed: 0 })
})

test('an order that is not paid counts once among those (design.md#unpaid-letters)', async () => {
  const { house, accountId, letters } = await frozenLetters(25)
  expect((await house.askIntent(letters[0]!, accountId, letters)).statusCode).toBe(200)
  const one = await house.letter(accountId)
  expect((await house.askIntent(one, accountId)).statusCode).toBe(200)
})
