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
  const house = await openAddressBook()
  const [me, id, other] = [await house.account(), house.newId(), house.newId()]
  expect(await house.list(me)).toEqual([])
  expect(await house.keep(me, id, { ...luis, name: '  Luis Gómez ' })).toEqual({
    status: 200,
    body: { id, version: 1, address: luis },
  })
  await house.keep(me, other, { ...ana, name: 'Óscar' })
  await house.keep(me, house.newId(), { ...ana, name: 'Zoe' })
  expect(await house.names(me)).toEqual(['Luis Gómez', 'Óscar', 'Zoe'])
  expect(await house.keep(me, id, eva, 1)).toMatchObject({ status: 200, body: { version: 2 } })
  expect((await house.remove(me, other)).status).toBe(204)
  expect((await house.remove(me, other)).status).toBe(204)
  expect(await house.names(me)).toEqual(['Eva Ñíguez', 'Zoe'])
})

test('a change made from an older version is answered with the newer address and changes nothing', async () => {
  const house = await openAddressBook()
  const [me, id] = [await house.account(), house.newId()]
  await house.keep(me, id, luis)
  await house.keep(me, id, eva, 1)
  for (const basedOn of [null, 1, 3])
    expect(await house.keep(me, id, ana, basedOn)).toMatchObject({
      status: 409,
      body: { code: 'address-changed', entry: { id, version: 2, address: eva } },
    })
  // Whoever did not hear the answer asks again.
  expect(await house.keep(me, id, eva, 1)).toMatchObject({ status: 200, body: { version: 2 } })
  // What was removed elsewhere begins anew.
  await house.remove(me, id)
  expect(await house.keep(me, id, ana, 2)).toMatchObject({ status: 200, body: { version: 3 } })
})

test('nobody reads, changes or removes somebody else’s address', async () => {
  const house = await openAddressBook()
  const [me, other, id] = [await house.account(), await house.account(), house.newId()]
  await house.keep(me, id, luis)
  expect(await house.list(other)).toEqual([])
  await house.remove(other, id)
  await house.keep(other, id, eva)
  expect(await house.names(me)).toEqual(['Luis Gómez'])
  expect(await house.names(other)).toEqual(['Eva Ñíguez'])
  for (const [method, url] of [
    ['GET', '/addresses/'],
    ['PUT', `/addresses/${id}`],
    ['DELETE', `/addresses/${id}`],
  ] as const)
    expect((await house.call('', method, url, { address: luis, basedOn: null })).status).toBe(401)
})

test.each(states)(
  'a letter that is %s has its recipient in the book only while it is on its way',
  async (state) => {
    const house = await openAddressBook()
    const me = await house.account()
    await house.letter(me, luis, { state })
    const isSent = ['paid', 'batched', 'printed', 'posted'].includes(state)
    expect(await house.names(me)).toEqual(isSent ? ['Luis Gómez'] : [])
  },
)

test('whom one has written to is in the book once, as the newest letter spells it, and only in one’s own', async () => {
  const house = await openAddressBook()
  const [me, other] = [await house.account(), await house.account()]
  await house.letter(me, { ...luis, name: 'LUIS GOMEZ' }, { created_at: new Date('2026-11-20T09:00:00Z') })
  await house.letter(me, luis, { created_at: new Date('2026-11-21T09:00:00Z') })
  expect(await house.list(me)).toMatchObject([{ version: 1, address: luis }])
  expect(await house.list(me)).toHaveLength(1)
  expect(await house.list(other)).toEqual([])
})

test('what was removed, or corrected, does not come back from a letter, also from a new one', async () => {
  const house = await openAddressBook()
  const me = await house.account()
  await house.letter(me, luis)
  await house.letter(me, ana)
  const [first, second] = await house.list(me)
  await house.remove(me, second!.id)
  await house.keep(me, first!.id, eva, 1)
  await house.letter(me, luis)
  await house.letter(me, ana)
  expect(await house.names(me)).toEqual(['Eva Ñíguez'])
  // By hand it does.
  await house.keep(me, house.newId(), luis)
  expect(await house.names(me)).toEqual(['Eva Ñíguez', 'Luis Gómez'])
})

test('a book outlives the letters it comes from, also where nobody looked into it', async () => {
  const house = await openAddressBook()
  const [me, forgotten] = [await house.account(), await house.account()]
  const now = house.clock.now()
  await house.letter(me, luis, { state: 'posted', state_since: now })
  await house.letter(forgotten, luis, { state: 'posted', state_since: new Date('2026-10-01T09:00:00Z') })
  house.clock.pass(60_000)
  expect(await takeInPosted(house)).toBe(1)
  expect(await takeInPosted(house)).toBe(0)
  await house.db.deleteFrom('letter_secret').execute()
  expect(await house.names(me)).toEqual(['Luis Gómez'])
})

