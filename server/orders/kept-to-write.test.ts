import { htmlPage } from '@lacre/letter/content/html-page.ts'
import { type Signature, signatureDrawing, svgOf } from '@lacre/letter/looks/signature.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { foreignKeys, nameOfKey } from '../database/cipher.ts'
import { exportDrafts } from '../privacy/export.ts'
import { luis } from '../testing/factories.ts'
import { everything } from '../testing/mailbox/everything.ts'
import { openDrafts } from '../testing/test-app.ts'
import { cleanHtml } from '../typesetting/text.ts'
import { exportBook } from './address-book.ts'
import { eraseContents } from './drafts.ts'

const id = '00000000-0000-4000-8000-000000000001'
const another = '00000000-0000-4000-8000-000000000002'
const signature: Signature = { colour: 'blue', strokes: [[271, 316, 377, 323]] }
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

  test('another account can neither read, change nor remove it, nor learn that it exists', async () => {
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

test('all of it leaves with the export, the signatures as drawings (design/accounts.md#own-data)', async () => {
  const { call, ana, ...app } = await open()
  for (const { url, body } of Object.values(kinds)) await call(ana, 'PUT', url, body)
  const clean = (html: string) => Promise.resolve(cleanHtml(html))
  const files: Record<string, string> = {}
  for await (const { name, bytes } of exportDrafts({ ...app, clean }, ana)) files[name] = bytes.toString()
  for await (const { name, bytes } of exportBook(app, ana)) files[name] = bytes.toString()
  const drawing = svgOf(signatureDrawing(signature))
  expect(files).toEqual({
    'firma.svg': drawing,
    'borradores/borrador-1.html': htmlPage(content),
    'borradores/borrador-1-firma.svg': drawing,
    'borradores/borrador-1-direcciones.json': JSON.stringify({ destination: person }, null, 2),
    'plantillas/plantilla-1-nombre.txt': 'Zarzamora',
    'plantillas/plantilla-1.html': htmlPage(content),
    'plantillas/plantilla-1-firma.svg': drawing,
    'direcciones.json': JSON.stringify([person], null, 2),
  })
})
