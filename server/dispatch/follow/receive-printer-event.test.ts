// @module-tag long
import { minutes } from '@lacre/letter/duration.ts'
import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { dispatchHouse, type DispatchHouse } from '../../testing/dispatch-house.ts'
import { webhookKey } from '../../testing/test-pingen.ts'

let house: DispatchHouse
beforeEach(async () => {
  house = await dispatchHouse()
})

/** They tell our own door, over real HTTP. */
async function openDoor() {
  await house.app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => house.app.close())
  const { port } = house.app.server.address() as AddressInfo
  house.pingen.standIn.sendTo({ url: `http://127.0.0.1:${port}/printer/webhook`, key: webhookKey })
}
async function advance(steps: number) {
  for (let step = 0; step < steps; step++) {
    await house.pingen.standIn.advance()
    await house.pingen.standIn.settled()
  }
}
const bodyAbout = (printerId: string, id = 'event-1', type = 'webhook_sent') =>
  JSON.stringify({
    data: { id, type, relationships: { letter: { data: { type: 'letters', id: printerId } } } },
  })
const sign = (body: string, key = webhookKey) => createHmac('sha256', key).update(body).digest('hex')
const post = (body: string, signature = sign(body)) =>
  house.app.inject({
    method: 'POST',
    url: '/printer/webhook',
    headers: { 'content-type': 'application/json', signature },
    body,
  })
const events = async () => (await house.db.selectFrom('printer_event').selectAll().execute()).length
const printerIdOf = async (id: string) => (await house.submissionOf(id))?.printer_id ?? ''

test('posted: the letter takes its step and its sender gets the mail, once (invariants E1 and S1)', async () => {
  await openDoor()
  const id = await house.accepted()
  await advance(4)
  expect(await house.books(id)).toEqual({
    letter: 'posted',
    jobs: ['posted'],
    submissions: ['accepted'],
    mails: ['posted'],
  })
  expect(await house.submissionOf(id)).toMatchObject({ status: 'posted' })
})

test.each(['twice', 'twice-at-once', 'late', 'forged', 'lost'] as const)(
  'an event that comes %s changes the books as it should: once, or by the next look',
  async (fault) => {
    await openDoor()
    house.pingen.standIn.faults.event = () => fault
    const id = await house.accepted()
    await advance(4)
    const isTold = fault !== 'forged' && fault !== 'lost'
    expect((await house.books(id)).mails).toEqual(isTold ? ['posted'] : [])
    expect(await events()).toBe(isTold ? 1 : 0)
    house.clock.pass(minutes(60))
    await house.followUp()
    expect(await house.books(id)).toMatchObject({ letter: 'posted', mails: ['posted'] })
  },
)

test('a forged event is answered 400 and looked after by nobody', async () => {
  const id = await house.accepted()
  const body = bodyAbout(await printerIdOf(id))
  const calls: string[] = []
  house.pingen.standIn.faults.call = (call) => void calls.push(call)
  for (const signature of ['', 'x', sign(body, 'another key'), sign(`${body} `)])
    expect((await post(body, signature)).statusCode).toBe(400)
  expect(calls).toEqual([])
})

test('what an event says is not believed: the printer is asked (design.md#webhook-is-a-hint)', async () => {
  const id = await house.accepted()
  expect((await post(bodyAbout(await printerIdOf(id)))).statusCode).toBe(200)
  expect((await house.books(id)).letter).toBe('batched')
})

test('when they cannot be asked the event must come again: 503, and it is not remembered (design.md#unknown-event)', async () => {
  const id = await house.accepted()
  await advance(4)
  const body = bodyAbout(await printerIdOf(id))
  house.pingen.once('read', 'broken')
  expect((await post(body)).statusCode).toBe(503)
  expect(await events()).toBe(0)
  expect((await post(body)).statusCode).toBe(200)
  expect((await house.books(id)).letter).toBe('posted')
  expect((await post(body)).statusCode).toBe(200)
  expect(await events()).toBe(1)
})

test("an event about somebody else's letter is theirs to keep: 200, and nothing changes", async () => {
  expect((await post(bodyAbout('00000000-0000-4000-8000-000000000000'))).statusCode).toBe(200)
  const other = JSON.stringify({ data: { id: 'e', type: 'webhook_balance', relationships: {} } })
  expect((await post(other)).statusCode).toBe(200)
  expect(await events()).toBe(0)
})

