import { svgOf, signatureDrawing, type Signature } from '@lacre/letter/looks/signature.ts'
import { cleanHtml } from '../typesetting/text.ts'
import { expect, test } from 'vitest'
import { openDrafts } from '../testing/test-app.ts'
import { exportDrafts } from '../privacy/export.ts'

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
  const ana = await app.account()
  const kept = async () => (await app.call(ana, 'GET', '/signature')).body
  expect(await kept()).toEqual({ signature: null })
  for (const one of [signature, other]) {
    expect((await app.call(ana, 'PUT', '/signature', one)).status).toBe(204)
    expect(await kept()).toEqual({ signature: one })
  }
  expect((await app.call(ana, 'DELETE', '/signature')).status).toBe(204)
  expect(await kept()).toEqual({ signature: null })
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

test('an export has the signatures as drawings', async () => {
  const app = await openDrafts()
  const ana = await app.account()
  await app.call(ana, 'PUT', '/signature', signature)
  await app.keep(ana, app.newId(), '<p>a</p>', null, { signature: other })
  const files: Record<string, string> = {}
  for await (const { name, bytes } of exportDrafts({ ...app, clean }, ana)) files[name] = bytes.toString()
  expect(files['firma.svg']).toBe(svgOf(signatureDrawing(signature)))
  expect(files['borradores/borrador-1-firma.svg']).toBe(svgOf(signatureDrawing(other)))
})
