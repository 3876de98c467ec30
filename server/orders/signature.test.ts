import { svgOf, signatureDrawing, type Signature } from '@lacre/letter/looks/signature.ts'
import { cleanHtml } from '../typesetting/text.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foreignKeys, nameOfKey } from '../database/cipher.ts'
import { openDrafts } from '../testing/test-app.ts'
import { exportDrafts } from '../privacy/export.ts'
import { eraseDrafts } from './drafts.ts'

const signature: Signature = {
  colour: 'blue',
  strokes: [
    [271, 316, 377, 323],
    [300, 80],
  ],
}
const other: Signature = { colour: 'black', strokes: [[1, 2, 3, 4]] }
const tooLarge = { colour: 'black', strokes: [[0, 401]] }
const clean = (html: string) => Promise.resolve(cleanHtml(html))

test('an account keeps one signature, until it is another or none (design/paper.md#signature)', async () => {
  const app = await openDrafts()
  const [ana, eva] = [await app.account(), await app.account()]
  const kept = async (who: string) => (await app.call(who, 'GET', '/signature')).body
  expect(await kept(ana)).toEqual({ signature: null })
  for (const one of [signature, other]) {
    expect((await app.call(ana, 'PUT', '/signature', one)).status).toBe(204)
    expect(await kept(ana)).toEqual({ signature: one })
  }
  expect(await kept(eva)).toEqual({ signature: null })
  expect((await app.call(eva, 'DELETE', '/signature')).status).toBe(204)
  expect(await kept(ana)).toEqual({ signature: other })
  expect((await app.call(ana, 'DELETE', '/signature')).status).toBe(204)
  expect(await kept(ana)).toEqual({ signature: null })
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect((await app.call('', method, '/signature', method === 'PUT' ? signature : undefined)).status).toBe(
      401,
    )
})

test('only a proven address keeps one, and only what can be printed', async () => {
  const app = await openDrafts()
  const [ana, claim] = [await app.account(), await app.unproven()]
  expect(await app.call(claim, 'PUT', '/signature', signature)).toMatchObject({
    status: 403,
    body: { code: 'email-unproven' },
  })
  const refused = { status: 422, body: { code: 'signature-unusable' } }
  expect(await app.call(ana, 'PUT', '/signature', tooLarge)).toMatchObject(refused)
  expect((await app.call(ana, 'PUT', '/signature', { ...signature, colour: 'red' })).status).toBe(400)
  expect(await app.keep(ana, app.newId(), '<p>a</p>', null, { signature: tooLarge })).toMatchObject(refused)
  expect(await app.db.selectFrom('signature').select('account_id').execute()).toEqual([])
  expect(await app.db.selectFrom('draft').select('id').execute()).toEqual([])
})

test('nothing of a signature stands in the database in the clear, in a draft or by itself (design/privacy.md#letters-are-secret)', async () => {
  const app = await openDrafts()
  const ana = await app.account()
  await app.call(ana, 'PUT', '/signature', signature)
  await app.keep(ana, app.newId(), '<p>a</p>', null, { signature })
  const { rows } = await sql<{ row: string }>`
    select encode(signature, 'escape') || signature::text as row from signature union all
    select encode(signature, 'escape') || draft::text as row from draft`.execute(app.db)
  expect(rows).toHaveLength(2)
  for (const { row } of rows) expect(row).not.toContain('271,316')
  // Sealed for this account alone.
  const eva = await app.account()
  await sql`update signature set account_id = ${eva}`.execute(app.db)
  expect((await app.call(eva, 'GET', '/signature')).status).toBe(500)
})

test('a draft keeps signature, seal and reply code, until they are taken away', async () => {
  const app = await openDrafts()
  const [ana, id] = [await app.account(), app.newId()]
  const ending = { signature, seal: 'laurel' as const, replyCode: true }
  await app.keep(ana, id, '<p>a</p>', null, ending)
  expect(await app.read(ana, id)).toMatchObject({ body: ending })
  await app.keep(ana, id, '<p>b</p>', 1, { seal: true })
  const { body } = await app.read(ana, id)
  expect(body).toMatchObject({ seal: true })
  expect(body).not.toHaveProperty('signature')
  expect(body).not.toHaveProperty('replyCode')
})

test('a start misses the key that it is sealed with', async () => {
  const app = await openDrafts()
  await app.call(await app.account(), 'PUT', '/signature', signature)
  expect(await foreignKeys(app.db, undefined)).toEqual([nameOfKey(Buffer.alloc(32, 7))])
})

test('an export has the signatures as drawings, and an erased account keeps none', async () => {
  const app = await openDrafts()
  const ana = await app.account()
  await app.call(ana, 'PUT', '/signature', signature)
  await app.keep(ana, app.newId(), '<p>a</p>', null, { signature: other })
  const files: Record<string, string> = {}
  for await (const { name, bytes } of exportDrafts({ ...app, clean }, ana)) files[name] = bytes.toString()
  expect(files['firma.svg']).toBe(svgOf(signatureDrawing(signature)))
  expect(files['borradores/borrador-1-firma.svg']).toBe(svgOf(signatureDrawing(other)))
  await app.db.transaction().execute((tx) => eraseDrafts(tx, ana))
  expect(await app.db.selectFrom('signature').select('account_id').execute()).toEqual([])
})
