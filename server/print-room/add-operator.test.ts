import { beforeEach, expect, test } from 'vitest'
import { type ConsoleApp, openConsole, told } from '../testing/console-app.ts'
import { anAccount } from '../testing/factories.ts'
import { verifyAudit } from './audit-log.ts'
import { addOperator, changeRank, listOperators, removeOperator } from '../operating/account-commands.ts'
import { pseudonymOf } from '../database/cipher.ts'

let app: ConsoleApp
beforeEach(async () => {
  app = await openConsole()
})

const by = 'terminal: root'
const email = 'ana@example.org'
const overview = async (token: string) => told(await app.call(token, 'GET', 'overview'))
const add = (name: string, isSupervisor = false, to = email) =>
  addOperator(app.world, { email: to, name, isSupervisor, by })
const list = async () => (await listOperators(app.world)).says

test('a proven account is an operator at once (design/print-room.md#operators-by-command)', async () => {
  expect(await overview(app.ana)).toEqual([403, 'not-operator'])
  expect(await add(' Ana Ruiz ')).toEqual({
    says: 'Ana Ruiz ya puede entrar en la sala de imprenta (operador). La primera vez, con un código enviado a su correo.',
    trouble: false,
  })
  expect(await overview(app.ana)).toEqual([403, 'factor-missing'])
  await app.enrol(app.ana)
  expect((await app.call(app.ana, 'GET', 'overview')).json()).toMatchObject({
    operator: { name: 'Ana Ruiz', isSupervisor: false },
  })
  expect(await list()).toMatch(/^[0-9a-f]{12} {2}Ana Ruiz {2}<ana@example.org> {2}operador$/)
})

test('an address without a proven account is refused with a sentence', async () => {
  const claim = await app.session(await anAccount(app.db, { email: 'eva@example.org' }))
  for (const to of ['eva@example.org', 'nadie@example.org'])
    expect(await add('Eva Sol', false, to)).toEqual({
      says: `Nadie ha comprobado todavía ${to}: regístrese con esa dirección, o entre con un código, y repita la orden.`,
      trouble: true,
    })
  expect(await overview(claim)).toEqual([403, 'not-operator'])
  expect(await app.entries()).toEqual([])
})

test('an operator is not renamed or demoted when added again; the rank has commands of its own', async () => {
  await add('Ana Ruiz', true)
  await app.enrol(app.ana)
  expect(await add('Otra')).toEqual({
    says: 'Ana Ruiz ya puede entrar en la sala de imprenta (responsable). No se ha cambiado nada: para su rango, operator promote u operator demote.',
    trouble: true,
  })
  const rank = (isSupervisor: boolean) => changeRank(app.world, { email, by, isSupervisor })
  expect(await rank(true)).toEqual({ says: 'Ana Ruiz ya es responsable.', trouble: true })
  expect(await rank(false)).toEqual({ says: 'Ana Ruiz es ahora operador.', trouble: false })
  expect((await app.call(app.ana, 'GET', 'overview')).json()).toMatchObject({
    operator: { name: 'Ana Ruiz', isSupervisor: false },
  })
  const remove = () => removeOperator(app.world, { email, by })
  expect([(await remove()).trouble, (await remove()).trouble, (await rank(true)).trouble]).toEqual([
    false,
    true,
    true,
  ])
  expect(await overview(app.ana)).toEqual([403, 'not-operator'])
  expect(await list()).toBe('Nadie puede entrar todavía en la sala de imprenta.')
})

test('what opens the print room is recorded under pseudonyms, without an address or a name', async () => {
  await add('Ana Ruiz')
  await changeRank(app.world, { email, by, isSupervisor: true })
  await removeOperator(app.world, { email, by })
  const ana = pseudonymOf(app.cipher, app.ana)
  const entries = await app.entries()
  expect(entries).toEqual([
    { operator: by, action: 'add-operator', subject: ana, note: 'operador' },
    { operator: by, action: 'change-rank', subject: ana, note: 'responsable' },
    { operator: by, action: 'remove-operator', subject: ana, note: '' },
  ])
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`@|Ana|${app.ana}`))
  expect(await verifyAudit(app.db)).toBe('whole')
})

test('a session that is older, or that a password opened, sets up no second factor', async () => {
  app.clock.pass(1)
  await add('Ana Ruiz')
  const later = await app.session(app.ana, 'by-a-password-since-then')
  for (const call of ['totp/options', 'passkeys/options'])
    for (const token of [app.ana, later])
      expect(told(await app.operatorCall(token, call))).toEqual([403, 'mailbox-first'])
  await app.enrol(await app.session(app.ana, 'by-a-code-from-the-mailbox', 'mailbox'))
})

test.each(['', ' ', 'x'.repeat(81)])('an operator needs a name to work under: «%s»', async (name) => {
  expect((await add(name)).trouble).toBe(true)
  expect(await app.entries()).toEqual([])
})
