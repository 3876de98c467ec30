// @module-tag long
import type { BatchDetail, LetterCard } from '@lacre/letter/print-room/calls.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  type ConsoleApp,
  type Desk,
  openConsole,
  openDesk,
  paidByCard,
  told,
  toldOfMoney,
} from '../testing/console-app.ts'

const disputed = '4000 0000 0000 0259'

let app: ConsoleApp
let desk: Desk
beforeEach(async () => {
  app = await openConsole()
  desk = await openDesk(app)
})

/** The provider says this of a charge that was good until now. */
async function dispute(id: string, status: string) {
  app.clock.pass(1000)
  const payment_intent = await app.intentOf(id)
  const created = Math.floor(app.clock.now().getTime() / 1000)
  const object = { id: 'dp_1', object: 'dispute', payment_intent, status, created }
  const event = { id: `evt_${id}`, object: 'event', type: 'charge.dispute.created', data: { object } }
  await app.db
    .insertInto('sandbox_card_event')
    .values({ id: event.id, body: JSON.stringify(event), created })
    .execute()
  await app.deliver()
}

async function decide(uncategorized_text: 'winning_evidence' | 'losing_evidence') {
  const [dispute] = (await app.cards.disputes.list()).data
  app.clock.pass(1000)
  await app.cards.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text } })
  await app.deliver()
}

test('open: it is neither printed nor refunded, and stays to be answered also when the letter is cancelled', async () => {
  const id = await paidByCard(app, disputed)
  expect((await app.books(id)).letter).toBe('needs-person')
  expect((await desk.card(id)).can).toEqual(['cancel'])
  expect(told(await desk.resume(id))).toEqual([409, 'not-paid'])
  expect((await desk.cancel(id)).json<LetterCard>()).toMatchObject({ payment: { dispute: 'open' }, can: [] })
  await app.settleRefunds()
  expect(await app.refunds()).toEqual([])
  expect((await desk.needsPerson()).issues).toMatchObject([{ kind: 'dispute', letterId: id }])
  expect(await toldOfMoney(app, id)).toEqual(['0', 'disputed'])
})

test('won: the letter goes on, and is printed', async () => {
  const id = await paidByCard(app, disputed)
  await decide('winning_evidence')
  expect((await desk.needsPerson()).letters).toMatchObject([
    { card: { id, payment: { dispute: 'won' } }, what: expect.stringContaining('a nuestro favor') },
  ])
  expect((await desk.card(id)).can).toEqual(['resume', 'cancel'])
  expect(told(await desk.resume(id))).toEqual([200, undefined])
  await desk.post('batches')
  expect(await app.books(id)).toMatchObject({ letter: 'batched', jobs: ['void', 'batched'] })
  expect(await desk.needsPerson()).toMatchObject({ letters: [], issues: [] })
})

test('won: or its money goes back, once', async () => {
  const id = await paidByCard(app, disputed)
  await decide('winning_evidence')
  await desk.cancel(id)
  await app.settleRefunds()
  expect([await toldOfMoney(app, id), await app.refunds()]).toMatchObject([['329', undefined], [{}]])
  expect(await desk.needsPerson()).toMatchObject({ letters: [], issues: [] })
})

test('won after the letter was cancelled: an issue says that its money is still here, and it is refunded', async () => {
  const id = await paidByCard(app, disputed)
  await desk.cancel(id)
  await decide('winning_evidence')
  expect((await desk.needsPerson()).issues).toMatchObject([{ kind: 'dispute-won', letterId: id }])
  expect((await desk.card(id)).can).toEqual(['give-back'])
  expect(told(await desk.giveBack(id))).toEqual([200, undefined])
  expect((await app.books(id)).mails).toEqual(['cancelled', 'given-back', 'receipt'])
  await app.settleRefunds()
  expect(await app.refunds()).toHaveLength(1)
  expect((await desk.needsPerson()).issues).toEqual([])
  expect((await desk.card(id)).can).toEqual([])
})

test('lost: the bank has given the money back, and we do not refund it again', async () => {
  const id = await paidByCard(app, disputed)
  await decide('losing_evidence')
  expect((await desk.needsPerson()).letters).toMatchObject([
    { card: { id, payment: { dispute: 'lost' } }, what: expect.stringContaining('le ha devuelto el dinero') },
  ])
  expect((await desk.card(id)).can).toEqual(['cancel'])
  expect(told(await desk.resume(id))).toEqual([409, 'not-paid'])
  expect(told(await desk.cancel(id))).toEqual([200, undefined])
  expect(told(await desk.giveBack(id))).toEqual([409, 'not-now'])
  await app.settleRefunds()
  expect([await toldOfMoney(app, id), await app.refunds()]).toEqual([['0', 'lost'], []])
})

