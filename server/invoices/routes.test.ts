import { beforeEach, expect, test } from 'vitest'
import { type ConsoleApp, openConsole, paidByCard, told } from '../testing/console-app.ts'
import { buyer } from '../testing/invoices/invoice-desk.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'

const typesetter = ownTypesetter()

const set = quickTypesetter(Buffer.from(''), {
  setInvoice: ({ number }) => Promise.resolve({ pdf: Buffer.from(`%PDF ${number}`) }),
  unprintable: (text) => typesetter.unprintable(text),
})
let app: ConsoleApp
beforeEach(async () => {
  app = await openConsole({ typesetter: set })
})

const call = (who: string, url: string, payload?: object) =>
  app.inject(who, payload ? 'POST' : 'GET', url, payload)

test('an invoice opens for the sender of its letter alone', async () => {
  const [eva, id] = [await app.account(), await paidByCard(app)]
  const opened = await call(app.ana, `/letters/${id}/invoice`)
  expect([opened.statusCode, opened.body]).toEqual([200, '%PDF PRUEBA-S2026-000001'])
  expect(opened.headers['content-disposition']).toContain('factura-PRUEBA-S2026-000001.pdf')

  expect(told(await call('', `/letters/${id}/invoice`))).toEqual([401, 'unauthenticated'])
  for (const query of ['', '?number=PRUEBA-S2026-000001'])
    expect(told(await call(eva, `/letters/${id}/invoice${query}`))).toEqual([404, 'not-found'])
  expect(told(await call(eva, `/letters/${id}/invoice`, buyer))).toEqual([404, 'not-found'])
  expect(await app.db.selectFrom('invoice_buyer').select('payment_id').execute()).toEqual([])
})

test('the number of another letter’s invoice opens nothing, nor does a letter that is not paid', async () => {
  const [eva, own] = [await app.account(), await paidByCard(app)]
  await call(app.ana, `/letters/${own}/invoice`)
  const hers = await app.put({ account_id: eva, state: 'frozen', job: false })
  const asked = `/letters/${hers}/invoice?number=PRUEBA-S2026-000001`
  expect(told(await call(eva, asked))).toEqual([404, 'not-found'])
  await app.pay(hers, undefined, eva)
  await app.deliver()
  expect(told(await call(eva, asked))).toEqual([404, 'not-found'])
})

test('a full invoice: 422 with a wrong NIF, 204 once, 409 from then on', async () => {
  const url = `/letters/${await paidByCard(app)}/invoice`
  expect(told(await call(app.ana, url, { ...buyer, nif: 'A58818502' }))).toEqual([422, 'no-nif'])
  expect(told(await call(app.ana, url, { ...buyer, name: ' ' }))[0]).toBe(400)
  expect((await call(app.ana, url, buyer)).statusCode).toBe(204)
  expect(told(await call(app.ana, url, buyer))).toEqual([409, 'has-one'])
  expect((await call(app.ana, url)).body).toBe('%PDF PRUEBA-F2026-000001')
})

test.each(['name', 'address'])(
  'a buyer’s %s that cannot be printed is refused before anything is issued',
  async (field) => {
    const url = `/letters/${await paidByCard(app)}/invoice`
    const answer = await call(app.ana, url, { ...buyer, [field]: 'Papelería 안 \u0007, S. L.' })
    expect([answer.statusCode, answer.json<object>()]).toEqual([
      422,
      {
        code: 'unprintable-character',
        detail:
          'En el nombre o en el domicilio hay signos que no podemos imprimir: «안» (una letra coreana), un signo invisible. Cámbielos o bórrelos.',
      },
    ])
    expect(await app.db.selectFrom('invoice').select('number').execute()).toEqual([])
    expect((await call(app.ana, url, { ...buyer, [field]: 'Łódź Ñandú ★, S. L.' })).statusCode).toBe(204)
  },
)
