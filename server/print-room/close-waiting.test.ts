import { beforeEach, expect, test } from 'vitest'
import { openPrintRoom, type PrintRoom } from '../testing/console-app.ts'
import { closeWaiting } from './close-batch.ts'

let app: PrintRoom
beforeEach(async () => {
  app = await openPrintRoom()
})

const two = { letters: 2, bytes: Infinity }
const close = (until?: Date) => closeWaiting(app.world, { by: 'Olga', until, limit: two })
const jobs = () =>
  app.db
    .selectFrom('print_job')
    .select(['letter_id', 'batch_id'])
    .orderBy('created_at')
    .orderBy('batch_id')
    .execute()

async function put(letters: number) {
  for (let at = 0; at < letters; at++) await app.put({ name: `letter ${at}` })
}

test('one batch a call, and how many letters are left for the next ones; what is paid meanwhile waits', async () => {
  await put(3)
  const first = await close()
  expect(first).toMatchObject({ id: 1, left: 1 })
  app.clock.pass(1000)
  const late = await app.put({ name: 'late' })
  if (first === 'nothing-waiting') throw new Error('nothing was closed')
  expect(await close(first.until)).toMatchObject({ id: 2, left: 0, until: first.until })
  expect(await close(first.until)).toBe('nothing-waiting')
  expect(await jobs()).toMatchObject([{}, {}, {}, { letter_id: late, batch_id: null }])
})

test('a letter paid after the call is in no batch of it', async () => {
  await put(1)
  expect(await close(new Date('2099-01-01'))).toMatchObject({ until: app.clock.now() })
})

test('two operators at once, each pressing twice: every letter is in one batch, and none is closed in vain', async () => {
  await put(9)
  const all = async () => {
    let closed = 0
    for (let until: Date | undefined; ;) {
      const answer = await close(until)
      if (answer === 'nothing-waiting') return closed
      closed++
      until = answer.until
      if (!answer.left) return closed
    }
  }
  const closed = await Promise.all([all(), all(), all(), all()])
  expect(closed.reduce((sum, one) => sum + one)).toBe(5)
  const placed = await jobs()
  expect(new Set(placed.map(({ letter_id }) => letter_id)).size).toBe(9)
  expect(new Set(placed.map(({ batch_id }) => batch_id))).toEqual(new Set([1, 2, 3, 4, 5]))
})
