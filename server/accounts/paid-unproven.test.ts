import { strFromU8, unzipSync } from 'fflate'
import type { LetterDetail, LetterPage } from '@lacre/letter/calls.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import { shortHash } from '@lacre/letter/order-number.ts'
import { expect, test } from 'vitest'
import { addPostedRecipients } from '../orders/address-book.ts'
import { takeStep } from '../letters/steps.ts'
import { ana, luis, written } from '../testing/factories.ts'
import { goodPassword, onlyLink, otherDevice } from '../testing/test-app.ts'
import { buyer } from '../testing/invoices/invoice-desk.ts'
import { proofs } from '../testing/mailbox/proofs.ts'
import { printed, openWholeApp } from '../testing/mailbox/whole-app.ts'
import { forgetLetters } from '../letters/forget.ts'
import { sweepAccounts } from '../privacy/erase.ts'

const mailbox = 'buzon@ejemplo.test'
const writersPassword = 'la clave de quien se equivocó'
const days = (count: number) => count * 24 * 60 * 60 * 1000

/** A stranger who mistyped the address has a letter; the browser of the mailbox is `ownDevice`. */
async function mistyped({ pays = true } = {}) {
  const app = await openWholeApp()
  const { access_token: writer = '' } = await app.register(mailbox, writersPassword, 'human', otherDevice)
  const id = await app.send(writer, '<p>Querida zarzamora</p>')
  if (pays) {
    await app.pay(writer, id)
    await app.deliver()
  }
  return { app, writer, id }
}
type App = Awaited<ReturnType<typeof openWholeApp>>

/** The session of who reads the mailbox, who proves it without that claim. */
const prove = async (app: App, way: keyof typeof proofs = 'a code') =>
  (await proofs[way](app, mailbox)).access_token ?? ''
const detail = async (app: App, token: string, id: string) =>
  (await app.call(token, 'GET', `/letters/${id}`)).json<LetterDetail>()
const secrets = /zarzamora|Luis|G.mez|28013|Madrid|Ana Ruiz|Larios/

test.each(keysOf(proofs))(
  'who proves the mailbox by %s has the figures of what was paid under a claim on it, and nothing else (design/accounts.md#paid-unproven)',
  async (way) => {
    const { app, id } = await mistyped()
    const owner = await prove(app, way)
    const read = (url: string, payload?: object) => app.call(owner, payload ? 'POST' : 'GET', url, payload)

    const list = await read('/letters/')
    expect(list.json<LetterPage>().letters).toMatchObject([
      { id, state: 'paid', access: 'figures', recipient: '', city: '', total: 329, cancelUntil: null },
    ])
    const one = await read(`/letters/${id}`)
    expect(one.json<LetterDetail>()).toMatchObject({
      id,
      access: 'figures',
      content: '',
      cancellable: false,
      state: 'paid',
    })
    const invoice = await read(`/letters/${id}/invoice`)
    expect(invoice.statusCode).toBe(200)
    for (const { body } of [list, one, invoice]) expect(body).not.toMatch(secrets)

    for (const text of ['Luis', 'Madrid', '28013'])
      expect((await read('/letters/search', { text })).json()).toEqual({ letters: [], next: null })
    for (const [url, payload] of [
      [`/letters/${id}/pdf`],
      [`/letters/${id}/cancel`, {}],
      [`/letters/${id}/day`, { postOn: '2026-12-01' }],
      [`/letters/${id}/again`, { destination: 'x', destinationAddress: luis }],
      [`/letters/${id}/invoice`, buyer],
    ] as const)
      expect([url, (await read(url, payload)).statusCode]).toEqual([url, 404])
    expect((await read('/addresses/')).json()).toEqual({ entries: [] })

    const exported = unzipSync(new Uint8Array((await read('/account/export')).rawPayload))
    const files = Object.entries(exported).map(([name, bytes]) => `${name} ${strFromU8(bytes)}`)
    expect(files.join('\n')).not.toMatch(/zarzamora|28013|Luis|cartas\/2/)
    const mails = await app.db.selectFrom('mail').select('data').where('recipient', '=', mailbox).execute()
    expect(JSON.stringify(mails)).not.toMatch(secrets)
    expect(await app.db.selectFrom('letter').select('state').execute()).toEqual([{ state: 'paid' }])
  },
)

