import { createHash } from 'node:crypto'
import type { CreatedLetter, LetterDetail, LetterPage } from '@lacre/letter/calls.ts'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import type { Step } from '@lacre/letter/journey.ts'
import { expect, test } from 'vitest'
import { readPages, textOf } from '../typesetting/testing/read-pdf.ts'
import { readSquares, squaresOf } from '../typesetting/testing/sheet-code.ts'
import { ana, luis, written } from '../testing/factories.ts'
import { type LettersApp, openLetters, openOwnLetters } from '../testing/test-app.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { hours, minutes } from '@lacre/letter/days.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'

const typesetter = ownTypesetter()

test('what is sent is typeset, priced, hashed and stored; the stored bytes are the hashed ones (design/trust.md#freeze-before-pay)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const frozen = await app.freeze(me)

  const row = await app.db.selectFrom('letter').selectAll().executeTakeFirstOrThrow()
  const pdf = await app.get(me, `/letters/${frozen.id}/pdf`)
  const hash = createHash('sha256').update(pdf.rawPayload).digest('hex')
  expect(frozen).toEqual({
    id: row.id,
    pages: 1,
    sheets: 1,
    hash: hash.slice(0, 12),
    total: 329,
    lines: [
      { code: 'postage', label: 'Franqueo nacional ordinario', cents: 89 },
      {
        code: 'service',
        label: 'Servicio (impresión, materiales, manipulación y puesta en Correos)',
        cents: 350,
      },
      { code: 'launch-discount', label: 'Descuento de lanzamiento', cents: -110 },
    ],
    postOn: null,
    sampleRecipient: false,
    sampleSender: false,
    paidBefore: null,
  })
  expect(row).toMatchObject({
    account_id: me,
    state: 'frozen',
    pdf_sha256: hash,
    total_cents: 329,
    currency: 'eur',
    postal_code: '28013',
  })
})

test('the paper carries the words, both addresses, the date and the code of this letter', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me)
  const pdf = (await app.get(me, `/letters/${id}/pdf`)).rawPayload
  const [page] = await readPages(pdf)
  const text = textOf(page)
  for (const part of [
    '¿Cómo estás?',
    'Málaga, 21 de noviembre de 2026',
    'LUIS GÓMEZ',
    'GRAN VÍA 10 2º B',
    '28013 MADRID',
    'Calle Larios, 3',
  ])
    expect(text).toContain(part)
  expect(await readSquares(pdf)).toBe(squaresOf(`${id.replaceAll('-', '').slice(0, 12)}.1.1`))
})

test('Enviar pressed again, also ten times at once, is one letter (design/sending.md#same-letter-same-intent)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  /** Two are at work at a time, and who finds no place presses again. */
  const press = async (): Promise<CreatedLetter> => {
    const answer = await app.send(me)
    return answer.statusCode === 503 ? press() : answer.json<CreatedLetter>()
  }
  const all = await Promise.all(Array.from({ length: 10 }, press))
  all.push(await app.freeze(me))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  expect(new Set(all.map(({ hash }) => hash)).size).toBe(1)
  expect(await app.db.selectFrom('letter').select('state').execute()).toEqual([{ state: 'frozen' }])
  expect(await app.db.selectFrom('letter_step').select(['seq', 'step', 'to_state']).execute()).toEqual([
    { seq: 1, step: 'freeze', to_state: 'frozen' },
  ])
})

/** Takes the letter's steps one second after another. */
async function walk({ take, clock }: LettersApp, letterId: string, steps: Step[]) {
  for (const step of steps) {
    clock.pass(1000)
    await take(letterId, step)
  }
}

test.each<{ steps: Step[] }>([
  { steps: ['pay'] },
  { steps: ['pay', 'batch'] },
  { steps: ['pay', 'batch', 'print'] },
  { steps: ['pay', 'batch', 'print', 'post'] },
  { steps: ['pay', 'doubt', 'resume'] },
])('after $steps the same letter says when it was paid before', async ({ steps }) => {
  const app = await openLetters(typesetter)
  const [me, other] = [await app.account(), await app.account()]
  const { id } = await app.freeze(me)
  await walk(app, id, steps)
  const again = await app.freeze(me)
  expect(again.id).not.toBe(id)
  expect(again.paidBefore).toBe('2026-11-21T09:00:01.000Z')
  expect((await app.freeze(me)).paidBefore).toBe(again.paidBefore)
  expect((await app.freeze(me, written('<p>Otra.</p>'))).paidBefore).toBeNull()
  expect((await app.freeze(other)).paidBefore).toBeNull()
})

test.each<{ steps: Step[] }>([{ steps: ['pay', 'cancel'] }, { steps: ['pay', 'batch', 'post', 'return'] }])(
  'after $steps it may be sent again without a word',
  async ({ steps }) => {
    const { app, me } = await openOwnLetters(typesetter)
    await walk(app, (await app.freeze(me)).id, steps)
    expect((await app.freeze(me)).paidBefore).toBeNull()
  },
)

test('paid twice, the newer payment is named', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  for (let i = 0; i < 2; i++) await walk(app, (await app.freeze(me)).id, ['pay'])
  expect((await app.freeze(me)).paidBefore).toBe('2026-11-21T09:00:02.000Z')
})

