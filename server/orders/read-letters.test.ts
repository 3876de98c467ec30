import type { Failure, LetterDetail, LetterPage } from '@lacre/letter/calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { takeStep } from '../letters/steps.ts'
import { ana, luis, written } from '../testing/factories.ts'
import { lockWaits } from '../testing/locks/lock-waits.ts'
import { openLetters, openOwnLetters } from '../testing/test-app.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { letterFigures } from '../accounts/accounts-table.ts'

const typesetter = ownTypesetter()

test('a list holds the account’s own letters, newest first, a page at a time (design/letter.md#my-letters)', async () => {
  const app = await openLetters(typesetter)
  const [me, other] = [await app.account(), await app.account()]
  await app.freeze(other)
  const ids: string[] = []
  for (let number = 1; number <= 23; number++) {
    const to = { ...luis, name: `Luis ${number}` }
    ids.unshift((await app.freeze(me, written('<p>Hola</p>', ana, to))).id)
    if (number % 2 === 0) app.clock.pass(1000) // pairs share an instant
  }

  const first = (await app.get(me, '/letters/')).json<LetterPage>()
  expect(first.letters).toHaveLength(20)
  const second = (await app.get(me, `/letters/?cursor=${first.next}`)).json<LetterPage>()
  expect(second.next).toBeNull()
  const letters = [...first.letters, ...second.letters]
  expect(letters.map(({ id }) => id).sort()).toEqual(ids.toSorted())
  const instants = letters.map(({ createdAt }) => createdAt)
  expect(instants).toEqual(instants.toSorted().reverse())
  expect(letters[0]).toMatchObject({ recipient: 'Luis 23', city: 'Madrid', state: 'frozen', paidAt: null })
})

test.each(['x', '', 'MjAyNi0xMS0yMQ', Buffer.from('2026-13-45T00:00:00.000Z x').toString('base64url')])(
  'a cursor we never wrote, %j, is refused',
  async (cursor) => {
    const app = await openLetters(typesetter)
    const response = await app.get(await app.account(), `/letters/?cursor=${cursor}`)
    expect(response.statusCode).toBe(400)
  },
)

test('a letter tells its words, addresses, price and history (design/letter.md#my-letters)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const frozen = await app.freeze(me)
  const createdAt = app.clock.now().toISOString()
  app.clock.pass(60_000)
  const paidAt = app.clock.now()
  await app.take(frozen.id, 'pay', 'card-provider')
  expect((await app.get(me, `/letters/${frozen.id.toUpperCase()}`)).json<LetterDetail>()).toEqual({
    id: frozen.id,
    access: 'full',
    state: 'paid',
    recipient: 'Luis Gómez',
    city: 'Madrid',
    firstWords: 'Querido Luis: ¿Cómo estás?',
    returnable: false,
    pages: 1,
    sheets: 1,
    style: 'clasica',
    signature: null,
    seal: false,
    replyCode: false,
    dateLine: null,
    draftId: null,
    language: 'es',
    size: 'normal',
    hash: frozen.hash,
    total: 329,
    createdAt,
    paidAt: paidAt.toISOString(),
    postedAt: null,
    sha256: expect.stringMatching(new RegExp(`^${frozen.hash}[\\da-f]{52}$`)) as string,
    content: '<p>Querido Luis:</p><p>¿Cómo estás?</p>',
    origin: ana,
    destination: luis,
    lines: frozen.lines,
    refunded: 0,
    returning: 0,
    notReturned: 0,
    dispute: null,
    paidBefore: null,
    cancellable: true,
    returnReason: null,
    givenBack: false,
    againOf: null,
    again: null,
    invoices: [],
    postOn: null,
    order: null,
    charged: false, // its step was written without a payment
    cancelUntil: '2026-11-23T16:30:00.000Z', // Monday; it was paid on a Saturday
    now: paidAt.toISOString(),
    history: [
      { at: createdAt, from: null, to: 'frozen', cause: 'sender' },
      { at: paidAt.toISOString(), from: 'frozen', to: 'paid', cause: 'card-provider' },
    ],
  })
})

test('a letter that is paid while it is read is told as it was before, or after, and never half', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me)
  const now = app.clock.now()
  let reading: Promise<LetterDetail> | undefined
  await app.db.transaction().execute(async (tx) => {
    await sql`lock table letter_step in access exclusive mode`.execute(tx)
    reading = app.get(me, `/letters/${id}`).then((answer) => answer.json<LetterDetail>())
    await expect.poll(() => lockWaits(app.db)).toBe(1)
    await takeStep(tx, { letterId: id, step: 'pay', cause: 'card-provider', now })
  })
  expect(await reading).toMatchObject({ state: 'frozen', paidAt: null, history: [{ to: 'frozen' }] })
})

test('an unpaid letter says when its twin was paid, so that a second payment is no accident (design/sending.md#same-letter-same-intent)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const first = await app.freeze(me)
  await app.take(first.id, 'pay')
  const second = await app.freeze(me)
  const paidBefore = async (id: string) =>
    (await app.get(me, `/letters/${id}`)).json<LetterDetail>().paidBefore
  expect(await paidBefore(second.id)).toBe(app.clock.now().toISOString())
  expect(await paidBefore(first.id)).toBeNull()
})

