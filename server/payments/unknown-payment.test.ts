import { expect, test } from 'vitest'
import { frozenLetters } from '../testing/orders/card-orders.ts'
import { letterJustPaid } from '../testing/test-app.ts'

const silent = () => Promise.reject(new Error('no answer'))
type Failure = { code: string; detail: string }

test('paid, and the provider does not answer when asked again: nobody writes that nothing was charged', async () => {
  const { house, letterId, accountId } = await letterJustPaid()
  house.network.meddle = silent
  const answer = await house.askIntent(letterId, accountId)
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    {
      code: 'payment-unknown',
      detail:
        'No hemos podido comprobar si esta carta ya está pagada. Vuelva a intentarlo en unos minutos, antes de pagar de nuevo.',
    },
  ])
  house.network.meddle = (_call, go) => go()
  expect((await house.askIntent(letterId, accountId)).json<Failure>().code).toBe('already-paid')
})

test('nor of an order that one of the letters was in before', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  const [a, b, c] = letters as [string, string, string]
  await house.confirm(await house.secret(a, accountId, [a, b]))
  house.network.meddle = silent
  const { code, detail } = (await house.askIntent(b, accountId, [b, c])).json<Failure>()
  expect([code, detail]).toEqual(['payment-unknown', expect.stringMatching(/si alguna de estas cartas ya/)])
})

test('where nobody had the means to pay yet, nothing was charged, and that is said', async () => {
  const { house, accountId, letters } = await frozenLetters(1)
  house.network.meddle = silent
  const { code, detail } = (await house.askIntent(letters[0]!, accountId)).json<Failure>()
  expect([code, detail]).toEqual([
    'provider-unavailable',
    expect.stringContaining('No se le ha cobrado nada'),
  ])
})
