import { states, type State } from '@lacre/letter/journey.ts'
import { expect, test } from '../person/journey.ts'
import { lettersOf, tokenOf } from '../person/paid-letter.ts'

test.use({ serverName: 'seed' })

test('npm run seed: letters in every state, beside a server at work; it adds nothing twice', async ({
  server,
}) => {
  const printed = await server.seed()
  const found = new Set<State>()
  for (const email of printed.split('Quienes escriben')[1]?.match(/\w+@ejemplo\.test/g) ?? []) {
    const letters = await lettersOf<{ state: State }>(server, await tokenOf(server, email))
    for (const { state } of letters) found.add(state)
  }
  expect([...found].toSorted()).toEqual(states.toSorted())

  await expect(server.seed()).rejects.toThrow('Aquí ya hay cuentas')
})
