import type { State } from '@lacre/letter/journey.ts'
import { describe, expect, test } from 'vitest'
import { addressesAsText } from '../letters/stored.ts'
import { forgetRecipients, type Mail, queueMail as putInOutbox } from '../mail/outbox.ts'
import { systemRandom } from '../outside/clock.ts'
import { aLetter, ana, luis } from '../testing/factories.ts'
import { goodPassword, openAccounts } from '../testing/test-app.ts'
import { everything } from '../testing/mailbox/everything.ts'
import { testClock } from '../testing/test-clock.ts'
import { createIntent } from '../payments/intent.ts'
import { goodCard } from '../testing/test-cards.ts'

const email = 'zarzamora@ejemplo.test'

/** A verified account with a session and letters in these states; the payment of unpaid ones has begun. */
async function customer(states: State[], { payment }: { payment?: 'paid' | 'unknown' } = {}) {
  const clock = testClock()
  const app = await openAccounts({ clock })
  const { db, world } = app
  const token = await app.registerProven(email)
  const { id: accountId = '' } = await app.account(token)
  const letters: string[] = []
  const addresses = addressesAsText({ origin: ana, destination: luis })
  const open = { cipher: app.cipher, addresses, content: '<p>zarzamora</p>', pdf: Buffer.from('pdf') }
  for (const state of states) letters.push(await aLetter(db, { account_id: accountId, state, open }))
  if (payment) {
    const account = { accountId, sessionId: accountId, email, emailVerified: true, network: '192.0.2.1' }
    const intent = await createIntent(world, account, { letterId: letters.at(-1)! })
    if (!('clientSecret' in intent)) throw new Error(intent.refused)
    const { sandbox, network } = app.provider
    if (payment === 'paid') await sandbox.confirm({ client_secret: intent.clientSecret, card: goodCard })
    else network.meddle = () => Promise.reject(new Error('no answer'))
  }
  const queueMail = (mail: Mail) => db.transaction().execute((tx) => putInOutbox(world, tx, mail))

  const erase = async (body: object = { confirmation: 'BORRAR', password: goodPassword }, bearer = token) => {
    const reply = await app.inject(bearer, 'DELETE', '/account', body)
    return { status: reply.statusCode, ...reply.json<{ detail?: string; code?: string }>() }
  }
  return { app, db, clock, token, accountId, letters, queueMail, erase }
}

test('an erased account leaves days and prices, and nothing that names a person or opens a letter (design/privacy.md#letters-are-forgotten)', async () => {
  const { db, erase, token, app, accountId, letters, queueMail } = await customer(['posted', 'cancelled'])
  await app.post('/auth/forgot-password', { email })
  await app.linksTo(email, 'password-reset')
  await queueMail({ kind: 'posted', data: { letterId: letters[0]!, arrival: '2026-11-26' } })
  const shown = { id: systemRandom.uuid(), subject: 's', text: 't', html: 'h', sent_at: new Date(0) }
  await db
    .insertInto('sandbox_mail')
    .values({ ...shown, recipient: email })
    .execute()
  const keys = (await db.selectFrom('letter_secret').select('wrapped_key').execute()).map(({ wrapped_key }) =>
    wrapped_key.toString('hex'),
  )
  const before = await everything(db)
  for (const planted of ['zarzamora', '28013', ...keys]) expect(before).toContain(planted)

  const known = () => db.selectFrom('known_device').selectAll().execute()
  expect(await known()).toHaveLength(1)

  expect(await erase()).toEqual({ status: 200, message: 'Su cuenta se ha borrado.' })

  expect(await known()).toEqual([])
  const after = await everything(db)
  for (const planted of ['zarzamora', '28013', ...keys]) expect(after).not.toContain(planted)
  expect(await db.selectFrom('letter').select(['account_id', 'total_cents']).execute()).toEqual([
    { account_id: accountId, total_cents: 329 },
    { account_id: accountId, total_cents: 329 },
  ])
  expect((await app.account(token)).status).toBe(401)
  expect((await app.logIn(email)).status).toBe(401)
  expect((await app.register(email)).status).toBe(200)
})

test('without letters nothing is left at all', async () => {
  const { db, erase } = await customer([])
  await erase()
  expect(await db.selectFrom('account').select('id').execute()).toEqual([])
})

test('closes an unpaid letter first, so that it can no longer be paid', async () => {
  const { db, erase } = await customer(['frozen'])
  expect((await erase()).status).toBe(200)
  expect(await db.selectFrom('letter').select('state').execute()).toEqual([{ state: 'cancelled' }])
})

