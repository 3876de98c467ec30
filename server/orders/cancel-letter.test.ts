import type { Failure, LetterDetail } from '@lacre/letter/calls.ts'
import type { State } from '@lacre/letter/journey.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTypesetter } from '../typesetting/pool.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { takeStep } from '../letters/steps.ts'
import { lettersHouse } from '../testing/letter-house.ts'
import type { LettersDeps } from './routes.ts'

let typesetter: Typesetter
beforeAll(() => {
  typesetter = createTypesetter({ size: 1 })
})
afterAll(() => typesetter.close())

/** A house with one frozen letter, and what the neighbouring rooms were asked for. */
async function withLetter(deps: Partial<LettersDeps> = {}) {
  const asked: string[] = []
  const house = await lettersHouse(typesetter, {
    requestRefund(_tx, { reason }) {
      asked.push(`refund ${reason}`)
      return Promise.resolve(329)
    },
    voidPrintJob() {
      asked.push('void the print job')
      return Promise.resolve()
    },
    queueMail(_tx, { kind, data }) {
      asked.push(`mail ${kind}: ${'refunded' in data ? data.refunded : ''}`)
      return Promise.resolve()
    },
    ...deps,
  })
  const me = await house.account()
  const { id } = await house.freeze(me)
  const set = (state: State) => house.db.updateTable('letter').set({ state }).execute()
  const pay = () =>
    house.db
      .transaction()
      .execute((tx) =>
        takeStep(tx, { letterId: id, step: 'pay', cause: 'card-provider', now: house.clock.now() }),
      )
  const cancel = () => house.post(me, `/letters/${id}/cancel`)
  const state = async () => (await house.get(me, `/letters/${id}`)).json<LetterDetail>().state
  return { house, id, asked, set, pay, cancel, state }
}

test('an unpaid letter is cancelled after its payment can no longer happen', async () => {
  const { house, id, asked, cancel } = await withLetter()
  const cancelled = await cancel()
  expect(cancelled.statusCode).toBe(200)
  expect(cancelled.json<LetterDetail>()).toMatchObject({ id, state: 'cancelled', cancellable: false })
  expect(house.cancelledIntents).toEqual([id])
  expect(asked).toEqual([])
})

test('a paid letter is cancelled with its money, its print job and a mail, all in one (design.md#cancel-until-closed)', async () => {
  const { asked, pay, cancel, state } = await withLetter()
  await pay()
  expect((await cancel()).statusCode).toBe(200)
  expect(await state()).toBe('cancelled')
  expect(asked).toEqual(['refund cancelled-by-sender', 'void the print job', 'mail cancelled: 329'])
})

test('when one part of it fails, nothing of it has happened', async () => {
  const { house, pay, cancel, state } = await withLetter({
    async requestRefund(tx, { letterId }) {
      const gone = { letter_id: letterId, reference: 'r', note: '', created_at: new Date(0) }
      await tx
        .insertInto('concern')
        .values({ id: letterId, kind: 'restored', ...gone })
        .execute()
      return 329
    },
    queueMail: () => Promise.reject(new Error('the outbox is full')),
  })
  await pay()
  expect((await cancel()).statusCode).toBe(500)
  expect(await state()).toBe('paid')
  expect(await house.db.selectFrom('concern').selectAll().execute()).toEqual([])
})

test('cancelled twice, also at once, is cancelled once', async () => {
  const { asked, pay, cancel } = await withLetter()
  await pay()
  const answers = await Promise.all([cancel(), cancel(), cancel()])
  answers.push(await cancel())
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(asked.filter((one) => one.startsWith('refund'))).toHaveLength(1)
})

test('money that was faster comes back: the letter is cancelled as a paid one', async () => {
  const actions: { pay?: () => Promise<unknown> } = {}
  const letter = await withLetter({
    async cancelIntentOf() {
      await actions.pay?.()
      return 'paid'
    },
  })
  actions.pay = letter.pay
  expect((await letter.cancel()).statusCode).toBe(200)
  expect(letter.asked).toContain('refund cancelled-by-sender')
})

test('while nobody knows whether it was paid, it is not cancelled (design.md#unknown-is-a-state)', async () => {
  const { cancel, state } = await withLetter({ cancelIntentOf: () => Promise.resolve('unknown') })
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
  const { house, asked, set, cancel } = await withLetter()
  await set(state)
  const answer = await cancel()
  expect(answer.statusCode).toBe(409)
  expect(answer.json<Failure>()).toEqual({ code: state, detail })
  expect([...asked, ...house.cancelledIntents]).toEqual([])
})
