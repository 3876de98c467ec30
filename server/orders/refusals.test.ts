import type { Address } from '@lacre/letter/address/address.ts'
import type { CreatedLetter, Failure } from '@lacre/letter/calls.ts'
import { keptFor } from '@lacre/letter/kept-for.ts'
import { expect, test } from 'vitest'
import { ana, luis, written } from '../testing/factories.ts'
import { openOwnLetters } from '../testing/test-app.ts'
import {
  again,
  comeBack,
  detail,
  elsewhere,
  plantPayment,
  refusal,
  returned,
  walk,
} from '../testing/came-back/returned-letter.ts'
import { forgetLetters } from '../letters/forget.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'

const typesetter = ownTypesetter()

test('a payment in doubt, or that was quicker, leaves the unpaid one as it is', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const first = await app.freeze(me)
  await comeBack(app, first.id)
  const second = (await again(app, me, first.id)).json<CreatedLetter>()
  const secret = await app.begin(me, second.id)
  const { meddle } = app.network
  app.network.meddle = () => Promise.reject(new Error('no answer'))
  expect(refusal(await again(app, me, first.id, elsewhere))).toEqual([503, 'payment-unknown'])
  expect((await detail(app, me, first.id)).again).toMatchObject({ id: second.id, state: 'frozen' })
  app.network.meddle = meddle
  await app.confirm(secret)
  expect(refusal(await again(app, me, first.id, elsewhere))).toEqual([409, 'sent-again'])
  expect((await detail(app, me, first.id)).again).toMatchObject({ id: second.id, state: 'paid' })
})

test('what is paid in that very moment stays the only one', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const first = await app.freeze(me)
  await comeBack(app, first.id)
  const second = (await again(app, me, first.id)).json<CreatedLetter>()
  await app.begin(me, second.id)
  app.network.meddle = async (call, go) => {
    if (call.endsWith('/cancel')) await walk(app, second.id, ['pay'])
    return go()
  }
  expect(refusal(await again(app, me, first.id, elsewhere))).toEqual([409, 'changed-meanwhile'])
  expect((await detail(app, me, first.id)).again).toMatchObject({ id: second.id, state: 'paid' })
})

test('sends again only one’s own returned letters, while their content is kept', async () => {
  const { app, me, first } = await returned(typesetter)
  const stranger = await app.account()
  expect(refusal(await again(app, stranger, first.id))).toEqual([404, 'not-found'])
  const ordinary = await app.freeze(me, written('<p>Otra.</p>'))
  expect(refusal(await again(app, me, ordinary.id))).toEqual([409, 'not-returned'])

  const second = (await again(app, me, first.id)).json<CreatedLetter>()
  app.clock.pass(keptFor.returned + 1)
  await forgetLetters(app)
  const late = await again(app, me, first.id)
  expect(refusal(late)).toEqual([409, 'forgotten'])
  expect(late.json<Failure>().detail).toContain('30 días después de volver')
  // No key is shared: what is forgotten of the first is still there of the second.
  expect((await detail(app, me, first.id)).content).toBe('')
  expect((await detail(app, me, second.id)).content).toContain('¿Cómo estás?')
})

test('sixty an hour are prepared, the same as well: each is read from what is kept, which may be megabytes', async () => {
  const { app, me, first } = await returned(typesetter)
  await app.limits.lettersAgain.take(me, 58)
  const statuses = [
    await again(app, me, first.id),
    await again(app, me, first.id),
    await again(app, me, first.id),
  ]
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
})

test.each<[Partial<Address>, string]>([
  [{ country: 'Francia' }, 'recipient-not-in-spain'],
  [{ postalCode: '99999' }, 'recipient-not-in-spain'],
  [{ street: 'x'.repeat(150) }, 'recipient-does-not-fit'],
])('an address that no ordinary letter could have is refused the same way: %j', async (wrong, code) => {
  const { app, me, first } = await returned(typesetter)
  const usual = await app.send(me, written('<p>Hola.</p>', ana, { ...luis, ...wrong }))
  const answer = await again(app, me, first.id, { ...luis, ...wrong })
  expect(refusal(answer)).toEqual([422, code])
  expect(answer.json()).toEqual(usual.json())
})

test.each<[what: string, payment: Parameters<typeof plantPayment>[2], given: boolean]>([
  ['all of its money is back', { state: 'refunded', refunded_cents: 329, isAsked: true }, true],
  ['all of it was given back outside', { state: 'refunded', refunded_cents: 329 }, true],
  ['it was asked back', { isAsked: true }, true],
  ['a bank decides about it', { dispute: 'open' }, true],
  ['a bank has given it back', { dispute: 'lost' }, true],
  ['the bank has let us have it', { dispute: 'won' }, false],
  ['a part of it is back', { refunded_cents: 100 }, false],
])(
  '%s: whether it goes out again for the postage alone (design/letter.md#came-back)',
  async (_what, payment, given) => {
    const { app, me, first } = await returned(typesetter)
    await plantPayment(app, first.id, payment)
    expect((await detail(app, me, first.id)).givenBack).toBe(given)
    const answer = await again(app, me, first.id)
    expect([answer.statusCode, answer.json<Partial<Failure>>().code]).toEqual(
      given ? [409, 'given-back'] : [200, undefined],
    )
  },
)
