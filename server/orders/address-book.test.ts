// @module-tag long
import { states } from '@lacre/letter/journey.ts'
import { expect, test } from 'vitest'
import { openAddressBook } from '../testing/test-app.ts'
import { ana, luis } from '../testing/factories.ts'
import { mostEntries, changeBook, addPostedRecipients } from './address-book.ts'

const eva = { ...luis, name: 'Eva Ñíguez', street: 'Calle Nueva, 4' }

test('an account keeps, reads, changes and removes its addresses (design/sending.md#address-book)', async () => {
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

test('a book outlives the letters it comes from, also when it was never read', async () => {
  const app = await openAddressBook()
  const [me, forgotten] = [await app.account(), await app.account()]
  const now = app.clock.now()
  await app.letter(me, luis, { state: 'posted', state_since: now })
  await app.letter(forgotten, luis, { state: 'posted', state_since: new Date('2026-10-01T09:00:00Z') })
  app.clock.pass(60_000)
  expect(await addPostedRecipients(app)).toBe(1)
  expect(await addPostedRecipients(app)).toBe(0)
  await app.db.deleteFrom('letter_secret').execute()
  expect(await app.names(me)).toEqual(['Luis Gómez'])
})

// In whatever order they are looked into, one of the three comes before another.
test.each([0, 1, 2])(
  'damaged book number %i is said, and keeps no other from being filled',
  async (number) => {
    const app = await openAddressBook()
    const everybody = [await app.account(), await app.account(), await app.account()].toSorted()
    for (const who of everybody) {
      await app.keep(who, app.newId(), ana)
      await app.letter(who, luis, { state: 'posted', state_since: app.clock.now() })
    }
    const [damaged = ''] = everybody.splice(number, 1)
    const content = Buffer.from('?')
    await app.db.updateTable('address_book').set({ content }).where('account_id', '=', damaged).execute()
    expect(await addPostedRecipients(app).catch((error: Error) => error)).toMatchObject({ about: damaged })
    await app.db.deleteFrom('letter_secret').execute()
    for (const who of everybody) expect(await app.names(who)).toEqual(['Ana Ruiz', 'Luis Gómez'])
  },
)

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
  for (const name of ["<img src=x onerror='alert(1)'>", '=1+1', "'; DROP TABLE draft; --", '\u202eCarmen'])
    expect(await app.keep(me, app.newId(), { ...luis, name })).toMatchObject({
      status: 200,
      body: { address: { name } },
    })

  expect(await app.keep(me, app.newId(), { ...luis, name: ' ', city: '' })).toMatchObject({
    status: 422,
    body: { detail: 'Complete la dirección. El nombre es requerido. La ciudad es requerida.' },
  })
  expect((await app.keep(me, app.newId(), { ...luis, name: 'x'.repeat(201) })).status).toBe(400)
  expect((await app.keep(me, 'no-uuid', luis)).status).toBe(400)
  expect((await app.keep(me, app.newId(), luis, 0)).status).toBe(400)
})
