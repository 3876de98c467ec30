import { states, type State } from '@lacre/letter/journey.ts'
import { expect, test } from '../person/journey.ts'
import { tokenOf } from '../person/paid-letter.ts'

test.use({ houseName: 'seed' })

test('npm run seed: letters in every state, beside a server at work; it adds nothing twice', async ({
  house,
}) => {
  const printed = await house.seed()
  const found = new Set<State>()
  for (const email of printed.split('Quienes escriben')[1]?.match(/\w+@ejemplo\.test/g) ?? []) {
    const headers = { authorization: `Bearer ${await tokenOf(house, email)}` }
    const answer = await fetch(`${house.url}/letters/`, { headers })
    const { letters } = (await answer.json()) as { letters: { state: State }[] }
    for (const { state } of letters) found.add(state)
  }
  expect([...found].toSorted()).toEqual(states.toSorted())

  await expect(house.seed()).rejects.toThrow('Aquí ya hay cuentas')
})
