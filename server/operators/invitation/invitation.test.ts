import { randomUUID } from 'node:crypto'
import { days } from '@lacre/letter/duration.ts'
import { beforeEach, expect, test } from 'vitest'
import { consoleHouse, told, type ConsoleHouse } from '../../testing/console-house.ts'
import { plantAccount } from '../../testing/plant.ts'
import { addOperator, changeRank, listOperators, removeOperator } from '../commands.ts'
import { verifyAudit } from '../verify-audit.ts'
import { sweepInvitations } from './invitations-table.ts'

let house: ConsoleHouse
beforeEach(async () => {
  house = await consoleHouse()
})

const by = 'terminal: root'
const email = 'ana@example.org'
const overview = async (token: string) => told(await house.call(token, 'GET', 'overview'))
const add = (name: string, isSupervisor = false) =>
  addOperator(house.operators, { email, name, isSupervisor, by })
const tokenIn = (says: string) => new URL(says.split('\n').at(-1)!).searchParams.get('token')!
const list = async () => (await listOperators(house.operators)).says

test('an invitation makes an operator of the account that has proven its address, once', async () => {
  const { says, trouble } = await add(' Ana Ruiz ')
  expect([trouble, says.split('\n')[0]]).toEqual([
    false,
    'Invitación para Ana Ruiz (operador). Sirve siete días y una vez, con la sesión de ana@example.org iniciada:',
  ])
  expect(await overview(house.ana)).toEqual([403, 'not-operator'])
  expect(await list()).toMatch(/^[0-9a-f]{12} {2}Ana Ruiz {2}<ana@example.org> {2}con invitación$/)

  expect((await house.takeUp(house.ana, tokenIn(says))).statusCode).toBe(200)
  await house.enrol(house.ana)
  expect((await house.call(house.ana, 'GET', 'overview')).json()).toMatchObject({
    operator: { name: 'Ana Ruiz', isSupervisor: false },
  })
  expect(told(await house.takeUp(house.ana, tokenIn(says)))).toEqual([400, 'invitation-invalid'])
  expect(await list()).toMatch(/^[0-9a-f]{12} {2}Ana Ruiz {2}<ana@example.org> {2}operador$/)
})

test('nobody else becomes one by it: no stranger, no unproven claim on the same address', async () => {
  const token = await house.invite('eva@example.org')
  const eva = await house.account('eva@example.org')
  const claim = await house.session(await plantAccount(house.db, { email: 'eva@example.org' }))
  expect(told(await house.takeUp(house.ana, token))).toEqual([403, 'invitation-not-yours'])
  expect(await overview(house.ana)).toEqual([403, 'not-operator'])
  for (const other of [claim, randomUUID()])
    expect(told(await house.takeUp(other, token))).toEqual([401, 'unauthenticated'])
  expect((await house.takeUp(eva, token)).statusCode).toBe(200)
})

test('it ends after seven days, when a newer one is made, and when it is taken back', async () => {
  const first = await house.invite(email)
  const second = await house.invite(email)
  expect(told(await house.takeUp(house.ana, first))).toEqual([400, 'invitation-invalid'])
  house.clock.pass(days(7))
  expect(told(await house.takeUp(house.ana, second))).toEqual([400, 'invitation-expired'])
  expect(await sweepInvitations(house.db, house.clock.now())).toBe(1)
  const third = await house.invite(email)
  const taken = await removeOperator(house.operators, { email, by })
  expect(taken).toEqual({ says: 'La invitación ya no vale.', trouble: false })
  expect(told(await house.takeUp(house.ana, third))).toEqual([400, 'invitation-invalid'])
})

test('an operator is not renamed or demoted by a second invitation; the rank has orders of its own', async () => {
  await house.takeUp(house.ana, tokenIn((await add('Ana Ruiz', true)).says))
  await house.enrol(house.ana)
  expect(await add('Otra')).toEqual({
    says: 'Ana Ruiz ya puede entrar en la sala de imprenta (responsable). No se ha cambiado nada: para su rango, operator promote u operator demote.',
    trouble: true,
  })
  const rank = (isSupervisor: boolean) => changeRank(house.operators, { email, by, isSupervisor })
  expect(await rank(true)).toEqual({ says: 'Ana Ruiz ya es responsable.', trouble: true })
  expect(await rank(false)).toEqual({ says: 'Ana Ruiz es ahora operador.', trouble: false })
  expect((await house.call(house.ana, 'GET', 'overview')).json()).toMatchObject({
    operator: { name: 'Ana Ruiz', isSupervisor: false },
  })
  const remove = () => removeOperator(house.operators, { email, by })
  expect([(await remove()).trouble, (await remove()).trouble, (await rank(true)).trouble]).toEqual([
    false,
    true,
    true,
  ])
  expect(await overview(house.ana)).toEqual([403, 'not-operator'])
  expect(await list()).toBe('Nadie puede entrar todavía en la sala de imprenta.')
})

test('what opens the print room is recorded under pseudonyms, without an address or a name', async () => {
  const token = tokenIn((await add('Ana Ruiz')).says)
  const eva = await house.account('eva@example.org')
  await house.takeUp(eva, token)
  await house.takeUp(house.ana, token)
  await changeRank(house.operators, { email, by, isSupervisor: true })
  await removeOperator(house.operators, { email, by })
  const { pseudonymOf } = house.operators
  const [address, ana] = [pseudonymOf(email), pseudonymOf(house.ana)]
  const entries = await house.entries()
  expect(entries).toEqual([
    { operator: by, act: 'invite-operator', subject: address, note: 'operador' },
    { operator: pseudonymOf(eva), act: 'refuse-invitation', subject: address, note: '' },
    { operator: ana, act: 'add-operator', subject: address, note: 'operador' },
    { operator: by, act: 'change-rank', subject: ana, note: 'responsable' },
    { operator: by, act: 'remove-operator', subject: ana, note: '' },
  ])
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`@|Ana|${house.ana}|${eva}`))
  expect(await verifyAudit(house.db)).toBe('whole')
})

test('whoever else is in the account is out, and sets up no second factor in a session that the mailbox did not open', async () => {
  const other = await house.session(house.ana, 'another-session-of-the-account')
  await house.db.updateTable('account').set({ social_subject: 'former holder' }).execute()
  expect((await house.takeUp(house.ana, tokenIn((await add('Ana Ruiz')).says))).statusCode).toBe(200)
  expect(told(await house.operatorCall(other, 'totp/options'))).toEqual([401, 'unauthenticated'])
  expect(await house.db.selectFrom('account').select('social_subject').execute()).toEqual([
    { social_subject: null },
  ])

  const later = await house.session(house.ana, 'by-a-password-that-is-older')
  for (const call of ['totp/options', 'passkeys/options'])
    expect(told(await house.operatorCall(later, call))).toEqual([403, 'mailbox-first'])
  await house.enrol(house.ana)
})

test.each(['', ' ', 'x'.repeat(81)])('an invitation needs a name to work under: «%s»', async (name) => {
  expect((await add(name)).trouble).toBe(true)
  expect(await house.entries()).toEqual([])
})
