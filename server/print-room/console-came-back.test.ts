import { beforeEach, expect, test } from 'vitest'
import type { Failure } from '@lacre/letter/calls.ts'
import {
  type ConsoleApp,
  type Desk,
  openConsole,
  openDesk,
  paidByCard,
  told,
} from '../testing/console-app.ts'
import { afterStatement } from '../testing/played-database.ts'

let app: ConsoleApp
let desk: Desk
beforeEach(async () => {
  app = await openConsole()
  desk = await openDesk(app)
})

/** A letter that is sent again for one that came back, paid and in doubt. */
async function doubtedSecond(of = app) {
  const first = await of.put({ state: 'returned', job: false })
  const id = await paidByCard(of)
  await of.db.updateTable('letter').set({ again_of: first }).where('id', '=', id).execute()
  await of.doubt(id)
  return { id, sibling: () => of.put({ name: 'other', again_of: first }) }
}
const actionsOf = async (id: string) => (await desk.card(id)).can

test('of two letters for the one that came back only one lives: the other is not resumed, nor is that offered (design/letter.md#came-back)', async () => {
  const { id, sibling } = await doubtedSecond()
  expect(await actionsOf(id)).toEqual(['resume', 'cancel'])
  const other = await sibling()
  expect(await actionsOf(id)).toEqual(['cancel'])
  expect(told(await desk.resume(id))).toEqual([409, 'sent-again'])
  await app.db.updateTable('letter').set({ state: 'cancelled' }).where('id', '=', other).execute()
  expect(await actionsOf(id)).toEqual(['resume', 'cancel'])
  expect(told(await desk.resume(id))).toEqual([200, undefined])
})

test('the other is prepared in the very moment in which it is resumed: one of them lives, and it is told in words', async () => {
  const racing = await openConsole()
  const { id, sibling } = await doubtedSecond(racing)
  const racingDesk = await openDesk(racing)
  // Right after its money was looked at, under the letter's lock.
  racing.world.db = afterStatement(racing.db, ['"name":"payment_money"'], sibling)
  const answer = await racingDesk.resume(id)
  expect([told(answer), answer.json<Failure>().detail]).toEqual([
    [409, 'sent-again'],
    'La carta que volvió ya sale otra vez con otro envío: solo uno de los dos puede seguir.',
  ])
  expect((await racing.books(id)).letter).toBe('needs-person')
})
