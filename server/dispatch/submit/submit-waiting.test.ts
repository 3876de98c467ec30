import { minutes } from '@lacre/letter/duration.ts'
import { day } from '@lacre/letter/day.ts'
import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { dispatchHouse, type DispatchHouse } from '../../testing/dispatch-house.ts'
import { pingenPdf } from '../../testing/pingen/a-pdf.ts'
import { claimReady, submissionBy } from '../submissions/submissions-table.ts'
import { submitWaiting } from './submit-waiting.ts'

let house: DispatchHouse
beforeEach(async () => {
  house = await dispatchHouse()
})

test('a paid letter is given to the printer once, and counts as batched from the moment it may leave (design.md#cancel-until-closed)', async () => {
  const id = await house.put()
  await house.submit()
  expect(await house.books(id)).toEqual({
    letter: 'batched',
    jobs: ['batched'],
    submissions: ['unknown'],
    mails: [],
  })
  expect(house.tray(id)).toEqual({ created: 1, sent: 0 })
  await house.pingen.standIn.advance()
  house.clock.pass(minutes(1))
  await house.lookUp()
  expect(await house.books(id)).toMatchObject({ letter: 'batched', submissions: ['accepted'] })
  await house.submit()
  await house.lookUp()
  expect(house.tray(id)).toEqual({ created: 1, sent: 1 })
})

test('what they hold are the bytes whose hash was paid (design.md#freeze-before-pay)', async () => {
  const pdf = await pingenPdf({ pages: 3 })
  const id = await house.accepted({ pdf, pages: 3 })
  const sent = house.pingen.ledger().find(({ did }) => did === 'sent')
  const { pdf_sha256 } = await house.db
    .selectFrom('letter')
    .select('pdf_sha256')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(sent?.sha256).toBe(pdf_sha256)
  expect(pdf_sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
})

test.each([
  ['paid at half past five sharp, of the next day', '2026-11-23T16:30:00Z', 'paid'],
  ['paid a moment before', '2026-11-23T16:29:59.999Z', 'batched'],
  ['paid on Saturday', '2026-11-21T12:00:00Z', 'batched'],
])('%s (a sender may cancel until the cut-off)', async (_when, paidAt, letter) => {
  const id = await house.put({ paidAt })
  await house.submit()
  expect((await house.books(id)).letter).toBe(letter)
})

test.each([
  ['a later day', '2026-11-24', 'paid', undefined],
  ['this day', '2026-11-23', 'batched', 'unknown'],
  ['the Saturday before', '2026-11-21', 'batched', 'unknown'],
])(
  'paid in September for %s: it is submitted when that has come (design.md#posting-day)',
  async (_day, chosen, letter, submission) => {
    const id = await house.put({ paidAt: '2026-09-01T09:00:00Z', post_on: day(chosen) })
    await house.submit()
    expect((await house.books(id)).letter).toBe(letter)
    expect((await house.submissionOf(id))?.state).toBe(submission)
    expect(house.tray(id).created).toBe(submission ? 1 : 0)
  },
)

test.each([
  ['when that day begins', '2026-11-29', '2026-11-29T22:59:00Z', '2026-11-29T23:01:00Z'], // a Sunday
  ['the day after where it is closed', '2026-12-02', '2026-12-02T22:59:00Z', '2026-12-02T23:01:00Z'],
])('without a cut-off a letter for a day leaves %s', async (_when, chosen, before, at) => {
  const byHand = await dispatchHouse({}, 'by-hand')
  byHand.room.closedDays = [day('2026-12-02')]
  const id = await byHand.put({ post_on: day(chosen) })
  byHand.clock.set(before)
  await byHand.submit()
  expect((await byHand.books(id)).letter).toBe('paid')
  byHand.clock.set(at)
  await byHand.submit()
  expect((await byHand.books(id)).letter).toBe('batched')
})

test('without a cut-off a letter leaves an hour after it was paid', async () => {
  const byHand = await dispatchHouse({}, 'by-hand')
  const id = await byHand.put({ paidAt: '2026-11-23T16:00:00Z' })
  await byHand.submit()
  expect((await byHand.books(id)).letter).toBe('paid')
  byHand.clock.pass(1)
  await byHand.submit()
  expect((await byHand.books(id)).letter).toBe('batched')
})

test.each(['frozen', 'cancelled', 'expired', 'needs-person', 'posted'] as const)(
  'a letter that is %s never leaves: only paid ones do (design.md#never-printed-unpaid)',
  async (state) => {
    const id = await house.put({ state })
    await house.submit()
    expect((await house.books(id)).letter).toBe(state)
    expect(house.pingen.ledger()).toEqual([])
  },
)

test('a letter frozen for the own envelopes is not given away; a person is told, once', async () => {
  const id = await house.put({ paper: 'ES-IZQ-1' })
  await house.submit()
  await house.submit()
  expect((await house.books(id)).letter).toBe('paid')
  expect(await house.concerns()).toEqual(['printer-other-paper'])
})

test('of one for the own envelopes that is for a later day, nobody is told before (design.md#posting-day)', async () => {
  await house.put({ paper: 'ES-IZQ-1', post_on: day('2026-11-24') })
  await house.submit()
  expect(await house.concerns()).toEqual([])
})

test('when the print room prints, nothing new leaves, but what had left is carried on', async () => {
  const before = await house.put()
  house.pingen.once('file-upload', 'broken')
  await house.submit()
  const after = await house.put()
  house.clock.pass(minutes(1))
  await submitWaiting(house.room, { isPrinting: false })
  expect([house.tray(before).created, (await house.books(after)).letter]).toEqual([1, 'paid'])
})

test('damaged bytes never leave the house: a person must look (design.md#freeze-before-pay)', async () => {
  const id = await house.put()
  await house.db
    .updateTable('letter')
    .set({ pdf_sha256: '0'.repeat(64) })
    .where('id', '=', id)
    .execute()
  await house.submit()
  expect(await house.books(id)).toMatchObject({
    letter: 'needs-person',
    jobs: ['void'],
    submissions: ['rejected'],
  })
  expect(await house.concerns()).toEqual(['printer-rejected'])
  expect(house.pingen.ledger()).toEqual([])
})

test.each(['wrong-pages', 'address-misread', 'abroad'] as const)(
  'their %s: not printed, and a person must look, loudly',
  async (fault) => {
    house.pingen.standIn.faults.letter = () => fault
    const id = await house.put()
    await house.submit()
    await house.pingen.standIn.advance()
    house.clock.pass(minutes(1))
    await house.lookUp()
    expect(await house.books(id)).toMatchObject({
      letter: 'needs-person',
      jobs: ['void'],
      submissions: ['rejected'],
    })
    expect(await house.concerns()).toEqual(['printer-rejected'])
    expect(house.tray(id).sent).toBe(0)
  },
)

test('the printer is down for thirty hours: letters wait untouched and leave afterwards, once each', async () => {
  house.pingen.standIn.faults.call = () => 'broken'
  const ids = [await house.put(), await house.put()]
  for (let round = 0; round < 40; round++) {
    await house.submit()
    await house.lookUp()
    house.clock.pass(minutes(60))
  }
  expect(await house.concerns()).toEqual(['printer-silent', 'printer-silent'])
  house.pingen.standIn.faults.call = () => undefined
  for (let round = 0; round < 3; round++) {
    await house.submit()
    await house.pingen.standIn.advance()
    house.clock.pass(minutes(60))
    await house.lookUp()
  }
  for (const id of ids) {
    expect((await house.books(id)).submissions).toEqual(['accepted'])
    expect(house.tray(id)).toEqual({ created: 1, sent: 1 })
  }
})

test('two nodes at once: each letter is given once', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => house.put()))
  await Promise.all([house.submit(), house.submit(), house.submit()])
  await Promise.all([house.submit(), house.lookUp()])
  for (const id of ids) expect(house.tray(id).created).toBe(1)
})

