// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { issueKinds } from '../database/issue-kinds.ts'
import { raiseIssue } from '../database/issues.ts'
import {
  type ConsoleApp,
  type Desk,
  openConsole,
  openDesk,
  paidByCard,
  told,
} from '../testing/console-app.ts'

let app: ConsoleApp
let desk: Desk
beforeEach(async () => {
  app = await openConsole()
  desk = await openDesk(app)
})

test('resumed, a paid letter waits with a new job, whatever lived of the old one is void, and its issues are settled', async () => {
  const id = await paidByCard(app)
  await desk.print('printed')
  await app.doubt(id)
  await raiseIssue(app.db, { kind: 'print-damaged', letterId: id, reference: id, note: 'Una duda.' })
  expect(await desk.needsPerson()).toMatchObject({
    letters: [
      {
        card: { id, state: 'needs-person', payment: { state: 'paid', cents: 329 } },
        what: 'Los bytes guardados no son los que se pagaron.',
        can: ['resume', 'cancel'],
      },
    ],
    issues: [],
  })
  const card = (await desk.resume(id)).json<LetterCard>()
  expect([card.state, card.attempts.map(({ state }) => state), card.issues]).toEqual([
    'paid',
    ['void', 'waiting'],
    [],
  ])
  expect(await desk.get('batches/B0001')).toMatchObject({ letters: [], isMade: false })
  await desk.post('batches')
  expect(await app.books(id)).toEqual({ letter: 'batched', jobs: ['void', 'batched'], mails: ['receipt'] })
  expect((await app.acts()).find(({ action }) => action === 'resume')).toMatchObject({
    operator: 'Olga',
    subject: id,
    note: 'hablado con el banco',
  })
})

test('a letter that came from frozen and was never paid is not resumed: it would be printed unpaid (design/trust.md#never-printed-unpaid)', async () => {
  const id = await app.unpaid()
  await app.doubt(id)
  expect(told(await desk.resume(id))).toEqual([409, 'not-paid'])
  expect(await app.books(id)).toEqual({ letter: 'needs-person', jobs: [], mails: [] })
})

test('money that arrives while it needs a person makes it resumable, with its receipt; also when no event told us', async () => {
  const id = await app.unpaid()
  await app.pay(id)
  await app.doubt(id)
  expect(told(await desk.resume(id))).toEqual([200, undefined])
  expect(await app.books(id)).toEqual({ letter: 'paid', jobs: ['waiting'], mails: ['receipt'] })
  await app.deliver()
  expect(await app.books(id)).toEqual({ letter: 'paid', jobs: ['waiting'], mails: ['receipt'] })
  expect(await app.openIssues()).toEqual([])
})

test('the provider’s own record decides: without its answer nothing changes', async () => {
  const id = await paidByCard(app)
  await app.doubt(id)
  app.network.meddle = () => Promise.reject(new TypeError('fetch failed'))
  expect(told(await desk.resume(id))).toEqual([503, 'provider-unavailable'])
  expect(told(await desk.cancel(id))).toEqual([503, 'provider-unavailable'])
  expect((await app.books(id)).letter).toBe('needs-person')
})

test.each([
  ['refunded at the provider, without its event', 'refunded'],
  ['disputed', 'disputed'],
  ['of another sum than the letter asked', 'other-sum'],
] as const)('what is %s is not printed', async (_what, trouble) => {
  const id = await paidByCard(app, trouble === 'disputed' ? '4000 0000 0000 0259' : undefined)
  const intent_id = await app.intentOf()
  if (trouble !== 'disputed') await app.doubt(id)
  if (trouble === 'refunded') await app.cards.refunds.create({ payment_intent: intent_id })
  if (trouble === 'other-sum') await app.changeIntents({ amount_received: 1 })
  expect(told(await desk.resume(id))).toEqual([409, 'not-paid'])
  expect((await app.books(id)).letter).toBe('needs-person')
})

