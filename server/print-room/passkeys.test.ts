import { minutes } from '@lacre/letter/days.ts'
import { beforeEach, expect, test } from 'vitest'
import { createAuthenticator } from './testing/authenticator.ts'
import { type ConsoleApp, openConsole, told } from '../testing/console-app.ts'

let app: ConsoleApp
let olga: string
let own: ReturnType<typeof createAuthenticator>
beforeEach(async () => {
  app = await openConsole()
  olga = await newOperator('olga@ejemplo.test')
  own = createAuthenticator(origin(), Buffer.from('la llave de Olga'))
})

const origin = () => app.world.publicUrl.origin
async function newOperator(email: string) {
  const token = await app.account(email)
  await app.makeOperator(email)
  return token
}
const challengeTo = async (token: string, path: string) =>
  (await app.operatorCall(token, path)).json<{ challenge: string }>().challenge
async function asked(token: string) {
  const options = await app.operatorCall(token, 'factor/options')
  return options.json<{ passkey: { challenge: string } }>().passkey.challenge
}
const keep = async (token: string, passkey: object) =>
  told(await app.operatorCall(token, 'passkeys', { passkey }))
const give = async (token: string, passkey: object) =>
  told(await app.operatorCall(token, 'factor', { passkey }))
async function enrol(token: string, authenticator = own) {
  expect(await keep(token, authenticator.make(await challengeTo(token, 'passkeys/options')))).toEqual(right)
}
const right = [200, undefined]
const wrong = [403, 'factor-refused']

test('a passkey is made for the question of this session, once, and answers each question once', async () => {
  const challenge = await challengeTo(olga, 'passkeys/options')
  expect(await keep(olga, own.make(challenge))).toEqual(right)
  const question = await asked(olga)
  expect(await give(olga, own.answer(question, 1))).toEqual(right)
  expect(await give(olga, own.answer(question, 2))).toEqual(wrong)
  expect(await give(olga, own.answer(challenge, 3))).toEqual(wrong)
})

test('a question is open for five minutes', async () => {
  await enrol(olga)
  const question = await asked(olga)
  app.clock.pass(minutes(5))
  expect(await give(olga, own.answer(question, 1))).toEqual(wrong)
})

test('what was made or answered on another site is refused', async () => {
  const elsewhere = 'https://lacre.example.org'
  expect(await keep(olga, own.make(await challengeTo(olga, 'passkeys/options'), elsewhere))).toEqual(wrong)
  await enrol(olga)
  expect(await give(olga, own.answer(await asked(olga), 1, elsewhere))).toEqual(wrong)
  expect(await give(olga, own.answer(await asked(olga), 1))).toEqual(right)
})

test('neither another key under the same name nor the passkey of another operator opens anything', async () => {
  await enrol(olga)
  const forged = createAuthenticator(origin(), Buffer.from('la llave de Olga'))
  expect(await give(olga, forged.answer(await asked(olga), 1))).toEqual(wrong)
  const eva = await newOperator('eva@ejemplo.test')
  await enrol(eva, createAuthenticator(origin(), Buffer.from('la llave de Eva')))
  expect(await give(eva, own.answer(await asked(eva), 1))).toEqual(wrong)
})

test('refuses a passkey when its counter goes back: it was copied', async () => {
  await enrol(olga)
  expect(await give(olga, own.answer(await asked(olga), 5))).toEqual(right)
  expect(await give(olga, own.answer(await asked(olga), 5))).toEqual(wrong)
  expect(await give(olga, own.answer(await asked(olga), 6))).toEqual(right)
})