test('the key is written down before they are asked, and stays the same for ever (design.md#unknown-is-a-state)', async () => {
  const id = await house.put()
  const { printer } = house.room
  const rows: Awaited<ReturnType<typeof submissionBy>>[] = []
  house.room.printer = {
    ...printer,
    async submit(order) {
      rows.push(await submissionBy(house.db, 'reference', order.reference))
      return { is: 'unknown', because: 'no-answer' }
    },
  }
  for (let round = 0; round < 3; round++) {
    await house.submit()
    house.clock.pass(minutes(60))
    await house.lookUp()
  }
  expect(rows.length).toBeGreaterThan(2)
  for (const row of rows)
    expect(row).toMatchObject({
      idempotency_key: `lacre:${id}:a1`,
      state: 'submitting',
      key_used_at: new Date('2026-11-23T17:00:00Z'),
    })
})

test('one living submission a letter: the database refuses a second (design.md#database-is-the-guard)', async () => {
  const id = await house.put()
  await house.submit()
  const job = { letter_id: id, attempt: 2, state: 'void' as const, created_at: house.clock.now() }
  await house.db.insertInto('print_job').values(job).execute()
  const second = house.db
    .insertInto('submission')
    .values({
      letter_id: id,
      attempt: 2,
      printer: 'pingen',
      reference: 'another',
      idempotency_key: 'another',
      state: 'ready',
      next_at: house.clock.now(),
      created_at: house.clock.now(),
    })
    .execute()
  await expect(second).rejects.toThrow(/submission_once/)
})

test('a lease holds a submission for one worker', async () => {
  await house.put()
  house.pingen.once('file-upload', 'broken')
  await house.submit()
  house.clock.pass(minutes(1))
  const now = { printer: 'pingen', now: house.clock.now() }
  expect(await claimReady(house.db, now)).toMatchObject({ state: 'submitting', usedBefore: null })
  expect(await claimReady(house.db, now)).toBeUndefined()
})