// design/letter.md#says-until-when
test.each([
  ['Monday 10:00', '2026-11-23T09:00:00Z', '2026-11-23T16:30:00.000Z'],
  ['Monday 17:29:59', '2026-11-23T16:29:59Z', '2026-11-23T16:30:00.000Z'],
  ['Monday 17:30, which is the next one’s', '2026-11-23T16:30:00Z', '2026-11-24T16:30:00.000Z'],
  ['the eve of a holiday, in the evening', '2026-12-07T17:00:00Z', '2026-12-09T16:30:00.000Z'],
])('paid on %s, a letter says until when it can be cancelled', async (_, paid, until) => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me)
  const cancelUntil = async () => {
    const detail = (await app.get(me, `/letters/${id}`)).json<LetterDetail>()
    const [listed] = (await app.get(me, '/letters/')).json<LetterPage>().letters
    expect(listed?.cancelUntil).toBe(detail.cancelUntil)
    return detail.cancelUntil
  }
  expect(await cancelUntil()).toBeNull() // not paid: nothing is printed, and nothing is to be given back

  app.clock.set(paid)
  await app.take(id, 'pay')
  app.clock.set('2026-12-24T12:00:00Z')
  expect(await cancelUntil()).toBe(until) // also when it has passed, and no batch has been closed: it can still be cancelled
  await app.take(id, 'batch')
  expect(await cancelUntil()).toBeNull()
})

test('an app that closes its batches by hand promises no hour', async () => {
  const { app, me } = await openOwnLetters(typesetter, { cutOff: undefined })
  const { id } = await app.freeze(me)
  await app.take(id, 'pay')
  const detail = (await app.get(me, `/letters/${id}`)).json<LetterDetail>()
  expect(detail).toMatchObject({ cancellable: true, cancelUntil: null })
})

test('the PDF is an attachment without scripts that no cache keeps', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id, hash } = await app.freeze(me)
  const { headers, rawPayload } = await app.get(me, `/letters/${id}/pdf`)
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="carta-${hash}.pdf"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})

test('another account’s letter does not exist: the same 404, never a 403', async () => {
  const app = await openLetters(typesetter)
  const [me, other] = [await app.account(), await app.account()]
  const { id } = await app.freeze(other)
  const none = '00000000-0000-4000-8000-000000000000'
  const calls = [
    (letter: string) => app.get(me, `/letters/${letter}`),
    (letter: string) => app.get(me, `/letters/${letter}/pdf`),
    (letter: string) => app.post(me, `/letters/${letter}/cancel`),
  ]
  for (const call of calls) {
    const foreign = await call(id)
    expect(foreign.statusCode).toBe(404)
    expect(foreign.json<Failure>()).toEqual({ detail: 'No existe esta carta.', code: 'not-found' })
    expect(foreign.body).toBe((await call(none)).body)
  }
  expect((await app.get(other, `/letters/${id}`)).json<LetterDetail>().state).toBe('frozen')
})

test('every call needs an account', async () => {
  const { fastify } = await openLetters(typesetter)
  const id = '00000000-0000-4000-8000-000000000000'
  const calls = [
    ['GET', '/letters/'],
    ['POST', '/letters/'],
    ['POST', '/letters/search', { words: 'hola' }],
    ['GET', `/letters/${id}`],
    ['GET', `/letters/${id}/pdf`],
    ['POST', `/letters/${id}/cancel`],
  ] as const
  for (const [method, url, payload] of calls)
    expect((await fastify.inject({ method, url, payload })).statusCode).toBe(401)
})

test('a list says how each letter begins (design/letter.md#my-letters); erased, it keeps its dates and its money, and has no words left (design/privacy.md#letters-are-forgotten)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const content =
    '<h1>Querida Tía:</h1><p>Te escribo desde la casa nueva, que tiene&nbsp;luz hasta en la cocina &amp; el patio.</p>'
  const { id } = await app.freeze(me, written(content))
  const listed = async () => (await app.get(me, '/letters/')).json<LetterPage>().letters
  expect(await listed()).toMatchObject([
    { firstWords: 'Querida Tía: Te escribo desde la casa nueva, que tiene luz…' },
  ])
  await app.db.deleteFrom('letter_secret').execute()
  expect(await listed()).toMatchObject([{ id, recipient: '', city: '', firstWords: '', total: 329 }])
  const detail = (await app.get(me, `/letters/${id}`)).json<LetterDetail>()
  expect(detail).toMatchObject({ content: '', total: 329 })
  expect((await app.get(me, `/letters/${id}/pdf`)).statusCode).toBe(404)
})

test('the profile counts letters that were paid (design/accounts.md#profile-data)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  expect(await letterFigures(app.db, me)).toEqual({ lettersWritten: 0, lastLetterAt: null })
  const { id } = await app.freeze(me)
  await app.take(id, 'pay')
  await app.freeze(me, written('<p>Sin pagar</p>'))
  expect(await letterFigures(app.db, me)).toEqual({ lettersWritten: 1, lastLetterAt: app.clock.now() })
})