test('a letter of ours that our books do not know: 503, and a person is told (design.md#unknown-event)', async () => {
  const id = await house.accepted()
  const printerId = await printerIdOf(id)
  await house.db.deleteFrom('submission').execute()
  expect((await post(bodyAbout(printerId))).statusCode).toBe(503)
  expect(await house.concerns()).toEqual(['printer-unknown-letter'])
})

test('an event may be faster than the answer to our own order', async () => {
  const id = await house.put()
  house.pingen.once('create', 'lost-after')
  await house.submit()
  const [letter] = house.pingen.standIn.letters
  expect(await printerIdOf(id)).toBe('')
  expect((await post(bodyAbout(letter!.id, 'event-1', 'webhook_issues'))).statusCode).toBe(200)
  expect(await printerIdOf(id)).toBe(letter!.id)
})

test.each(['printing', 'sent'])('seen %s, then an older look: nothing leads backwards', async (status) => {
  const id = await house.accepted()
  const [letter] = house.pingen.standIn.letters
  letter!.status = status
  await post(bodyAbout(letter!.id, 'new'))
  const books = await house.books(id)
  letter!.status = 'processing'
  await post(bodyAbout(letter!.id, 'old'))
  letter!.status = 'validating'
  await post(bodyAbout(letter!.id, 'older'))
  expect(await house.books(id)).toMatchObject({ letter: books.letter, jobs: books.jobs, mails: books.mails })
  expect((await house.submissionOf(id))?.status).toBe(status === 'sent' ? 'posted' : 'printed')
  expect(books.letter).toBe(status === 'sent' ? 'posted' : 'printed')
})

test('undeliverable: returned, and its sender gets that mail, also when nobody had told of the posting', async () => {
  house.pingen.standIn.faults.letter = () => 'undeliverable'
  const id = await house.accepted()
  await advance(6)
  await post(bodyAbout(await printerIdOf(id)))
  expect(await house.books(id)).toMatchObject({ letter: 'returned', mails: ['posted', 'returned'] })
  const mail = await house.db
    .selectFrom('mail')
    .select('data')
    .where('kind', '=', 'returned')
    .executeTakeFirst()
  expect(mail?.data).toMatchObject({ letterId: id })
})

test('they cannot print it after all: a person must look, loudly, and nobody is told that it was posted', async () => {
  house.pingen.standIn.faults.letter = () => 'unprintable'
  await openDoor()
  const id = await house.accepted()
  await advance(6)
  expect(await house.books(id)).toEqual({
    letter: 'needs-person',
    jobs: ['void'],
    submissions: ['rejected'],
    mails: [],
  })
  expect(await house.concerns()).toEqual(['printer-rejected'])
})

test.each(['unprintable', 'cancelled'])(
  'posted, and then said to be %s: what is posted is posted',
  async (word) => {
    const id = await house.accepted()
    await advance(4)
    await post(bodyAbout(await printerIdOf(id), 'posted'))
    const [letter] = house.pingen.standIn.letters
    letter!.status = word
    expect((await post(bodyAbout(letter!.id, 'odd'))).statusCode).toBe(200)
    expect(await house.books(id)).toMatchObject({ letter: 'posted', submissions: ['accepted'] })
    expect(await house.concerns()).toEqual([])
  },
)

test('cancelled over there: a person must look', async () => {
  const id = await house.accepted()
  const [letter] = house.pingen.standIn.letters
  letter!.status = 'cancelled'
  await post(bodyAbout(letter!.id))
  expect(await house.books(id)).toMatchObject({ letter: 'needs-person', submissions: ['cancelled'] })
})

test('given up here and printed there all the same: a person is told not to print it again', async () => {
  const id = await house.put()
  house.pingen.once('create', 'lost-before')
  await house.submit()
  house.clock.pass(minutes(24 * 60))
  await house.lookUp()
  const reference = (await house.submissionOf(id))?.reference ?? ''
  await house.pingen.printer.submit({
    reference,
    key: 'late',
    pdf: Buffer.from('%PDF-'),
    pages: 1,
    postalCode: null,
  })
  const [letter] = house.pingen.standIn.letters
  letter!.status = 'sent'
  expect((await post(bodyAbout(letter!.id))).statusCode).toBe(200)
  expect((await house.books(id)).letter).toBe('needs-person')
  expect(await house.concerns()).toEqual(['printed-after-stop', 'printer-given-up'])
})