test('a letter that was posted once is not resumed, though an attempt of it is alive again', async () => {
  const id = await paidByCard(app)
  await desk.print('posted')
  const sara = await app.operator('Sara', true)
  const body = { reason: 'lost', supervisorReason: 'El saco de Correos se quemó' }
  await app.call(sara, 'POST', `letters/${id}/reprint`, body)
  await app.doubt(id)
  expect(told(await desk.resume(id))).toEqual([409, 'posted-before'])
  expect((await desk.needsPerson()).letters[0]?.can).toEqual(['cancel'])
})

test('a letter that needs no person is neither resumed nor cancelled here', async () => {
  const id = await paidByCard(app)
  expect([told(await desk.resume(id)), told(await desk.cancel(id))]).toEqual([
    [409, 'not-now'],
    [409, 'not-now'],
  ])
})

test('two operators resume at once: one job lives', async () => {
  const id = await paidByCard(app)
  await desk.print()
  await app.doubt(id)
  const answers = await Promise.all([desk.resume(id), desk.resume(id), desk.resume(id)])
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await app.books(id)).toMatchObject({ letter: 'paid', jobs: ['void', 'waiting'] })
})

test('cancelled, a paid letter’s money goes back once, however many ask, and its sender is told (design/print-room.md#print-room-acceptance)', async () => {
  const id = await paidByCard(app)
  await desk.print('printed')
  await app.doubt(id)
  const answers = await Promise.all([desk.cancel(id), desk.cancel(id)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await desk.cancel(id)
  await app.settleRefunds()
  await app.settleRefunds()
  expect(await app.refunds()).toHaveLength(1)
  expect(await app.books(id)).toEqual({
    letter: 'cancelled',
    jobs: ['void'],
    mails: ['cancelled', 'receipt'],
  })
  expect((await app.acts()).filter(({ action }) => action === 'cancel')).toHaveLength(1)
  const [mail] = await app.mails('cancelled')
  expect(mail?.data).toEqual({ letterId: id, refunded: '329' })
})

test('cancelled before it was paid, it can no longer be paid', async () => {
  const id = await app.unpaid()
  await app.begin(app.ana, id)
  await app.doubt(id)
  expect((await desk.cancel(id)).statusCode).toBe(200)
  const intent = app.db.selectFrom('sandbox_card_intent').select('body')
  expect((await intent.executeTakeFirstOrThrow()).body['status']).toBe('canceled')
  await app.settleRefunds()
  expect([await app.refunds(), await app.books(id)]).toEqual([
    [],
    { letter: 'cancelled', jobs: [], mails: ['cancelled'] },
  ])
})

test('cancelling settles the issues of a letter, except those about money that still needs a person', async () => {
  const id = await paidByCard(app)
  await app.doubt(id)
  for (const kind of issueKinds) await raiseIssue(app.db, { kind, letterId: id, reference: kind, note: '' })
  expect((await desk.cancel(id)).statusCode).toBe(200)
  const open = (await desk.needsPerson()).issues.map(({ kind }) => kind)
  expect(open.toSorted()).toEqual([
    'dispute',
    'payment-mismatch',
    'payment-unknown',
    'payment-unreadable',
    'refund-failed',
    'refund-stuck',
    'refund-unnamed',
  ])
})

test('an issue without a letter is settled once, with what was done', async () => {
  await raiseIssue(app.db, {
    kind: 'payment-unknown',
    letterId: null,
    reference: 'pi_1',
    note: 'Un cobro.',
  })
  const { issues } = await desk.needsPerson()
  expect(issues).toMatchObject([
    {
      kind: 'payment-unknown',
      what: 'El proveedor de pago ha cobrado algo que aquí no consta.',
      note: 'Un cobro.',
    },
  ])
  const path = `issues/${issues[0]?.id}/settle`
  expect((await desk.post(path, { note: 'x' })).statusCode).toBe(400)
  expect((await desk.post(path, { note: 'devuelto a mano' })).json()).toEqual({
    settledAt: '2026-11-23T09:00:00.000Z',
  })
  expect(told(await desk.post(path, { note: 'otra vez' }))).toEqual([409, 'already-settled'])
  expect((await desk.needsPerson()).issues).toEqual([])
  expect((await app.acts()).at(-1)).toMatchObject({
    action: 'settle-issue',
    note: 'payment-unknown: devuelto a mano',
  })
})
