// @module-tag long
import { states } from '@lacre/letter/journey.ts'
import { sql, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { naughtyStrings } from '../typesetting/testing/corpora.ts'
import { openAddressBook } from '../testing/test-app.ts'
import { ana, luis } from '../testing/factories.ts'
import { mostEntries, changeBook, eraseBook, exportBook, takeInPosted } from './address-book.ts'

const eva = { ...luis, name: 'Eva Ñíguez', street: 'Calle Nueva, 4' }

test('an address is kept, read, changed and removed by whoever wrote it (design/sending.md#address-book)', async () => {
  const app = await openAddressBook()
  const [me, id, other] = [await app.account(), app.newId(), app.newId()]
  expect(await app.list(me)).toEqual([])
  expect(await app.keep(me, id, { ...luis, name: '  Luis Gómez ' })).toEqual({
    status: 200,
    body: { id, version: 1, address: luis },
  })
  await app.keep(me, other, { ...ana, name: 'Óscar' })
  await app.keep(me, app.newId(), { ...ana, name: 'Zoe' })
  expect(await app.names(me)).toEqual(['Luis Gómez', 'Óscar', 'Zoe'])
  expect(await app.keep(me, id, eva, 1)).toMatchObject({ status: 200, body: { version: 2 } })
  expect((await app.remove(me, other)).status).toBe(204)
  expect((await app.remove(me, other)).status).toBe(204)
  expect(await app.names(me)).toEqual(['Eva Ñíguez', 'Zoe'])
})

test('a change made from an older version is answered with the newer address and changes nothing', async () => {
  const app = await openAddressBook()
  const [me, id] = [await app.account(), app.newId()]
  await app.keep(me, id, luis)
  await app.keep(me, id, eva, 1)
  for (const basedOn of [null, 1, 3])
    expect(await app.keep(me, id, ana, basedOn)).toMatchObject({
      status: 409,
      body: { code: 'address-changed', entry: { id, version: 2, address: eva } },
    })
  // Whoever did not hear the answer asks again.
  expect(await app.keep(me, id, eva, 1)).toMatchObject({ status: 200, body: { version: 2 } })
  // What was removed elsewhere begins anew.
  await app.remove(me, id)
  expect(await app.keep(me, id, ana, 2)).toMatchObject({ status: 200, body: { version: 3 } })
})

test('nobody reads, changes or removes somebody else’s address', async () => {
  const app = await openAddressBook()
  const [me, other, id] = [await app.account(), await app.account(), app.newId()]
  await app.keep(me, id, luis)
  expect(await app.list(other)).toEqual([])
  await app.remove(other, id)
  await app.keep(other, id, eva)
  expect(await app.names(me)).toEqual(['Luis Gómez'])
  expect(await app.names(other)).toEqual(['Eva Ñíguez'])
  for (const [method, url] of [
    ['GET', '/addresses/'],
    ['PUT', `/addresses/${id}`],
    ['DELETE', `/addresses/${id}`],
  ] as const)
    expect((await app.call('', method, url, { address: luis, basedOn: null })).status).toBe(401)
})

test.each(states)(
  'a letter that is %s has its recipient in the book only while it is on its way',
  async (state) => {
    const app = await openAddressBook()
    const me = await app.account()
    await app.letter(me, luis, { state })
    const isSent = ['paid', 'batched', 'printed', 'posted'].includes(state)
    expect(await app.names(me)).toEqual(isSent ? ['Luis Gómez'] : [])
  },
)

test('whom one has written to is in the book once, as the newest letter spells it, and only in one’s own', async () => {
  const app = await openAddressBook()
  const [me, other] = [await app.account(), await app.account()]
  await app.letter(me, { ...luis, name: 'LUIS GOMEZ' }, { created_at: new Date('2026-11-20T09:00:00Z') })
  await app.letter(me, luis, { created_at: new Date('2026-11-21T09:00:00Z') })
  expect(await app.list(me)).toMatchObject([{ version: 1, address: luis }])
  expect(await app.list(me)).toHaveLength(1)
  expect(await app.list(other)).toEqual([])
})

test('what was removed, or corrected, does not come back from a letter, also from a new one', async () => {
  const app = await openAddressBook()
  const me = await app.account()
  await app.letter(me, luis)
  await app.letter(me, ana)
  const [first, second] = await app.list(me)
  await app.remove(me, second!.id)
  await app.keep(me, first!.id, eva, 1)
  await app.letter(me, luis)
  await app.letter(me, ana)
  expect(await app.names(me)).toEqual(['Eva Ñíguez'])
  // By hand it does.
  await app.keep(me, app.newId(), luis)
  expect(await app.names(me)).toEqual(['Eva Ñíguez', 'Luis Gómez'])
})

test('a book outlives the letters it comes from, also where nobody looked into it', async () => {
  const app = await openAddressBook()
  const [me, forgotten] = [await app.account(), await app.account()]
  const now = app.clock.now()
  await app.letter(me, luis, { state: 'posted', state_since: now })
  await app.letter(forgotten, luis, { state: 'posted', state_since: new Date('2026-10-01T09:00:00Z') })
  app.clock.pass(60_000)
  expect(await takeInPosted(app)).toBe(1)
  expect(await takeInPosted(app)).toBe(0)
  await app.db.deleteFrom('letter_secret').execute()
  expect(await app.names(me)).toEqual(['Luis Gómez'])
})

test('a damaged book is said, and keeps no other from being filled', async () => {
  const app = await openAddressBook()
  const everybody = [await app.account(), await app.account(), await app.account()]
  for (const who of everybody) {
    await app.keep(who, app.newId(), ana)
    await app.letter(who, luis, { state: 'posted', state_since: app.clock.now() })
  }
  const damaged: string[] = []
  async function damageTheFirst(who: string) {
    if (damaged.length) return
    damaged.push(who)
    const content = Buffer.from('?')
    await app.db.updateTable('address_book').set({ content }).where('account_id', '=', who).execute()
  }
  // The first whose letters are looked up has its book damaged at that moment.
  const damaging: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const [row] = result.rows as { addresses?: unknown; id?: string }[]
      if (row?.addresses && row.id) await damageTheFirst(await senderOf(row.id))
      return result
    },
  }
  const senderOf = async (id: string) =>
    (await app.db.selectFrom('letter').select('account_id').where('id', '=', id).executeTakeFirstOrThrow())
      .account_id
  const failing = takeInPosted({ ...app, db: app.db.withPlugin(damaging) })
  expect(await failing.catch((error: Error) => error)).toMatchObject({ about: damaged[0] })
  await app.db.deleteFrom('letter_secret').execute()
  for (const who of everybody)
    if (!damaged.includes(who)) expect(await app.names(who)).toEqual(['Ana Ruiz', 'Luis Gómez'])
})

