import type { Signature } from '@lacre/letter/looks/signature.ts'
import { expect, test } from 'vitest'
import { openDrafts } from '../testing/test-app.ts'

const signature: Signature = {
  colour: 'blue',
  strokes: [
    [271, 316, 377, 323],
    [300, 80],
  ],
}
const other: Signature = { colour: 'black', strokes: [[1, 2, 3, 4]] }
const tooLarge = { colour: 'black', strokes: [[0, 401]] }

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
