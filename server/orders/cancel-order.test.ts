import type { LetterPage, Order } from '@lacre/letter/calls.ts'
import { expect, test } from 'vitest'
import { reconcile } from '../payments/reconcile.ts'
import { refusal, walk } from '../testing/came-back/returned-letter.ts'
import { ana, luis, written } from '../testing/factories.ts'
import { openOwnLetters } from '../testing/test-app.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'

const typesetter = ownTypesetter()

async function threeOfOrder() {
  const { house, me } = await openOwnLetters(typesetter)
  const ids: string[] = []
  for (const name of ['Ana', 'Bea', 'Eva'])
    ids.push((await house.freeze(me, written('<p>Hola</p>', ana, { ...luis, name }))).id)
  const [first = '', second = '', third = ''] = ids
  const secret = await house.begin(me, first, ids)
  const { letters } = (await house.get(me, '/letters/')).json<LetterPage>()
  const order = letters[0]?.order?.id ?? ''
  const cancel = (account = me) => house.post(account, `/orders/${order}/cancel`)
  const statesOf = (answer: { json: () => unknown }) =>
    new Map((answer.json() as Order).letters.map(({ recipient, state }) => [recipient, state]))
  const refunds = () => house.db.selectFrom('refund').select('amount_cents').execute()
  const mails = () => house.db.selectFrom('mail').select('data').where('kind', '=', 'cancelled').execute()
  async function pay() {
    await house.confirm(secret)
    await reconcile(house.world)
  }
  return { house, me, first, second, third, pay, cancel, statesOf, refunds, mails }
}

test('an order is cancelled whole: each letter refunded once, one mail, and what is in print goes its way (design/letter.md#cancel-until-closed)', async () => {
  const { house, first, second, third, pay, cancel, statesOf, refunds, mails } = await threeOfOrder()
  await pay()
  await walk(house, second, ['batch'])
  expect(refusal(await cancel(await house.account()))).toEqual([404, 'not-found'])
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
  const { house, cancel, statesOf, refunds, mails } = await threeOfOrder()
  expect(statesOf(await cancel())).toEqual(
    new Map(Object.entries({ Ana: 'cancelled', Bea: 'cancelled', Eva: 'cancelled' })),
  )
  expect(await house.intents()).toEqual(['canceled'])
  expect([await refunds(), await mails()]).toEqual([[], []])
})
