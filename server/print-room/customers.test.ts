import { pseudonymOf as pseudonymIn } from '../database/cipher.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import type { Customer, FoundCustomers } from '@lacre/letter/print-room/console-calls.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  type ConsoleApp,
  type Desk,
  openConsole,
  openDesk,
  paidByCard,
  told,
} from '../testing/console-app.ts'
import { anAccount } from '../testing/factories.ts'

let app: ConsoleApp
let sara: Desk
beforeEach(async () => {
  app = await openConsole()
  sara = await openDesk(app, 'Sara', true)
})

const find = async (written: string, desk = sara) =>
  (await desk.post('customers', { find: written })).json<FoundCustomers>().customers
const pseudonymOf = (about: string) => pseudonymIn(app.cipher, about)
const acts = async () =>
  (await app.acts()).map(({ operator, action, subject, note }) => [operator, action, subject, note])

test('a customer is found by the address, however it is spelt, or by the number of an order; the look is in the record', async () => {
  const id = await paidByCard(app)
  const olga = await openDesk(app)
  const byAddress = await find(' ANA@Example.org ')
  expect(byAddress).toMatchObject([
    { id: app.ana, address: 'a…@example.org', isProven: true, disabledAt: null, lettersInAll: 1 },
  ])
  const [{ letters } = { letters: [] }] = byAddress
  expect(letters).toMatchObject([{ id, state: 'paid', payment: { state: 'paid', cents: 329, refund: null } }])
  expect(letters[0]?.steps.map(({ to }) => to)).toEqual(['frozen', 'paid'])
  expect(await find(orderNumber(id), olga)).toEqual(
    byAddress.map((one) => ({
      ...one,
      can: [],
      letters: one.letters.map((card) => ({ ...card, can: card.can.filter((may) => may !== 'refund') })),
    })),
  )
  expect(await find('Madrid')).toEqual([])
  expect(await acts()).toEqual([
    ['Sara', 'look-up-customer', pseudonymOf(app.ana), 'correo'],
    ['Olga', 'look-up-customer', pseudonymOf(app.ana), 'pedido'],
    ['Sara', 'look-up-customer', pseudonymOf('madrid'), 'correo · sin resultado'],
  ])
})

test('finds no customer by part of an address, an erased address or sealed text, and shows nothing of them', async () => {
  await anAccount(app.db, { email: '' })
  await app.put({ state: 'paid', name: 'Querido Luis' })
  for (const written of ['ana@example', 'example.org', '%@example.org', 'Luis', '28013', '   '])
    expect([written, (await sara.post('customers', { find: written })).json()]).toEqual([
      written,
      written.trim() ? { customers: [] } : expect.objectContaining({ detail: expect.any(String) }),
    ])
  const answer = (await sara.post('customers', { find: 'ana@example.org' })).body
  expect(answer).not.toMatch(/ana@|Luis|Querid/)
})

test('claims that share an address are all shown, the proven one first', async () => {
  for (const created_at of ['2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z'])
    await anAccount(app.db, { email: 'ana@example.org', created_at: new Date(created_at) })
  const found = await find('ana@example.org')
  expect(found.map(({ isProven, since }) => [isProven, since.slice(0, 10)])).toEqual([
    [true, '2026-11-21'],
    [false, '2026-11-02'],
    [false, '2026-11-01'],
  ])
})

test('a disabled account is out at once, and enabled it may come in again; paid letters go their way (design/print-room.md#disabled-accounts)', async () => {
  const id = await paidByCard(app)
  const change = (what: 'disable' | 'enable', desk = sara) =>
    desk.post(`customers/${app.ana}/${what}`, { note: 'suplantación' })
  const olga = await openDesk(app)
  expect(told(await change('disable', olga))).toEqual([403, 'supervisor-only'])
  const disabled = (await change('disable')).json<Customer>()
  expect(disabled.disabledAt).toBe(app.clock.now().toISOString())
  expect(told(await change('disable'))).toEqual([409, 'customer-unchanged'])
  expect(
    await app.db.selectFrom('login_session').where('account_id', '=', app.ana).selectAll().execute(),
  ).toEqual([])
  // One that another server opened a moment before the end.
  await app.session(app.ana)
  expect((await app.call(app.ana, 'GET', 'overview')).statusCode).toBe(401)
  await sara.post('batches', {})
  expect((await app.books(id)).letter).toBe('batched')

  expect((await change('enable')).json<Customer>().disabledAt).toBeNull()
  expect((await app.call(app.ana, 'GET', 'overview')).statusCode).toBe(403)
  expect((await acts()).filter(([, action]) => action?.includes('able-account'))).toEqual(
    ['disable-account', 'enable-account'].map((action) => [
      'Sara',
      action,
      pseudonymOf(app.ana),
      'suplantación',
    ]),
  )
})

test('an operator cannot disable another operator', async () => {
  const { account_id } = await app.db.selectFrom('operator').select('account_id').executeTakeFirstOrThrow()
  expect(told(await sara.post(`customers/${account_id}/disable`, { note: 'riña' }))).toEqual([
    409,
    'customer-is-operator',
  ])
})

test('the verification goes out again to whom it is still good for, and not beyond the office’s five messages a day', async () => {
  const claim = await anAccount(app.db, { email: 'nuevo@example.org', password_hash: 'x' })
  const again = (id: string) => sara.post(`customers/${id}/verify`, {})
  expect(told(await again(app.ana))).toEqual([409, 'nothing-to-verify'])
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await again(claim)).statusCode)
  expect(statuses).toEqual([...Array<number>(5).fill(200), 429])
  const jobs = await app.db.selectFrom('job').select('payload').where('kind', '=', 'link-requested').execute()
  expect(jobs.map(({ payload }) => [payload['accountId'], payload['browser']])).toEqual(
    Array.from({ length: 5 }, () => [claim, 'nuestra oficina']),
  )
  expect((await acts()).filter(([, action]) => action === 'send-verification')).toHaveLength(5)
})
