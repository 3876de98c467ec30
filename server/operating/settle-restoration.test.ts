// @module-tag long
import { days } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../database/tables.ts'
import { stateOf } from '../testing/factories.ts'
import { letterJustPaid, openPayments, type PaymentsApp } from '../testing/test-app.ts'
import { backUp as backUpApp, restoreApp } from '../testing/restored/restored-app.ts'

let app: PaymentsApp
let path: string
beforeEach(async () => {
  app = await openPayments()
})

async function backUp() {
  path = await backUpApp(app)
}

const restored = () => restoreApp(app, path)

const issues = (db: Db) => db.selectFrom('issue').select(['kind', 'letter_id']).orderBy('kind').execute()

test('money for a letter that was written after the backup is no longer ours to print: a person is told', async () => {
  await backUp()
  const { intentId } = await letterJustPaid(app)
  const { db, settle } = await restored()
  await settle()
  const { rows } = await sql`select kind, letter_id, reference from issue`.execute(db)
  expect(rows).toEqual([{ kind: 'payment-unknown', letter_id: null, reference: intentId }])
})

test('what was paid and waiting in the backup is held too: it may have been printed since', async () => {
  const { letterId } = await letterJustPaid(app)
  await app.deliver()
  await backUp()
  const first = await restored()
  expect(await first.settle()).toMatchObject({ payments: 0, held: 1 })
  expect(await first.books(letterId)).toMatchObject({ letter: 'needs-person', jobs: ['waiting'] })
  await first.take(letterId, 'resume')
  expect(await stateOf(first.db, letterId)).toBe('paid')

  const second = await restored()
  expect(await second.settle({ nothingPrinted: true })).toMatchObject({ held: 0 })
  expect(await stateOf(second.db, letterId)).toBe('paid')
})

test('mail that had not gone is not sent again by itself, and keeps what a person needs to send it', async () => {
  await letterJustPaid(app)
  await app.deliver()
  await backUp()
  const { db, settle } = await restored()
  expect(await settle()).toMatchObject({ mails: 1 })
  const mail = await db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ kind: 'receipt', error: 'RESTORED', sent_at: null })
  expect(mail.given_up_at).not.toBeNull()
  expect(mail.data).toHaveProperty('letterId')
})

test('a payment that the provider does not know is a matter for a person; the rest is settled', async () => {
  const accountId = await app.account()
  const poisoned = await app.letter(accountId)
  const lost = (await app.secret(poisoned, accountId)).split('_secret_')[0] ?? ''
  app.clock.pass(5 * 24 * 60 * 60 * 1000)
  const { letterId } = await letterJustPaid(app)
  await backUp()
  await app.db.deleteFrom('sandbox_card_intent').where('id', '=', lost).execute()
  const { db, settle } = await restored()
  expect(await settle()).toMatchObject({ payments: 1, held: 1 })
  expect(await stateOf(db, letterId)).toBe('needs-person')
  expect(await issues(db)).toEqual([
    { kind: 'payment-unreadable', letter_id: poisoned },
    { kind: 'restored', letter_id: letterId },
  ])
  expect(await settle()).toBe('nothing-to-settle')
})

test('a letter that waits for its day was paid long ago, and is asked about from then on (design/letter.md#posting-day)', async () => {
  const { letterId } = await letterJustPaid(app)
  await app.deliver()
  const paidAt = new Date(app.clock.now().getTime() - days(80))
  await app.db.updateTable('letter').set({ state_since: paidAt }).where('id', '=', letterId).execute()
  await backUp()
  const { settle, cards } = await restored()
  const listed = vi.spyOn(cards.paymentIntents, 'list')
  await settle()
  const created = { gte: Math.floor(paidAt.getTime() / 1000) }
  expect(listed).toHaveBeenCalledWith(expect.objectContaining({ created }))
})

test('with the card provider silent nothing is settled, and it can be done later; twice does nothing', async () => {
  const { letterId } = await letterJustPaid(app)
  await app.deliver()
  await backUp()
  const { db, settle, network } = await restored()
  const { meddle } = network
  network.meddle = () => Promise.reject(new Error('no answer'))
  expect(await settle()).toBe('unreachable')
  network.meddle = meddle
  expect(await stateOf(db, letterId)).toBe('paid')
  const open = () => db.selectFrom('restoration').select('settled_at').execute()
  expect(await open()).toEqual([{ settled_at: null }])
  expect(await settle()).toMatchObject({ held: 1 })
  expect(await open()).toEqual([{ settled_at: app.clock.now() }])
  expect(await settle()).toBe('nothing-to-settle')
})
