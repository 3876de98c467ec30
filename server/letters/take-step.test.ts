import { after, journey, states, type State, type Step } from '@lacre/letter/journey.ts'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import type { Db } from '../database/tables.ts'
import { StepNotAllowed, takeStep } from './steps.ts'
import { aLetter } from '../testing/factories.ts'

const now = new Date('2026-11-21T09:00:00Z')
const steps = [...new Set(states.flatMap((state) => Object.keys(journey[state]) as Step[]))]
const take = (db: Db, letterId: string, step: Step) =>
  db.transaction().execute((tx) => takeStep(tx, { letterId, step, cause: 'test', now }))

test('every step of every state leads where the journey says, or changes nothing (design/letter.md#way-of-a-letter)', async () => {
  const { db } = await testDatabase()
  for (const state of states)
    for (const step of steps) {
      const id = await aLetter(db, { state })
      const wanted: State | undefined = after(state, step)
      const taken = await take(db, id, step).catch((error: unknown) => error)
      if (wanted) expect(taken).toBeUndefined()
      else expect(taken).toBeInstanceOf(StepNotAllowed)

      const letter = db.selectFrom('letter').select('state').where('id', '=', id)
      expect(await letter.executeTakeFirst()).toEqual({ state: wanted ?? state })
      const history = db.selectFrom('letter_step').selectAll().where('letter_id', '=', id)
      expect(await history.execute()).toEqual(
        wanted
          ? [{ letter_id: id, seq: 1, at: now, from_state: state, to_state: wanted, step, cause: 'test' }]
          : [],
      )
    }
})

test('of many who take a step at once, one does; the history has no gaps', async () => {
  const { db } = await testDatabase()
  const id = await aLetter(db, { state: 'frozen' })
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => take(db, id, 'pay')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await take(db, id, 'batch')
  await take(db, id, 'post')
  const history = db.selectFrom('letter_step').select(['seq', 'to_state']).orderBy('seq')
  expect(await history.execute()).toEqual([
    { seq: 1, to_state: 'paid' },
    { seq: 2, to_state: 'batched' },
    { seq: 3, to_state: 'posted' },
  ])
})

test('the database’s own list of states is the journey’s', async () => {
  const { db } = await testDatabase()
  for (const state of states) await aLetter(db, { state })
  await expect(aLetter(db, { state: 'lost' as State })).rejects.toThrow(/letter_state_check/)
})

test('a letter that does not exist is a mistake of ours', async () => {
  const { db } = await testDatabase()
  await expect(take(db, '00000000-0000-4000-8000-000000000000', 'pay')).rejects.toThrow('no such letter')
})
