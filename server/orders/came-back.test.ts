// @module-tag long
import type { CreatedLetter, LetterDetail, LetterPage } from '@lacre/letter/calls.ts'
import { days } from '@lacre/letter/days.ts'
import { returnedToSender } from '@lacre/letter/print-room/reasons.ts'
import { expect, test } from 'vitest'
import { forgetLetters } from '../letters/forget.ts'
import { again, detail, plantPayment, refusal, walk } from '../testing/came-back/returned-letter.ts'
import { openOwnLetters } from '../testing/test-app.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'

const typesetter = ownTypesetter()

/** Posted on Saturday 21 November 2026; the fifth working day after it is Friday 27. */
async function posted() {
  const { house, me } = await openOwnLetters(typesetter)
  const { id } = await house.freeze(me)
  await walk(house, id, ['pay', 'batch', 'print', 'post'])
  const offers = async () => [
    (await detail(house, me, id)).returnable,
    (await house.get(me, '/letters/')).json<LetterPage>().letters[0]?.returnable,
  ]
  const say = (account = me) => house.post(account, `/letters/${id}/came-back`)
  return { house, me, id, offers, say }
}

test('from the fifth working day its sender may say that a letter came back, and sends it again for the postage (design/letter.md#came-back)', async () => {
  const { house, me, id, offers, say } = await posted()
  house.clock.pass(days(5))
  expect(await offers()).toEqual([false, false])
  expect(refusal(await say())).toEqual([409, 'not-returnable'])
  expect(refusal(await again(house, me, id))).toEqual([409, 'not-returned'])

  house.clock.pass(days(1))
  expect(await offers()).toEqual([true, true])
  const both = await Promise.all([say(), say()])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const letter = await detail(house, me, id)
  expect(letter).toMatchObject({ state: 'returned', returnReason: returnedToSender, returnable: false })
  expect(letter.history.filter(({ to }) => to === 'returned')).toEqual([
    { at: house.clock.now().toISOString(), from: 'posted', to: 'returned', cause: 'sender' },
  ])
  expect(await house.db.selectFrom('mail').select('kind').where('kind', '=', 'returned').execute()).toEqual(
    [],
  )

  const second = (await again(house, me, id)).json<CreatedLetter>()
  expect(second.total).toBe(89)
  await walk(house, second.id, ['pay', 'batch', 'print', 'post'])
  house.clock.pass(days(10))
  // Else one letter would go to a new address for 0,89 € each week.
  expect((await detail(house, me, second.id)).returnable).toBe(false)
  expect(refusal(await house.post(me, `/letters/${second.id}/came-back`))).toEqual([409, 'not-returnable'])
})

test('another person’s letter is none, and one that was given back or forgotten has no offer', async () => {
  const { house, id, offers, say } = await posted()
  house.clock.pass(days(6))
  expect(refusal(await say(await house.account()))).toEqual([404, 'not-found'])
  await plantPayment(house, id, { isAsked: true })
  expect(await offers()).toEqual([false, false])
  expect(refusal(await say())).toEqual([409, 'not-returnable'])

  const old = await posted()
  old.house.clock.pass(days(31))
  expect(await forgetLetters(old.house.world)).toBe(1)
  expect(await old.offers()).toEqual([false, false])
  expect(refusal(await old.say())).toEqual([409, 'not-returnable'])
})

test('a letter that is not posted, or came back already, is not taken at its sender’s word', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  const { id } = await house.freeze(me)
  house.clock.pass(days(6))
  expect(refusal(await house.post(me, `/letters/${id}/came-back`))).toEqual([409, 'not-returnable'])
  await walk(house, id, ['pay', 'batch', 'print', 'post', 'return'])
  const answer = await house.post(me, `/letters/${id}/came-back`)
  expect(answer.json<LetterDetail>()).toMatchObject({ state: 'returned', returnReason: null })
})