test('a letter that was paid a moment ago is cancelled first, and its money goes back', async () => {
  const { db, erase } = await customer(['frozen'], { payment: 'paid' })
  expect((await erase()).status).toBe(200)
  expect(await db.selectFrom('letter').select('state').execute()).toEqual([{ state: 'cancelled' }])
  expect(await db.selectFrom('refund').select('amount_cents').execute()).toEqual([{ amount_cents: 329 }])
})

describe('erases nothing while a letter waits for print or its money is in doubt, and says what to do', () => {
  test.each<[State, 'paid' | 'unknown' | undefined, number, RegExp]>([
    ['paid', undefined, 409, /Cancélela en «Mis cartas»/],
    ['batched', undefined, 409, /en la imprenta/],
    ['printed', undefined, 409, /en la imprenta/],
    ['needs-person', undefined, 409, /revisando/],
    ['frozen', 'unknown', 503, /comprobar el pago/],
  ])('%s (payment %s)', async (state, payment, status, detail) => {
    const { db, erase, app, token } = await customer(['posted', state], payment && { payment })
    const draft = { content: '<p>zarzamora</p>', basedOn: null }
    await app.inject(token, 'PUT', `/drafts/${systemRandom.uuid()}`, draft)
    expect(await erase()).toMatchObject({ status, detail: expect.stringMatching(detail) as string })
    expect(await db.selectFrom('letter_secret').select('letter_id').execute()).toHaveLength(2)
    expect(await db.selectFrom('draft').select('id').execute()).toHaveLength(1)
    expect((await app.account(token)).email).toBe(email)
  })
})

describe('an open session alone erases nothing', () => {
  test.each<[string, object, number, RegExp]>([
    ['without the word', { password: goodPassword }, 400, /Escriba BORRAR/],
    ['with another word', { confirmation: 'borrar', password: goodPassword }, 400, /Escriba BORRAR/],
    ['without the password', { confirmation: 'BORRAR' }, 403, /contraseña no es correcta/],
    [
      'with another password',
      { confirmation: 'BORRAR', password: 'otra frase larga' },
      403,
      /no es correcta/,
    ],
  ])('%s', async (_, body, status, detail) => {
    const { erase, app, token } = await customer([])
    expect(await erase(body)).toMatchObject({ status, detail: expect.stringMatching(detail) as string })
    expect((await app.account(token)).status).toBe(200)
  })

  test.each([
    [16, 403],
    [14, 200],
  ])('of an account without a password, signed in %i minutes ago: %i', async (minutes, status) => {
    const { app, erase, clock } = await customer([])
    const { access_token: token } = await app.signInSocially({ email: 'sin@ejemplo.test' })
    clock.pass(minutes * 60_000)
    expect((await erase({ confirmation: 'BORRAR' }, token)).status).toBe(status)
  })

  test('no account, no call', async () => {
    const { erase } = await customer([])
    expect((await erase(undefined, 'x'.repeat(43))).status).toBe(401)
  })
})

test('the word that money comes back still goes out, and is forgotten afterwards', async () => {
  const { app, db, clock, erase, letters, queueMail } = await customer(['cancelled'])
  const [letterId = ''] = letters
  await queueMail({ kind: 'cancelled', data: { letterId, refunded: '329' } })
  await erase()
  expect(await app.mails('cancelled')).toMatchObject([{ recipient: email }])
  expect(await forgetRecipients({ db, clock })).toBe(0)

  await db.updateTable('mail').set({ sent_at: clock.now() }).where('kind', '=', 'cancelled').execute()
  expect(await forgetRecipients({ db, clock })).toBe(1)
  expect(await everything(db)).not.toContain(email)
})

test('a claim that is erased takes nothing from another claim on the same address', async () => {
  const { app, erase, db } = await customer([])
  const rival = 'doble@ejemplo.test'
  const { access_token: mine } = await app.register(rival, 'una frase de verdad')
  await app.register(rival, 'otra frase de verdad')
  expect(await app.linksTo(rival)).toHaveLength(2)
  expect((await erase({ confirmation: 'BORRAR', password: 'una frase de verdad' }, mine)).status).toBe(200)
  const mails = await db.selectFrom('mail').select('key').where('recipient', '=', rival).execute()
  expect(mails).toHaveLength(1)
  expect((await app.logIn(rival, 'otra frase de verdad')).status).toBe(200)
})

test('sends no mail after the erasure', async () => {
  const { app, erase, letters, queueMail } = await customer(['posted'])
  await erase()
  await queueMail({ kind: 'returned', data: { letterId: letters[0]!, reason: 'x' } })
  expect(await app.mails('returned')).toEqual([])
})