test(`a book has ${mostEntries} addresses; there is room again when one is removed`, async () => {
  const app = await openAddressBook()
  const me = await app.account()
  const entries = Array.from({ length: mostEntries }, (_, n) => ({
    id: app.newId(),
    version: 1,
    address: { ...ana, name: `Persona ${n}` },
  }))
  await changeBook(app, me, () => ({ book: { entries, known: [] } }))
  await app.letter(me, luis)
  expect(await app.keep(me, app.newId(), eva)).toMatchObject({
    status: 422,
    body: { code: 'address-book-full', detail: expect.stringMatching(/500 direcciones. Quite/) as string },
  })
  expect((await app.keep(me, entries[0]!.id, eva, 1)).status).toBe(200)
  expect(await app.list(me)).toHaveLength(mostEntries)
  await app.remove(me, entries[1]!.id)
  const names = await app.names(me)
  expect(names).toHaveLength(mostEntries)
  expect(names).toContain('Luis Gómez')
})

test('hostile names come back as they were written, and what is no address is refused with a sentence', async () => {
  const app = await openAddressBook()
  const me = await app.account()
  const own = ["<img src=x onerror='alert(1)'>", '=1+1', "'; DROP TABLE address_book; --", '\u202eCarmen']
  const isName = (name: string) => /[\p{L}\p{N}]/u.test(name) && name.length <= 200
  const hostile = [...own, ...naughtyStrings()].filter(isName)
  // Every fifth: each call seals the book anew.
  const some = hostile.filter((_, at) => at % 5 === 0)
  for (const name of some) {
    const id = app.newId()
    const kept = await app.keep(me, id, { ...luis, name })
    expect(kept).toMatchObject({ status: 200, body: { address: { name: name.trim() } } })
  }
  expect(await app.list(me)).toHaveLength(some.length)

  expect(await app.keep(me, app.newId(), { ...luis, name: ' ', city: '' })).toMatchObject({
    status: 422,
    body: { detail: 'Complete la dirección. El nombre es requerido. La ciudad es requerida.' },
  })
  expect((await app.keep(me, app.newId(), { ...luis, name: 'x'.repeat(201) })).status).toBe(400)
  expect((await app.keep(me, 'no-uuid', luis)).status).toBe(400)
  expect((await app.keep(me, app.newId(), luis, 0)).status).toBe(400)
})

test('of an address nothing stands in the database in the clear; it is sealed for this book alone (design/privacy.md#letters-are-secret)', async () => {
  const app = await openAddressBook()
  const me = await app.account()
  await app.keep(me, app.newId(), { ...luis, name: 'Zarzamora' })
  const { rows } = await sql<{ row: string }>`
    select encode(content, 'escape') || encode(wrapped_key, 'escape') || b::text as row from address_book b`.execute(
    app.db,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain('Zarzamora')
  await sql`update address_book set id = ${app.newId()}`.execute(app.db)
  expect((await app.call(me, 'GET', '/addresses/')).status).toBe(500)
})

test('the export has the book, and the erasure leaves nothing of it and lets nothing in afterwards', async () => {
  const app = await openAddressBook()
  const me = await app.account()
  const files = async () => {
    const found: [string, unknown][] = []
    for await (const { name, bytes } of exportBook(app, me))
      found.push([name, JSON.parse(Buffer.from(bytes).toString())])
    return found
  }
  expect(await files()).toEqual([])
  await app.letter(me, luis)
  await app.keep(me, app.newId(), eva)
  expect(await files()).toEqual([['direcciones.json', [eva, luis]]])

  await app.db.transaction().execute(async (tx) => {
    await eraseBook(tx, me)
    await tx.updateTable('account').set({ email: '' }).where('id', '=', me).execute()
  })
  expect(await app.db.selectFrom('address_book').select('id').execute()).toEqual([])
  expect((await app.keep(me, app.newId(), eva)).status).toBe(401)
})
