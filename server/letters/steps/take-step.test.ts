import { after, journey, states, type State, type Step } from '@lacre/letter/journey.ts'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/test-database.ts'
import type { Db } from '../../database/tables.ts'
import { StepNotAllowed, takeStep } from './take-step.ts'
import { sql } from 'kysely'
import { plantAccount, plantLetter } from '../../testing/plant.ts'

const now = new Date('2026-11-21T09:00:00Z')
const steps = [...new Set(states.flatMap((state) => Object.keys(journey[state]) as Step[]))]
const take = (db: Db, letterId: string, step: Step) =>
  db.transaction().execute((tx) => takeStep(tx, { letterId, step, cause: 'test', now }))

test('every step of every state leads where the journey says, or changes nothing (design.md#way-of-a-letter)', async () => {
  const { db } = await testDatabase()
  for (const state of states)
    for (const step of steps) {
      const id = await plantLetter(db, { state })
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
  const id = await plantLetter(db, { state: 'frozen' })
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

/** A claim on an address that another account has proven since. */
async function plantLost(db: Db) {
  const email = 'ines@ejemplo.test'
  const owner = await plantAccount(db, { email, email_verified_at: now, social_subject: 'ines' })
  return { owner, lost: await plantAccount(db, { email }) }
}
const becomesPaid = states.flatMap((state) =>
  steps.filter((step) => after(state, step) === 'paid').map((step) => [state, step] as const),
)

// design.md#claims
test.each(becomesPaid)(
  'a letter of a claim that lost, %s, is the owner’s when it is paid by «%s»',
  async (state, step) => {
    const { db } = await testDatabase()
    const { owner, lost } = await plantLost(db)
    const id = await plantLetter(db, { state, account_id: lost })
    await take(db, id, step)
    const letter = db.selectFrom('letter').select('account_id').where('id', '=', id)
    expect(await letter.executeTakeFirst()).toEqual({ account_id: owner })
  },
)

test('what ends of the owner’s access in that moment does not keep it waiting', async () => {
  const { db } = await testDatabase()
  const { owner, lost } = await plantLost(db)
  const id = await plantLetter(db, { state: 'frozen', account_id: lost })
  await db.transaction().execute(async (ending) => {
    await ending.updateTable('account').set({ social_subject: null }).where('id', '=', owner).execute()
    const paying = db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '5s'`.execute(tx)
      await takeStep(tx, { letterId: id, step: 'pay', cause: 'test', now })
    })
    await expect(paying).resolves.toBeUndefined()
  })
})

test('the database’s own list of states is the journey’s', async () => {
  const { db } = await testDatabase()
  for (const state of states) await plantLetter(db, { state })
  await expect(plantLetter(db, { state: 'lost' as State })).rejects.toThrow(/letter_state_check/)
})

test('a letter that does not exist is a mistake of ours', async () => {
  const { db } = await testDatabase()
  await expect(take(db, '00000000-0000-4000-8000-000000000000', 'pay')).rejects.toThrow('no such letter')
})