test('an edited letter replaces the unpaid one after closing its payment (design/sending.md#same-letter-same-intent)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const first = await app.freeze(me)
  await app.begin(me, first.id)
  app.clock.pass(1000)
  const second = await app.freeze(me, written('<p>Querido Luis: otra cosa.</p>'))
  expect(await app.intents()).toEqual(['canceled'])
  expect((await app.get(me, `/letters/${first.id}`)).json<LetterDetail>()).toMatchObject({
    state: 'cancelled',
    history: [{ to: 'frozen' }, { from: 'frozen', to: 'cancelled', cause: 'newer-version' }],
  })
  const list = (await app.get(me, '/letters/')).json<LetterPage>().letters
  expect(list).toMatchObject([{ id: second.id, state: 'frozen' }])
})

test.each([
  ['was paid a moment ago', 'paid'],
  ['is not known', 'frozen'],
] as const)('a version stays when its payment %s (design/trust.md#unknown-is-a-state)', async (_, state) => {
  const { app, me } = await openOwnLetters(typesetter)
  const first = await app.freeze(me)
  const secret = await app.begin(me, first.id)
  if (state === 'paid') await app.confirm(secret)
  else app.network.meddle = () => Promise.reject(new Error('no answer'))
  app.clock.pass(1000)
  await app.freeze(me, written('<p>Otra.</p>'))
  expect((await app.get(me, `/letters/${first.id}`)).json<LetterDetail>().state).toBe(state)
})

test('letters to other people, or from others, stay: they are no versions of this one', async () => {
  const app = await openLetters(typesetter)
  const [me, other] = [await app.account(), await app.account()]
  await app.freeze(other)
  await app.freeze(me, written('<p>A Eva.</p>', ana, { ...luis, name: 'Eva Gómez' }))
  await app.freeze(me, written('<p>A Luis.</p>', { ...ana, name: 'Mar Ruiz' }))
  app.clock.pass(1000)
  await app.freeze(me, written('<p>A Luis.</p>'))
  const states = await app.db.selectFrom('letter').select('state').execute()
  expect(states.map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'frozen'))
})

test('the joined strings of the specification are enough (design/sending.md#joined-addresses)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me, {
    content: '<p>Hola</p>',
    origin: 'Ana Ruiz,Calle Larios, 3,Málaga,29005,España',
    destination: 'Luis Gómez, Gran Vía, 10, 2.º B, Madrid, 28013, España',
  })
  expect((await app.get(me, `/letters/${id}`)).json<LetterDetail>()).toMatchObject({
    origin: ana,
    destination: luis,
  })
})

test('what a page may not do is gone, what it says stays (specification, section 2)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(
    me,
    written('<p onclick="x()">Hola <a href="javascript:x()">tú</a><script>x()</script></p>'),
  )
  expect((await app.get(me, `/letters/${id}`)).json<LetterDetail>().content).toBe(
    '<p>Hola <a href="about:blank" rel="noopener noreferrer" target="_blank">tú</a></p>',
  )
})

/** `read`: how many bodies reached a child. */
async function openApp() {
  const quick = quickTypesetter(Buffer.from('pdf'))
  let read = 0
  const app = await openLetters({
    ...quick,
    prepare(task, turn) {
      read++
      return quick.prepare(task, turn)
    },
  })
  return { ...app, read: () => read }
}

// design/sending.md#same-letter-same-intent
test('the same body again is the same letter, and no child reads it', async () => {
  const app = await openApp()
  const me = await app.account()
  const first = await app.freeze(me)
  expect(await app.freeze(me)).toEqual(first)
  expect(app.read()).toBe(1)
  const { id } = await app.freeze(await app.account())
  expect([id === first.id, app.read()]).toEqual([false, 2])
})

test('between the samples it says so again', async () => {
  const app = await openApp()
  const me = await app.account()
  const body = written('<p>Hola.</p>', sampleSender, sampleRecipient)
  const first = await app.freeze(me, body)
  expect(first).toMatchObject({ sampleRecipient: true, sampleSender: true })
  expect(await app.freeze(me, body)).toEqual(first)
  expect(app.read()).toBe(1)
})

test('a letter that was cancelled does not come back from memory', async () => {
  const app = await openApp()
  const me = await app.account()
  const first = await app.freeze(me)
  await app.post(me, `/letters/${first.id}/cancel`)
  const second = await app.freeze(me)
  expect([second.id === first.id, app.read()]).toEqual([false, 2])
})

test('on the next day it is another letter, which bears that day', async () => {
  const app = await openApp()
  const me = await app.account()
  const first = await app.freeze(me)
  app.clock.pass(hours(24))
  expect((await app.freeze(me)).id).not.toBe(first.id)
})

test('a letter sent again takes the place of an older one to the same recipient, also where it is known', async () => {
  const app = await openApp()
  const me = await app.account()
  const older = await app.freeze(me, written('<p>Una.</p>'))
  app.clock.pass(minutes(1))
  await app.db.updateTable('letter').set({ state: 'paid' }).execute() // so that nothing takes its place yet
  const newer = await app.freeze(me, written('<p>Otra.</p>', ana, luis))
  await app.db.updateTable('letter').set({ state: 'frozen' }).where('id', '=', older.id).execute()
  await app.freeze(me, written('<p>Otra.</p>', ana, luis))
  const waiting = await app.db.selectFrom('letter').select('id').where('state', '=', 'frozen').execute()
  expect(waiting.map(({ id }) => id)).toEqual([newer.id])
})
