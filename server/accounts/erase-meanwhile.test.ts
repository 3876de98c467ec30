import { describe, expect, test } from 'vitest'
import { aLetter, anAccount, freezeLetter, luis } from '../testing/factories.ts'
import { goodPassword, openAccounts, openAddressBook, openDrafts, testWorld } from '../testing/test-app.ts'
import { testClock } from '../testing/test-clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { eraseAccount } from '../privacy/erase.ts'
import { afterStatement, forgetsRecipients } from '../testing/played-database.ts'
import { lockWaits } from '../testing/locks/lock-waits.ts'
import type { KyselyPlugin } from 'kysely'

const now = testClock().now()

async function app(meanwhile?: { words: string[]; act: () => Promise<unknown> }) {
  const database = await testDatabase()
  const { db } = database
  const email = 'ana@ejemplo.test'
  const accountId = await anAccount(db, { email, email_verified_at: now })
  const lost = await anAccount(db, { email })
  const { world } = testWorld(database)
  const erasing = meanwhile ? afterStatement(db, meanwhile.words, meanwhile.act) : db
  return {
    db,
    cipher: world.cipher,
    freeze: (account_id: string) => freezeLetter(world, account_id, '<p>zarzamora</p>'),
    email,
    accountId,
    lost,
    erase: () => eraseAccount({ ...world, db: erasing }, { accountId, email }),
  }
}

test.each(['accountId', 'lost'] as const)(
  'a letter frozen while its account is erased waits, and is refused: no word stays (%s)',
  async (which) => {
    let freezing: Promise<unknown> = Promise.resolve()
    const { db, erase, freeze, ...ids } = await app({
      words: forgetsRecipients,
      async act() {
        freezing = freeze(ids[which]).then(
          () => 'frozen',
          (error: unknown) => error,
        )
        await expect.poll(() => lockWaits(db)).toBe(1)
      },
    })
    // The row of an account that has letters stays, without a name.
    for (const account_id of [ids.accountId, ids.lost]) await aLetter(db, { account_id, state: 'posted' })
    expect(await erase()).toBe('erased')
    expect(await freezing).toMatchObject({ code: 'unauthenticated' })
    expect(await db.selectFrom('letter_secret').select('letter_id').execute()).toEqual([])
  },
)

test.each(['accountId', 'lost'] as const)(
  'an account is not erased while a letter is being frozen in it (%s)',
  async (which) => {
    const { db, erase, ...ids } = await app()
    let erasing: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('account').select('id').where('id', '=', ids[which]).forKeyShare().execute()
      erasing = erase()
      await expect.poll(() => lockWaits(db)).toBe(1)
    })
    expect(await erasing).toBe('erased')
  },
)

test('what a claim that loses while it is erased had frozen is no word that stays: it is asked again', async () => {
  const { db, email, erase, freeze } = await app({
    words: ['"SelectQueryNode"', '"name":"letter"', '"frozen"'],
    async act() {
      const late = await anAccount(db, { email, created_at: now })
      await freeze(late)
    },
  })
  expect(await erase()).toBe('unpaid')
  expect(await db.selectFrom('account').select('id').where('email', '=', '').execute()).toEqual([])
})

test('refused for a letter of a claim that lost, nothing of the account itself is destroyed', async () => {
  const { db, cipher, accountId, lost, erase } = await app()
  for (const [account_id, state] of [
    [accountId, 'posted'],
    [lost, 'needs-person'],
  ] as const)
    await aLetter(db, { account_id, state, open: { cipher } })
  expect(await erase()).toBe('in-doubt')
  expect(await db.selectFrom('letter_secret').select('letter_id').execute()).toHaveLength(2)
})

const id = '00000000-0000-4000-8000-000000000001'
const draft = { content: '<p>zarzamora</p>', basedOn: null }
const address = { address: luis, basedOn: null }
const signature = { colour: 'black', strokes: [[1, 2, 3, 4]] }

test.each([
  ['a first draft', openDrafts, 'draft', `/drafts/${id}`, [draft]],
  ['a draft’s change', openDrafts, 'draft', `/drafts/${id}`, [draft, { ...draft, basedOn: 1 }]],
  [
    'a template',
    openDrafts,
    'template',
    `/templates/${id}`,
    [{ name: 'Navidad', content: '<p>zarzamora</p>' }],
  ],
  ['a signature', openDrafts, 'signature', '/signature', [signature]],
  ['an address', openAddressBook, 'address_book', `/addresses/${id}`, [address]],
] as const)(
  '%s that comes while its account is erased waits, and is refused (design/accounts.md#own-data)',
  async (_, open, table, url, bodies) => {
    const app = await open()
    const account = await app.account()
    // The row of an account that has letters stays, without a name.
    await aLetter(app.db, { account_id: account, state: 'posted' })
    for (const body of bodies.slice(0, -1))
      expect((await app.call(account, 'PUT', url, body)).status).toBe(200)

    let keeping: Promise<{ status: number }> | undefined
    const { world, db } = app
    const keepMeanwhile = async () => {
      keeping = app.call(account, 'PUT', url, bodies.at(-1))
      await expect.poll(() => lockWaits(db)).toBe(1)
    }
    const erasing = { ...world, db: afterStatement(db, forgetsRecipients, keepMeanwhile) }
    expect(await eraseAccount(erasing, { accountId: account, email: 'ana@ejemplo.test' })).toBe('erased')
    expect((await keeping)?.status).toBe(401)
    expect(await db.selectFrom(table).select('account_id').execute()).toEqual([])
  },
)

const erasure = { confirmation: 'BORRAR', password: goodPassword }
const change = { current_password: goodPassword, password: 'una contraseña que nadie adivina' }

/** Erases the account from another device, right after a call has looked up its session. */
async function erasedMeanwhile({ hasLetter }: { hasLetter: boolean }) {
  const other = await openAccounts()
  const { access_token: token = '' } = await other.register('ana@ejemplo.test')
  const { id: account_id = '' } = await other.account(token)
  // The row of an account that has letters stays, without a name.
  if (hasLetter) await aLetter(other.db, { account_id, state: 'posted' })

  let isErased = false
  const erasing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isErased || !result.rows.some((row) => 'sessionId' in row)) return result
      isErased = true
      const erased = await other.inject(token, 'DELETE', '/account', erasure)
      expect(erased.statusCode).toBe(200)
      return result
    },
  }
  const { inject } = await openAccounts({ database: { ...other, db: other.db.withPlugin(erasing) } })
  return { inject, token }
}

describe.each([{ hasLetter: false }, { hasLetter: true }])(
  'an account with a letter: $hasLetter',
  (account) => {
    test.each([
      ['GET', '/account', undefined],
      ['GET', '/account/export', undefined],
      ['POST', '/auth/change-password', change],
      ['DELETE', '/account', erasure],
    ] as const)('%s %s beside its erasure is answered as without a session', async (method, url, payload) => {
      const { inject, token } = await erasedMeanwhile(account)
      const answer = await inject(token, method, url, payload)
      expect([answer.statusCode, answer.body]).toEqual([
        401,
        JSON.stringify({ detail: 'Inicie sesión para continuar.', code: 'unauthenticated' }),
      ])
    })
  },
)
