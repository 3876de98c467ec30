// @module-tag long
import type { CreatedLetter, LetterDetail, LetterPage } from '@lacre/letter/calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import { firstPrices } from '@lacre/letter/price/price.ts'
import { expect, test } from 'vitest'
import { ana, written } from '../testing/factories.ts'
import { openLetters, openOwnLetters } from '../testing/test-app.ts'
import { type Page, readPages, textOf } from '../typesetting/testing/read-pdf.ts'
import { readSquares, squaresOf } from '../typesetting/testing/sheet-code.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import {
  again,
  comeBack,
  detail,
  elsewhere,
  moved,
  plantPayment,
  reason,
  refusal,
  returned,
  walk,
  week,
} from '../testing/came-back/returned-letter.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { dataOf, pngOf } from '../typesetting/testing/pictures.ts'
import { days } from '@lacre/letter/days.ts'
import { returnedToSender } from '@lacre/letter/print-room/reasons.ts'
import { forgetLetters } from '../letters/forget.ts'

const typesetter = ownTypesetter()

/** Everything below the address window and outside of the sheet code, with its place. */
const belowTheFold = ({ words }: Page) =>
  words.filter(({ y }) => y > 105).map(({ text, x, y, size }) => [text, x, y, size])

test('what came back goes out again: the same pages with another address, for the postage alone (design/letter.md#came-back)', async () => {
  const long = Array.from(
    { length: 30 },
    (_, at) => `<p>Párrafo ${at}: ${'te escribo desde el mar. '.repeat(6)}</p>`,
  )
  const photo = dataOf(await pngOf('#888', 900, 600))
  const content = `<p>Querido Luis:</p><p><img src="${photo}" data-size="mediana" data-caption="El mar"></p>${long.join('')}`
  const signature = { colour: 'blue' as const, strokes: [[100, 100, 140, 60, 200, 100]] }
  const looks = { style: 'libro' as const, seal: true, signature }
  const { app, me, first } = await returned(typesetter, { ...written(content), ...looks })
  const answer = await again(app, me, first.id)
  expect(answer.statusCode, answer.body).toBe(200)
  const second = answer.json<CreatedLetter>()
  expect(second).toMatchObject({
    pages: first.pages,
    sheets: first.sheets,
    total: 89,
    lines: [{ code: 'postage', label: 'Franqueo nacional ordinario', cents: 89 }],
    paidBefore: null,
  })
  expect(second.hash).not.toBe(first.hash)

  const [before, after] = [
    (await app.get(me, `/letters/${first.id}/pdf`)).rawPayload,
    (await app.get(me, `/letters/${second.id}/pdf`)).rawPayload,
  ]
  const [old, fresh] = [await readPages(before), await readPages(after)]
  expect(old.length).toBeGreaterThan(1)
  expect(fresh.map(belowTheFold)).toEqual(old.map(belowTheFold))
  expect(textOf(old[0])).toContain('Málaga, 21 de noviembre de 2026')
  expect(textOf(fresh[0])).toContain('CALLE DE ALCALÁ 45')
  expect(textOf(fresh[0])).toContain('28014 MADRID')
  expect(textOf(fresh[0])).not.toContain('GRAN VÍA')
  expect(await readSquares(after)).toBe(squaresOf(`${letterCode(second.id)}.1.${second.sheets}`))

  const [one, other] = [await detail(app, me, first.id), await detail(app, me, second.id)]
  expect(other).toMatchObject({ ...looks, destination: moved, origin: ana, content: one.content })
  expect(one).toMatchObject({
    returnReason: reason,
    again: { id: second.id, state: 'frozen' },
    againOf: null,
  })
  expect(other).toMatchObject({
    returnReason: null,
    again: null,
    againOf: { id: first.id, state: 'returned' },
  })
})

test('the same address again is the same letter, also at once; another takes its place, and its intent goes first', async () => {
  const { app, me, first } = await returned(typesetter)
  const all = await Promise.all(Array.from({ length: 2 }, () => again(app, me, first.id)))
  const [id, ...others] = new Set(all.map((answer) => answer.json<CreatedLetter>().id))
  expect(others).toEqual([])
  await app.begin(me, id!)

  const corrected = (await again(app, me, first.id, elsewhere)).json<CreatedLetter>()
  expect(await app.intents()).toEqual(['canceled'])
  expect((await detail(app, me, id!)).state).toBe('cancelled')
  expect((await detail(app, me, first.id)).again?.id).toBe(corrected.id)
})

test('a correction that comes while another is prepared changes nothing: that one can still be paid', async () => {
  let meanwhile: (() => Promise<unknown>) | undefined
  const own: Typesetter = {
    ...typesetter,
    async prepare(...task) {
      const act = meanwhile
      meanwhile = undefined
      await act?.()
      return typesetter.prepare(...task)
    },
  }
  const { app, me } = await openOwnLetters(own)
  const first = await app.freeze(me)
  await comeBack(app, first.id)
  let winner: CreatedLetter | undefined
  meanwhile = async () => (winner = (await again(app, me, first.id)).json<CreatedLetter>())
  expect(refusal(await again(app, me, first.id, elsewhere))).toEqual([409, 'changed-meanwhile'])
  expect((await detail(app, me, first.id)).again).toMatchObject({ id: winner?.id, state: 'frozen' })
})

