// @module-tag long
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { frozenLetters } from '../testing/orders/card-orders.ts'
import { type PaymentsApp } from '../testing/test-app.ts'
import { backUp, printBatch, restoreApp, type RestoredApp } from '../testing/restored/restored-app.ts'
import { failingDatabase } from '../testing/played-database.ts'

/** Three letters that lie unpaid in the backup, with what was asked for them until then. */
type Lost = { app: PaymentsApp; accountId: string; letters: [string, string, string] }
const noAnswer = () => Promise.reject(new Error('no answer'))

const ask = ({ app, accountId }: Lost, ids: string[]) => app.secret(ids[0]!, accountId, ids)
const pay = async (lost: Lost, ids: string[]) => lost.app.confirm(await ask(lost, ids))
/** The rows are written, and the provider's answer never comes. */
async function askInVain({ app, accountId }: Lost, ids: string[]) {
  app.network.meddle = noAnswer
  await app.askIntent(ids[0]!, accountId, ids)
  app.network.meddle = (_call, go) => go()
}

const nothing = () => Promise.resolve()
type Play = (lost: Lost) => Promise<unknown>
/** `copy`: before the backup. `since`: after it, what is paid then is printed too. `held`: what waits for a person when settled. */
type Case = { copy?: Play; since: Play; held: number[] }

const cases: Record<string, Case> = {
  'paid alone': { since: (at) => pay(at, [at.letters[0]]), held: [0] },
  'asked for before, and paid alone': {
    copy: (at) => ask(at, [at.letters[0]]),
    since: (at) => pay(at, [at.letters[0]]),
    held: [0],
  },
  'paid in an order': { since: (at) => pay(at, at.letters.slice(0, 2)), held: [0, 1] },
  'paid in another order than they were asked for in': {
    copy: (at) => ask(at, at.letters.slice(0, 2)),
    since: (at) => pay(at, at.letters.slice(1)),
    held: [1, 2],
  },
  'asked for alone, and paid in an order': {
    copy: async (at) => [await ask(at, [at.letters[0]]), await ask(at, [at.letters[1]])],
    since: (at) => pay(at, at.letters.slice(0, 2)),
    held: [0, 1],
  },
  'asked for in an order, and paid alone': {
    copy: (at) => ask(at, at.letters.slice(0, 2)),
    since: (at) => pay(at, [at.letters[0]]),
    held: [0],
  },
  'asked for alone without an answer, and paid alone': {
    copy: (at) => askInVain(at, [at.letters[0]]),
    since: (at) => pay(at, [at.letters[0]]),
    held: [0],
  },
  'asked for in an order without an answer, and paid alone': {
    copy: (at) => askInVain(at, at.letters.slice(0, 2)),
    since: (at) => pay(at, [at.letters[0]]),
    held: [0],
  },
  'asked for in an order without an answer, and paid in another two days later': {
    copy: (at) => askInVain(at, at.letters.slice(0, 2)),
    since(at) {
      at.app.clock.pass(2 * 24 * 60 * 60 * 1000)
      return pay(at, at.letters.slice(1))
    },
    held: [1, 2],
  },
  'paid together with one that was written after the backup': {
    async since(at) {
      const later = await at.app.letter(at.accountId)
      await pay(at, [at.letters[0], later].toSorted())
    },
    held: [0],
  },
  'asked for after the backup, and not paid': { since: (at) => ask(at, at.letters.slice(0, 2)), held: [] },
  'not asked for': { since: nothing, held: [] },
}

async function lose({ copy = nothing, since }: Pick<Case, 'copy' | 'since'>) {
  const { app, accountId, letters } = await frozenLetters(3)
  const lost = { app, accountId, letters: letters as Lost['letters'] }
  await copy(lost)
  const path = await backUp(app)
  app.clock.pass(60 * 60 * 1000)
  await since(lost)
  await app.deliver()
  const { letters: printed } = await printBatch(app)
  return { ...lost, path, printed }
}

/** The same installation out of the backup. */
async function restored(play: Pick<Case, 'copy' | 'since'>) {
  const lost = await lose(play)
  return { ...lost, app: await restoreApp(lost.app, lost.path) }
}

const stateIn = async (app: RestoredApp, id: string) => (await app.books(id)).letter

test.each(Object.entries(cases))(
  'letters that lie unpaid in the backup are printed once: %s',
  async (_, { held, ...play }) => {
    const { app, accountId, letters, printed } = await restored(play)
    await app.settle()
    for (const [index, id] of letters.entries()) {
      const isHeld = held.includes(index)
      expect([index, await stateIn(app, id)]).toEqual([index, isHeld ? 'needs-person' : 'frozen'])
      const answer = await app.askIntent(id, accountId, [id])
      if (isHeld) expect(answer.json()).toMatchObject({ code: 'letter-stopped' })
      else await app.confirm(answer.json<{ clientSecret: string }>().clientSecret)
    }
    // What the provider had to tell of the time that was lost comes only now.
    await app.deliver()
    const now = await printBatch(app)
    expect(now.letters).toEqual(letters.filter((_, index) => !held.includes(index)))
    expect(now.letters.filter((id) => printed.some((one) => one === id))).toEqual([])

    const issues = await app.db.selectFrom('issue').selectAll().execute()
    const intents = await app.db.selectFrom('payment_money').select(['letter_id', 'intent_id']).execute()
    for (const index of held) {
      const [about, ...more] = issues.filter(({ letter_id }) => letter_id === letters[index])
      expect(more).toEqual([])
      const paidBy = intents.findLast(({ letter_id }) => letter_id === letters[index])?.intent_id
      expect(paidBy).toMatch(/^pi_/)
      expect(`${about?.reference} ${about?.note}`).toContain(paidBy)
    }
    expect(issues.filter(({ kind }) => kind === 'payment-unknown')).toEqual([])
    expect((await app.reconcile()).changed).toBe(0)
  },
)

