import type { Failure, LetterDetail, LetterPage, Order } from '@lacre/letter/calls.ts'
import type { State } from '@lacre/letter/journey.ts'
import { expect, test } from 'vitest'
import { openOwnLetters } from '../testing/test-app.ts'
import { stageOf } from '../letters/print-jobs.ts'
import { sql } from 'kysely'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { reconcile } from '../payments/reconcile.ts'
import { refusal, walk } from '../testing/came-back/returned-letter.ts'
import { ana, luis, written } from '../testing/factories.ts'

const typesetter = ownTypesetter()

/** An app with one frozen letter, and what its cancelling leaves in the books. */
async function withLetter() {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me)
  const set = (state: State) => app.db.updateTable('letter').set({ state }).execute()
  const cancel = () => app.post(me, `/letters/${id}/cancel`)
  const state = async () => (await app.get(me, `/letters/${id}`)).json<LetterDetail>().state
  async function books() {
    const refunds = await app.db.selectFrom('refund').select(['amount_cents', 'reason']).execute()
    const mails = await app.db.selectFrom('mail').select('data').where('kind', '=', 'cancelled').execute()
    return {
      refunds: refunds.map(({ amount_cents, reason }) => `${amount_cents} ${reason}`),
      jobs: (await app.db.selectFrom('print_job').selectAll().execute()).map(stageOf),
      mails: mails.map(({ data }) => data.refunded),
    }
  }
  const begin = () => app.begin(me, id)
  return { app, id, books, set, begin, pay: () => app.pay(me, id), cancel, state }
}
const untouched = { refunds: [], jobs: [], mails: [] }
const givenBack = { refunds: ['329 cancelled-by-sender'], jobs: ['void'], mails: ['329'] }

test('an unpaid letter is cancelled after its payment can no longer happen', async () => {
  const { app, id, begin, books, cancel } = await withLetter()
  await begin()
  const cancelled = await cancel()
  expect(cancelled.statusCode).toBe(200)
  expect(cancelled.json<LetterDetail>()).toMatchObject({ id, state: 'cancelled', cancellable: false })
  expect(await app.intents()).toEqual(['canceled'])
  expect(await books()).toEqual(untouched)
})

test('a paid letter is cancelled with its money, its print job and a mail, all in one (design/letter.md#cancel-until-closed)', async () => {
  const { books, pay, cancel, state } = await withLetter()
  await pay()
  expect((await cancel()).statusCode).toBe(200)
  expect(await state()).toBe('cancelled')
  expect(await books()).toEqual(givenBack)
})

test('when one part of it fails, nothing of it has happened', async () => {
  const { app, books, pay, cancel, state } = await withLetter()
  await pay()
  await sql`alter table mail add constraint outbox_is_full check (kind <> 'cancelled')`.execute(app.db)
  expect((await cancel()).statusCode).toBe(500)
  expect(await state()).toBe('paid')
  expect(await books()).toEqual({ refunds: [], jobs: ['waiting'], mails: [] })
})

test('cancelled twice, also at once, is cancelled once', async () => {
  const { books, pay, cancel } = await withLetter()
  await pay()
  const answers = await Promise.all([cancel(), cancel(), cancel()])
  answers.push(await cancel())
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(await books()).toEqual(givenBack)
})

test('money that was faster comes back: the letter is cancelled as a paid one', async () => {
  const { app, books, begin, cancel } = await withLetter()
  await app.confirm(await begin())
  expect((await cancel()).statusCode).toBe(200)
  expect(await books()).toEqual(givenBack)
})

test('a letter is not cancelled while its payment is unknown (design/trust.md#unknown-is-a-state)', async () => {
  const { app, begin, cancel, state } = await withLetter()
  await begin()
  app.network.meddle = () => Promise.reject(new Error('no answer'))
  const answer = await cancel()
  expect(answer.statusCode).toBe(503)
  expect(answer.json<Failure>()).toEqual({
    code: 'payment-unknown',
    detail:
      'No hemos podido comprobar el pago de su carta, así que todavía no la cancelamos. Inténtelo de nuevo en unos minutos.',
  })
  expect(await state()).toBe('frozen')
})

const printing = 'Su carta ya está en la imprenta y no se puede cancelar.'
const posted = 'Su carta ya está en el correo y no se puede cancelar.'
test.each([
  ['batched', printing],
  ['printed', printing],
  ['posted', posted],
  ['returned', posted],
  ['expired', 'Esta carta caducó sin pagarse: no hay nada que cancelar.'],
  ['needs-person', 'Estamos revisando su carta y le escribiremos. Mientras tanto no se puede cancelar.'],
] as const)('a letter that is %s can no longer be cancelled, and it says why', async (state, detail) => {
  const { app, books, begin, set, cancel } = await withLetter()
  await begin()
  await set(state)
  const answer = await cancel()
  expect(answer.statusCode).toBe(409)
  expect(answer.json<Failure>()).toEqual({ code: state, detail })
  expect(await app.intents()).toEqual(['requires_payment_method'])
  expect(await books()).toEqual(untouched)
})

async function threeOfOrder() {
  const { app, me } = await openOwnLetters(typesetter)
  const ids: string[] = []
  for (const name of ['Ana', 'Bea', 'Eva'])
    ids.push((await app.freeze(me, written('<p>Hola</p>', ana, { ...luis, name }))).id)
  const [first = '', second = '', third = ''] = ids
  const secret = await app.begin(me, first, ids)
  const { letters } = (await app.get(me, '/letters/')).json<LetterPage>()
  const order = letters[0]?.order?.id ?? ''
  const cancel = (account = me) => app.post(account, `/orders/${order}/cancel`)
  const statesOf = (answer: { json: () => unknown }) =>
    new Map((answer.json() as Order).letters.map(({ recipient, state }) => [recipient, state]))
  const refunds = () => app.db.selectFrom('refund').select('amount_cents').execute()
  const mails = () => app.db.selectFrom('mail').select('data').where('kind', '=', 'cancelled').execute()
  async function pay() {
    await app.confirm(secret)
    await reconcile(app.world)
  }
  return { app, me, first, second, third, pay, cancel, statesOf, refunds, mails }
}

test('an order is cancelled whole: each letter refunded once, one mail, and what is in print goes its way (design/letter.md#cancel-until-closed)', async () => {
  const { app, first, second, third, pay, cancel, statesOf, refunds, mails } = await threeOfOrder()
  await pay()
  await walk(app, second, ['batch'])
  expect(refusal(await cancel(await app.account()))).toEqual([404, 'not-found'])
  const both = await Promise.all([cancel(), cancel()])
  for (const answer of both)
    expect(statesOf(answer)).toEqual(
      new Map(Object.entries({ Ana: 'cancelled', Bea: 'batched', Eva: 'cancelled' })),
    )
  expect(await refunds()).toEqual([{ amount_cents: 329 }, { amount_cents: 329 }])
  const told = await mails()
  expect(told.map(({ data }) => data['refunded'])).toEqual(['658'])
  const { letterId, others } = told[0]!.data
  expect(new Set([letterId, ...(JSON.parse((others as string | undefined) ?? '[]') as string[])])).toEqual(
    new Set([first, third]),
  )
})

test('an order that waits for its payment is thrown away whole, and can no longer be paid', async () => {
  const { app, cancel, statesOf, refunds, mails } = await threeOfOrder()
  expect(statesOf(await cancel())).toEqual(
    new Map(Object.entries({ Ana: 'cancelled', Bea: 'cancelled', Eva: 'cancelled' })),
  )
  expect(await app.intents()).toEqual(['canceled'])
  expect([await refunds(), await mails()]).toEqual([[], []])
})