test('an ordinary letter to the same person neither replaces the second sending nor is replaced by it', async () => {
  const { app, me, first } = await returned(typesetter)
  const ordinary = await app.freeze(me, written('<p>Otra carta.</p>', ana, moved))
  app.clock.pass(1000)
  const second = (await again(app, me, first.id)).json<CreatedLetter>()
  app.clock.pass(1000)
  const newer = await app.freeze(me, written('<p>Y otra más.</p>', ana, moved))
  const states = await Promise.all(
    [ordinary, second, newer].map(async ({ id }) => (await detail(app, me, id)).state),
  )
  expect(states).toEqual(['cancelled', 'frozen', 'frozen'])
})

test('once it is paid there is no other, until that one is cancelled; if it comes back too, it goes out in its turn', async () => {
  const { app, me, first } = await returned(typesetter)
  const second = (await again(app, me, first.id)).json<CreatedLetter>()
  await walk(app, second.id, ['pay'])
  expect(refusal(await again(app, me, first.id, elsewhere))).toEqual([409, 'sent-again'])
  await walk(app, second.id, ['doubt'])
  expect(refusal(await again(app, me, first.id, elsewhere))).toEqual([409, 'sent-again'])
  await walk(app, second.id, ['cancel'])

  const third = (await again(app, me, first.id, elsewhere)).json<CreatedLetter>()
  await comeBack(app, third.id)
  expect(refusal(await again(app, me, first.id))).toEqual([409, 'sent-again'])
  const fourth = (await again(app, me, third.id)).json<CreatedLetter>()
  expect(await detail(app, me, fourth.id)).toMatchObject({ total: 89, againOf: { id: third.id } })
  const [page] = await readPages((await app.get(me, `/letters/${fourth.id}/pdf`)).rawPayload)
  expect(textOf(page)).toContain('Málaga, 21 de noviembre de 2026')
})

test('the postage of the day is what it costs, whatever the first one cost', async () => {
  const app = await openLetters(typesetter)
  const { code } = firstPrices[0]!
  const row = { from_day: '2026-11-25', code, cents: 96, added_at: app.clock.now(), added_by: 'test' }
  await app.db.insertInto('price').values(row).execute()
  const me = await app.account()
  const first = await app.freeze(me)
  await comeBack(app, first.id)
  const before = (await again(app, me, first.id)).json<CreatedLetter>()
  app.clock.pass(week)
  const after = (await again(app, me, first.id)).json<CreatedLetter>()
  expect([before.total, after.total]).toEqual([89, 96])
  expect(after.id).not.toBe(before.id)
})

/** Posted on Saturday 21 November 2026; the fifth working day after it is Friday 27. */
async function posted() {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me)
  await walk(app, id, ['pay', 'batch', 'print', 'post'])
  const offers = async () => [
    (await detail(app, me, id)).returnable,
    (await app.get(me, '/letters/')).json<LetterPage>().letters[0]?.returnable,
  ]
  const say = (account = me) => app.post(account, `/letters/${id}/came-back`)
  return { app, me, id, offers, say }
}

test('from the fifth working day its sender may say that a letter came back, and sends it again for the postage (design/letter.md#came-back)', async () => {
  const { app, me, id, offers, say } = await posted()
  app.clock.pass(days(5))
  expect(await offers()).toEqual([false, false])
  expect(refusal(await say())).toEqual([409, 'not-returnable'])
  expect(refusal(await again(app, me, id))).toEqual([409, 'not-returned'])

  app.clock.pass(days(1))
  expect(await offers()).toEqual([true, true])
  const both = await Promise.all([say(), say()])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const letter = await detail(app, me, id)
  expect(letter).toMatchObject({ state: 'returned', returnReason: returnedToSender, returnable: false })
  expect(letter.history.filter(({ to }) => to === 'returned')).toEqual([
    { at: app.clock.now().toISOString(), from: 'posted', to: 'returned', cause: 'sender' },
  ])
  expect(await app.db.selectFrom('mail').select('kind').where('kind', '=', 'returned').execute()).toEqual([])

  const second = (await again(app, me, id)).json<CreatedLetter>()
  expect(second.total).toBe(89)
  await walk(app, second.id, ['pay', 'batch', 'print', 'post'])
  app.clock.pass(days(10))
  // Else one letter would go to a new address for 0,89 € each week.
  expect((await detail(app, me, second.id)).returnable).toBe(false)
  expect(refusal(await app.post(me, `/letters/${second.id}/came-back`))).toEqual([409, 'not-returnable'])
})

test('another person’s letter is none, and one that was given back or forgotten has no offer', async () => {
  const { app, id, offers, say } = await posted()
  app.clock.pass(days(6))
  expect(refusal(await say(await app.account()))).toEqual([404, 'not-found'])
  await plantPayment(app, id, { isAsked: true })
  expect(await offers()).toEqual([false, false])
  expect(refusal(await say())).toEqual([409, 'not-returnable'])

  const old = await posted()
  old.app.clock.pass(days(31))
  expect(await forgetLetters(old.app.world)).toBe(1)
  expect(await old.offers()).toEqual([false, false])
  expect(refusal(await old.say())).toEqual([409, 'not-returnable'])
})

test('a letter that is not posted, or came back already, is not taken at its sender’s word', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me)
  app.clock.pass(days(6))
  expect(refusal(await app.post(me, `/letters/${id}/came-back`))).toEqual([409, 'not-returnable'])
  await walk(app, id, ['pay', 'batch', 'print', 'post', 'return'])
  const answer = await app.post(me, `/letters/${id}/came-back`)
  expect(answer.json<LetterDetail>()).toMatchObject({ state: 'returned', returnReason: null })
})
