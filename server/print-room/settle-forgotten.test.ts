import { minutes } from '@lacre/letter/days.ts'
import { beforeEach, expect, test } from 'vitest'
import { cancelLetter } from '../orders/cancel.ts'
import { reconcile } from '../payments/reconcile.ts'
import { type ConsoleApp, type Desk, openConsole, openDesk, told } from '../testing/console-app.ts'
import { eraseAccount } from '../privacy/erase.ts'

let app: ConsoleApp
let desk: Desk
beforeEach(async () => {
  app = await openConsole()
  desk = await openDesk(app)
})

const answer = (body: object, status: number) => Promise.resolve(Response.json(body, { status }))

/** What the provider answers to who asks for one intent; its list is empty until `remember`. */
function forget(status = 404, error: object = { code: 'resource_missing' }) {
  app.network.meddle = (call, go) => {
    if (call === 'GET /v1/payment_intents') return answer({ object: 'list', data: [], has_more: false }, 200)
    return call.includes('/pi_') ? answer({ error }, status) : go()
  }
}
const remember = () => (app.network.meddle = (_call, go) => go())

const cancel = (id: string) => cancelLetter(app.world, { accountId: app.ana }, id)
const erase = () => eraseAccount(app.world, { accountId: app.ana, email: 'ana@example.org' })
const begin = (letterId: string, letters?: string[]) => app.begin(app.ana, letterId, letters)
const reconciled = () => reconcile(app.world)

/** Letters with a payment that was begun, and that the provider no longer knows. */
async function forgotten(count = 1): Promise<string[]> {
  const letters = []
  for (let put = 0; put < count; put++) letters.push(await app.unpaid())
  await begin(letters[0]!, letters)
  app.clock.pass(minutes(3))
  forget()
  await reconciled()
  return letters
}
const settle = async (at = 0) => {
  const { issues } = await desk.needsPerson()
  return desk.post(`issues/${issues[at]?.id}/settle`, { note: 'no está en el panel' })
}
const intents = async () => {
  const rows = await app.db.selectFrom('sandbox_card_intent').select('body').execute()
  return rows.map(({ body }) => String(body['status'])).toSorted()
}

test('seen to by a person, a payment the provider does not know keeps no letter from being cancelled, nor an account from being erased', async () => {
  const [id = '', other = ''] = await forgotten(2)
  expect([await cancel(id), await erase()]).toEqual(['payment-unknown', 'payment-unknown'])
  expect((await settle()).statusCode).toBe(200)
  expect(await cancel(id)).toBe('cancelled')
  expect((await settle()).statusCode).toBe(200)
  remember()
  await app.pay(other)
  await app.deliver()
  expect((await app.books(other)).letter).toBe('paid')
  await cancel(other)
  expect(await erase()).toBe('erased')
})

test.each([
  ['no answer', 503, {}, 503],
  ['a refusal that says nothing of it', 403, {}, 200],
])('on %s nothing is closed', async (_name, status, error, settled) => {
  const [id = ''] = await forgotten()
  forget(status, error)
  expect((await settle()).statusCode).toBe(settled)
  expect(await cancel(id)).toBe('payment-unknown')
})

test('what the provider knows after all can be paid no more; what was paid of it is a matter for a person', async () => {
  for (const isPaid of [false, true]) {
    const id = await app.unpaid()
    if (isPaid) await app.pay(id)
    else await begin(id)
    app.clock.pass(minutes(3))
    forget()
    await reconciled()
    await settle()
    remember()
    await reconciled()
  }
  expect(await intents()).toEqual(['canceled', 'succeeded'])
  expect((await desk.needsPerson()).letters).toMatchObject([{ what: /otra cosa|ha cobrado/ }])
})

test('a letter that waits for a person is cancelled though the provider does not know its payment', async () => {
  const [id = ''] = await forgotten()
  await app.doubt(id)
  forget(503, {})
  expect(told(await desk.cancel(id))).toEqual([503, 'provider-unavailable'])
  forget()
  expect((await desk.cancel(id)).statusCode).toBe(200)
  expect((await app.books(id)).letter).toBe('cancelled')
})