test('who still has the payment of a letter open that was begun after the backup cannot pay it any more', async () => {
  let secret = ''
  const since: Play = async (at) => (secret = await ask(at, at.letters.slice(0, 2)))
  const { app, accountId, letters } = await restored({ since })
  await app.settle()
  expect((await app.confirm(secret)).statusCode).toBe(400)
  expect(await app.deliver()).toBe(1)
  const again = await app.secret(letters[0], accountId, letters.slice(0, 2))
  expect(again).not.toBe(secret)
  await app.confirm(again)
  await app.deliver()
  expect((await printBatch(app)).letters).toEqual(letters.slice(0, 2))
  expect(await app.issues()).toEqual([])
})

test('where the provider itself came out of the backup, no letter that was unpaid then can be paid', async () => {
  const { app, letters } = await restored({ since: (at) => ask(at, [at.letters[0]]) })
  expect(await app.settle({ isProviderLost: true })).toMatchObject({ held: 0, unpaid: 3 })
  for (const id of letters) expect(await stateIn(app, id)).toBe('needs-person')
  expect(await app.issues()).toEqual(['restored', 'restored', 'restored'])
})

test('books a payment made during the cancellation like every other', async () => {
  let secret = ''
  const since: Play = async (at) => (secret = await ask(at, [at.letters[0]]))
  const { app, letters } = await restored({ since })
  app.network.meddle = async (call, go) => {
    if (call.endsWith('/cancel')) await app.confirm(secret)
    return go()
  }
  expect(await app.settle()).toMatchObject({ payments: 1, held: 1 })
  expect(await stateIn(app, letters[0])).toBe('needs-person')
})

test('with `nothingPrinted` what was paid after the backup is printed at once', async () => {
  const { app, letters } = await restored({ since: (at) => pay(at, at.letters.slice(0, 2)) })
  expect(await app.settle({ nothingPrinted: true })).toMatchObject({ payments: 1, held: 0 })
  expect((await printBatch(app)).letters).toEqual(letters.slice(0, 2))
})

test('given back after the backup, its letter is not printed', async () => {
  const since: Play = async (at) => {
    const secret = await ask(at, [at.letters[0]])
    await at.app.confirm(secret)
    await at.app.cards.refunds.create({ payment_intent: secret.split('_secret_')[0]! })
  }
  const { app, letters } = await restored({ since })
  await app.settle({ nothingPrinted: true })
  expect(await app.books(letters[0])).toMatchObject({ letter: 'cancelled', payments: ['refunded'] })
  expect((await printBatch(app)).letters).toEqual([])
})

test('killed in the middle it is settled all the same, and each payment is written down once', async () => {
  const { app, letters } = await restored({ since: (at) => pay(at, at.letters.slice(0, 2)) })
  // Letters are held by their ids.
  const [, second] = letters.slice(0, 2).toSorted()
  const db = failingDatabase(app.db, ['insert into letter_step', second!, '"doubt"'], new Error('killed'))
  await expect(app.settle({ db })).rejects.toThrow('killed')
  expect(await app.settle()).toMatchObject({ payments: 0, held: 1 })
  for (const id of letters.slice(0, 2))
    expect(await app.books(id)).toMatchObject({ letter: 'needs-person', payments: ['paid'] })
})

test('an order of fifty is found again, in as few words as the provider keeps of one', async () => {
  const { app: before, accountId, letters } = await frozenLetters(50)
  const path = await backUp(before)
  await before.confirm(await before.secret(letters[0]!, accountId, letters))
  const { data } = await before.cards.paymentIntents.list()
  const metadata = Object.entries(data[0]!.metadata)
  expect(metadata.length).toBeLessThanOrEqual(50)
  for (const [name, value] of metadata) expect([name.length <= 40, value.length <= 500]).toEqual([true, true])
  const app = await restoreApp(before, path)
  expect(await app.settle()).toMatchObject({ payments: 1, held: 50 })
})

test('no batch has the name of another one, however often the same backup is restored', async () => {
  const { app: before, path } = await lose({ since: (at) => pay(at, [at.letters[0]]) })
  const names: (string | undefined)[] = ['B0001']
  for (const pause of [0, 1]) {
    await sql`select pg_sleep(${pause})`.execute(before.db) // the name of a batch begins at the second of the restore
    const app = await restoreApp(before, path)
    await app.settle({ nothingPrinted: true })
    names.push((await printBatch(app)).name)
  }
  expect(new Set(names).size).toBe(3)
  for (const name of names) expect(name).toMatch(/^B\d{4,9}$/)
})
