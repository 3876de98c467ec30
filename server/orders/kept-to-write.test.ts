import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { foreignKeys, nameOfKey } from '../database/cipher.ts'
import { luis } from '../testing/factories.ts'
import { everything } from '../testing/mailbox/everything.ts'
import { openDrafts } from '../testing/test-app.ts'
import { eraseContents } from './drafts.ts'

const id = '00000000-0000-4000-8000-000000000001'
const another = '00000000-0000-4000-8000-000000000002'
const signature = { colour: 'blue', strokes: [[271, 316, 377, 323]] }
const person = { ...luis, name: 'Zarzamora' }
const content = '<p>Zarzamora</p>'
const secrets = ['Zarzamora', '271,316']

/** All that an account keeps to write from: where it is kept, and the call that reads it. */
const kinds = {
  draft: {
    url: `/drafts/${id}`,
    body: { content, basedOn: null, signature, addresses: { destination: person } },
    read: (id: string) => `/drafts/${id}`,
  },
  template: {
    url: `/templates/${id}`,
    body: { name: 'Zarzamora', content, signature },
    read: (id: string) => `/templates/${id}`,
  },
  signature: { url: '/signature', body: signature, read: () => '/signature' },
  address_book: {
    url: `/addresses/${id}`,
    body: { address: person, basedOn: null },
    read: () => '/addresses/',
  },
}
const names = Object.keys(kinds) as (keyof typeof kinds)[]

async function open() {
  const app = await openDrafts()
  return { ...app, ana: await app.account(), eva: await app.account() }
}

describe.each(names)('%s', (name) => {
  const { url, body, read } = kinds[name]

  test('nobody reads, changes or removes somebody else’s, nor learns that it is there', async () => {
    const { call, ana, eva } = await open()
    const none = await call(eva, 'GET', read(id))
    expect((await call(ana, 'PUT', url, body)).status).toBeLessThan(300)
    const kept = await call(ana, 'GET', read(id))
    expect(kept).toMatchObject({ status: 200 })

    expect(await call(eva, 'GET', read(id))).toEqual(none)
    expect((await call(eva, 'DELETE', url)).status).toBe(204)
    for (const basedOn of [null, 1]) await call(eva, 'PUT', url, { ...body, basedOn })
    expect(await call(ana, 'GET', read(id))).toEqual(kept)
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect((await call('', method, method === 'GET' ? read(id) : url, body)).status).toBe(401)
  })

  test('nothing of it stands in the database in the clear; it is sealed for itself alone, with the key that a start asks for (design/privacy.md#letters-are-secret)', async () => {
    const { call, db, ana, eva } = await open()
    await call(ana, 'PUT', url, body)
    const text = await everything(db)
    for (const secret of secrets) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    }
    expect(await foreignKeys(db, undefined)).toEqual([nameOfKey(Buffer.alloc(32, 7))])

    const [column, value] = name === 'signature' ? ['account_id', eva] : ['id', another]
    await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${value}`.execute(db)
    const owner = name === 'signature' ? eva : ana
    expect((await call(owner, 'GET', read(another))).status).toBe(500)
  })

  test('it goes with the account, and no other account’s', async () => {
    const { call, db, ana, eva } = await open()
    await call(ana, 'PUT', url, body)
    await call(eva, 'PUT', url.replace(id, another), body)
    await db.transaction().execute((tx) => eraseContents(tx, [ana]))
    expect(await db.selectFrom(name).select('account_id').execute()).toEqual([{ account_id: eva }])
  })
})