test.each(['the session', 'the password'])(
  '%s of the claim opens its paid letter, and nothing else (design/accounts.md#paid-unproven)',
  async (what) => {
    const { app, writer, id } = await mistyped()
    const other = await app.send(writer, '<p>Sin pagar</p>', luis, ana)
    await prove(app)
    const entry = await app.logIn(mailbox, writersPassword, otherDevice)
    expect(entry.only_paid_letters).toBe(true)
    const token = what === 'the session' ? writer : (entry.access_token ?? '')
    const read = (url: string, payload?: object) => app.call(token, payload ? 'POST' : 'GET', url, payload)

    expect((await read('/letters/')).json<LetterPage>().letters).toMatchObject([
      { id, access: 'read', recipient: 'Luis Gómez' },
    ])
    expect((await read('/letters/search', { text: 'luis' })).json<LetterPage>().letters).toHaveLength(1)
    expect((await read('/letters/search', { text: 'ana' })).json<LetterPage>().letters).toEqual([])
    expect((await read(`/letters/${id}`)).json<LetterDetail>()).toMatchObject({
      access: 'read',
      content: '<p>Querida zarzamora</p>',
      destination: luis,
    })
    expect((await read(`/letters/${id}/pdf`)).rawPayload).toEqual(printed)
    expect((await read(`/letters/${id}/invoice`)).statusCode).toBe(200)

    expect((await read(`/letters/${other}`)).statusCode).toBe(404)
    const refused: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object][] = [
      ['POST', '/letters/', written('<p>Otra</p>')],
      ['POST', '/stripe/create-payment-intent', { letter_id: other }],
      ['POST', `/letters/${id}/day`, { postOn: '2026-12-01' }],
      ['POST', `/letters/${id}/again`, { destination: 'x', destinationAddress: luis }],
      ['GET', '/drafts/'],
      ['GET', '/templates/'],
      ['GET', '/signature'],
      ['GET', '/addresses/'],
      ['GET', '/account'],
      ['GET', '/account/sessions'],
      ['GET', '/account/export'],
      ['DELETE', '/account', { confirmation: 'BORRAR', password: writersPassword }],
      ['POST', '/auth/change-password', { current_password: writersPassword, password: goodPassword }],
    ]
    for (const [method, url, payload] of refused) {
      const answer = await app.call(token, method, url, payload)
      expect([url, answer.statusCode, answer.json<{ code?: string }>().code]).toEqual([
        url,
        403,
        'only-paid-letters',
      ])
    }

    expect((await read(`/letters/${id}/cancel`, {})).json<LetterDetail>()).toMatchObject({
      state: 'cancelled',
      returning: 329,
    })
  },
)

test('what is being paid when the mailbox is proven is the claim’s to read, too', async () => {
  const { app, writer, id } = await mistyped({ pays: false })
  await app.pay(writer, id)
  const owner = await prove(app)
  expect((await app.call(owner, 'GET', '/letters/')).json()).toEqual({ letters: [], next: null })
  await app.deliver()
  expect((await detail(app, owner, id)).access).toBe('figures')
  expect((await detail(app, writer, id)).content).toContain('zarzamora')
})

test('once its letters are forgotten nothing opens the claim; their figures stay with the mailbox', async () => {
  const { app, writer, id } = await mistyped()
  const owner = await prove(app)
  const now = app.clock.now()
  await app.db.transaction().execute(async (tx) => {
    for (const step of ['batch', 'print', 'post'] as const)
      await takeStep(tx, { letterId: id, step, cause: 'test', now })
  })
  expect(await addPostedRecipients(app.world)).toBe(0)
  app.clock.pass(days(29))
  await app.call(writer, 'GET', '/letters/')
  await app.call(owner, 'GET', '/letters/')
  expect(await forgetLetters(app)).toBe(0)
  app.clock.pass(days(1) + 1)
  expect(await forgetLetters(app)).toBe(1)
  expect((await app.call(writer, 'GET', '/letters/')).statusCode).toBe(401)
  expect((await app.logIn(mailbox, writersPassword, otherDevice)).status).toBe(401)
  expect(await detail(app, owner, id)).toMatchObject({
    access: 'figures',
    state: 'posted',
    hash: shortHash(
      (await app.db.selectFrom('letter').select('pdf_sha256').executeTakeFirstOrThrow()).pdf_sha256,
    ),
  })
})

test('a claim that has not paid ends with the proof, and what it wrote is opened by no one', async () => {
  const { app, writer, id } = await mistyped({ pays: false })
  const owner = await prove(app)
  expect((await app.call(writer, 'GET', '/letters/')).statusCode).toBe(401)
  expect((await app.logIn(mailbox, writersPassword, otherDevice)).status).toBe(401)
  expect((await app.call(owner, 'GET', `/letters/${id}`)).statusCode).toBe(404)
})

test('a full invoice that the claim asked for names its buyer to the claim alone', async () => {
  const { app, writer, id } = await mistyped()
  await app.call(writer, 'GET', `/letters/${id}/invoice`)
  const owner = await prove(app)
  expect((await app.call(writer, 'POST', `/letters/${id}/invoice`, buyer)).statusCode).toBe(204)
  expect((await app.call(writer, 'GET', `/letters/${id}/invoice`)).body).toContain(buyer.nif)

  const { invoices } = await detail(app, owner, id)
  expect(invoices.map(({ kind }) => kind)).toEqual(['simplificada'])
  const shown = await app.call(owner, 'GET', `/letters/${id}/invoice`)
  expect([shown.statusCode, shown.body]).toEqual([200, expect.not.stringContaining(buyer.nif)])
  const full = await app.db
    .selectFrom('invoice')
    .select('number')
    .where('kind', '=', 'completa')
    .executeTakeFirstOrThrow()
  const asked = await app.call(owner, 'GET', `/letters/${id}/invoice?number=${full.number}`)
  expect(asked.statusCode).toBe(404)
})

test('who owns the mailbox erases the account at once; the claim keeps its letter', async () => {
  const { app, writer, id } = await mistyped()
  const owner = await prove(app)
  const erased = await app.call(owner, 'DELETE', '/account', { confirmation: 'BORRAR' })
  expect([erased.statusCode, erased.body]).toEqual([200, expect.stringContaining('se ha borrado')])
  expect((await detail(app, writer, id)).content).toContain('zarzamora')
  expect(await app.db.selectFrom('letter').select('state').execute()).toEqual([{ state: 'paid' }])
})

test('the claim that is proven itself keeps everything', async () => {
  const { app, writer, id } = await mistyped()
  await app.verify(await onlyLink(app, mailbox), { password: writersPassword })
  expect(await detail(app, writer, id)).toMatchObject({
    access: 'full',
    content: '<p>Querida zarzamora</p>',
  })
  await sweepAccounts(app.world)
  expect((await app.call(writer, 'GET', '/drafts/')).statusCode).toBe(200)
})