test('a damaged book is said, and keeps no other from being filled', async () => {
  const house = await openAddressBook()
  const everybody = [await house.account(), await house.account(), await house.account()]
  for (const who of everybody) {
    await house.keep(who, house.newId(), ana)
    await house.letter(who, luis, { state: 'posted', state_since: house.clock.now() })
  }
  const damaged: string[] = []
  async function damageTheFirst(who: string) {
    if (damaged.length) return
    damaged.push(who)
    const content = Buffer.from('?')
    await house.db.updateTable('address_book').set({ content }).where('account_id', '=', who).execute()
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
    (await house.db.selectFrom('letter').select('account_id').where('id', '=', id).executeTakeFirstOrThrow())
      .account_id
  const failing = takeInPosted({ ...house, db: house.db.withPlugin(damaging) })
  expect(await failing.catch((error: Error) => error)).toMatchObject({ about: damaged[0] })
  await house.db.deleteFrom('letter_secret').execute()
  for (const who of everybody)
    if (!damaged.includes(who)) expect(await house.names(who)).toEqual(['Ana Ruiz', 'Luis Gómez'])
})

test(`a book has ${mostEntries} addresses; there is room again when one is removed`, async () => {
  const house = await openAddressBook()
  const me = await house.account()
  const entries = Array.from({ length: mostEntries }, (_, n) => ({
    id: house.newId(),
    version: 1,
    address: { ...ana, name: `Persona ${n}` },
  }))
  await changeBook(house, me, () => ({ book: { entries, known: [] } }))
  await house.letter(me, luis)
  expect(await house.keep(me, house.newId(), eva)).toMatchObject({
    status: 422,
    body: { code: 'address-book-full', detail: expect.stringMatching(/500 direcciones. Quite/) as string },
  })
  expect((await house.keep(me, entries[0]!.id, eva, 1)).status).toBe(200)
  expect(await house.list(me)).toHaveLength(mostEntries)
  await house.remove(me, entries[1]!.id)
  const names = await house.names(me)
  expect(names).toHaveLength(mostEntries)
  expect(names).toContain('Luis Gómez')
})

test('hostile names come back as they were written, and what is no address is refused with a sentence', async () => {
  const house = await openAddressBook()
  const me = await house.account()
  const own = ["<img src=x onerror='alert(1)'>", '=1+1', "'; DROP TABLE address_book; --", '\u202eCarmen']
  const isName = (name: string) => /[\p{L}\p{N}]/u.test(name) && name.length <= 200
  const hostile = [...own, ...naughtyStrings()].filter(isName)
  // Every fifth: each call seals the book anew.
  const some = hostile.filter((_, at) => at % 5 === 0)
  for (const name of some) {
    const id = house.newId()
    const kept = await house.keep(me, id, { ...luis, name })
    expect(kept).toMatchObject({ status: 200, body: { address: { name: name.trim() } } })
  }
  expect(await house.list(me)).toHaveLength(some.length)

  expect(await house.keep(me, house.newId(), { ...luis, name: ' ', city: '' })).toMatchObject({
    status: 422,
    body: { detail: 'Complete la dirección. El nombre es requerido. La ciudad es requerida.' },
  })
  expect((await house.keep(me, house.newId(), { ...luis, name: 'x'.repeat(201) })).status).toBe(400)
  expect((await house.keep(me, 'no-uuid', luis)).status).toBe(400)
  expect((await house.keep(me, house.newId(), luis, 0)).status).toBe(400)
})

test('of an address nothing stands in the database in the clear; it is sealed for this book alone (design/privacy.md#letters-are-secret)', async () => {
  const house = await openAddressBook()
  const me = await house.account()
  await house.keep(me, house.newId(), { ...luis, name: 'Zarzamora' })
  const { rows } = await sql<{ row: string }>`
    select encode(content, 'escape') || encode(wrapped_key, 'escape') || b::text as row from address_book b`.execute(
    house.db,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain('Zarzamora')
  await sql`update address_book set id = ${house.newId()}`.execute(house.db)
  expect((await house.call(me, 'GET', '/addresses/')).status).toBe(500)
})

test('the export has the book, and the erasure leaves nothing of it and lets nothing in afterwards', async () => {
  const house = await openAddressBook()
  const me = await house.account()
  const files = async () => {
    const found: [string, unknown][] = []
    for await (const { name, bytes } of exportBook(house, me))
      found.push([name, JSON.parse(Buffer.from(bytes).toString())])
    return found
  }
  expect(await files()).toEqual([])
  await house.letter(me, luis)
  await house.keep(me, house.newId(), eva)
  expect(await files()).toEqual([['direcciones.json', [eva, luis]]])

  await house.db.transaction().execute(async (tx) => {
    await eraseBook(tx, me)
    await tx.updateTable('account').set({ email: '' }).where('id', '=', me).execute()
  })
  expect(await house.db.selectFrom('address_book').select('id').execute()).toEqual([])
  expect((await house.keep(me, house.newId(), eva)).status).toBe(401)
})