const download = () => desk.call('POST', 'batches/B0001/pdf', { reason: 'print' })
const listed = async () =>
  (await desk.call('POST', 'batches/B0001/csv', { reason: 'print' })).body.split('\r\n')

/** Two letters in a closed batch; the bank asks about the first. */
async function inBatch(status: string, before: () => Promise<unknown> = () => Promise.resolve()) {
  const [id, other] = [await paidByCard(app), await paidByCard(app)]
  await desk.post('batches')
  await before()
  await dispute(id, status)
  return { id, other }
}

test.each(['needs_response', 'lost'])(
  '%s when its batch is closed: it leaves the file and the list, and is neither printed, posted nor printed again (design/trust.md#disputes)',
  async (status) => {
    const { id, other } = await inBatch(status)
    expect((await app.books(id)).letter).toBe('needs-person')
    expect((await listed()).filter((line) => line.includes(id))).toEqual([])
    const file = await download()
    expect([file.statusCode, file.headers['lacre-stopped']]).toEqual([200, '1'])
    expect((await desk.post('batches/B0001/posted')).json()).toMatchObject({ done: 1, held: [] })
    expect((await app.books(other)).letter).toBe('posted')
    expect(told(await desk.post(`letters/${id}/printed`))).toEqual([409, 'not-now'])
    expect(told(await desk.post(`letters/${id}/reprint`, { reason: 'damaged' }))).toEqual([409, 'not-now'])
    expect(await app.books(id)).toMatchObject({ letter: 'needs-person', jobs: ['void'] })
  },
)

test('open when its paper is printed already: its sheets are put aside, and the batch is posted without it', async () => {
  const { id, other } = await inBatch('needs_response', async () => {
    await download()
    await desk.post('batches/B0001/printed')
  })
  const { issues } = await desk.card(id)
  expect(issues.at(-1)).toMatchObject({
    kind: 'dispute',
    note: expect.stringContaining('aparte sus hojas'),
  })
  expect((await desk.post('batches/B0001/posted')).json()).toMatchObject({
    done: 1,
    held: [{ place: expect.any(Number), id, waitsFor: 'person' }],
  })
  const batch = await desk.get<BatchDetail>('batches/B0001')
  expect(batch).toMatchObject({ held: 1, posted: 1, stage: 'posted' })
  expect((await app.books(other)).letter).toBe('posted')
  expect(told(await desk.call('POST', `letters/${id}/pdf`, { reason: 'print' }))).toEqual([409, 'not-now'])
  expect(told(await desk.post(`letters/${id}/posted`))).toEqual([409, 'not-now'])
})

test('open while the file of its batch is made: that file is not taken away, but made again without it', async () => {
  const making = app.world.openMerger
  let meanwhile: (() => Promise<void>) | undefined
  app.world.openMerger = async (...batch) => {
    const merger = await making(...batch)
    return {
      ...merger,
      save: async () => {
        const action = meanwhile
        meanwhile = undefined
        await action?.()
        return merger.save()
      },
    }
  }
  const [id] = [await paidByCard(app), await paidByCard(app)]
  await desk.post('batches')
  meanwhile = () => dispute(id, 'needs_response')
  expect((await download()).headers['lacre-stopped']).toBe('1')
  expect(await app.books(id)).toMatchObject({ letter: 'needs-person', jobs: ['void'] })
})

test('won when its batch is closed: the letter goes on with another batch', async () => {
  const { id } = await inBatch('needs_response', download)
  await decide('winning_evidence')
  expect(told(await desk.resume(id))).toEqual([200, undefined])
  await desk.post('batches')
  expect(await app.books(id)).toMatchObject({ letter: 'batched', jobs: ['void', 'batched'] })
})

test.each([
  ['needs_response', [409, 'not-paid'], 'posted', ['dispute']],
  ['lost', [409, 'not-paid'], 'posted', ['dispute-lost']],
  ['won', [200, undefined], 'batched', []],
] as const)(
  '%s after it was posted: what is told, and whether it is printed again',
  async (status, answer, letter, kinds) => {
    const supervisor = await openDesk(app, 'Sofía', true)
    const { id } = await inBatch(status, async () => {
      await download()
      await desk.post('batches/B0001/posted')
    })
    const again = { reason: 'lost', supervisorReason: 'lo pide quien escribe' }
    const { can } = await supervisor.card(id)
    expect(can.includes('reprint-posted')).toBe(letter === 'batched')
    expect(told(await supervisor.post(`letters/${id}/reprint`, again))).toEqual(answer)
    expect((await app.books(id)).letter).toBe(letter)
    expect((await desk.needsPerson()).issues.map(({ kind }) => kind)).toEqual(kinds)
  },
)
