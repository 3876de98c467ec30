// @module-tag long
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ana, luis, written } from '../testing/factories.ts'
import { type openLetters, openOwnLetters } from '../testing/test-app.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { playedDrafts } from '../testing/played-drafts.ts'

const id = '0b8e8a3e-5d3c-4a57-9d0b-2f1a3c4d5e6f'
const photo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const text = `<p>Querido {nom<b>bre</b>}:&nbsp; «ñ» 👩‍👩‍👧</p><p><img src="${photo}" alt="Ronda"></p>`

const typesetter = ownTypesetter()

async function open(deps: Parameters<typeof openLetters>[1] = {}) {
  const { app, me } = await openOwnLetters(typesetter, deps)
  const keep = (content: string, basedOn: number | null) =>
    app.inject(me, 'PUT', `/drafts/${id}`, { content, basedOn })
  return { app, me, keep }
}
const of = (content: string, to = luis) => ({
  ...written('', ana, to),
  draft: { id, sha256: createHash('sha256').update(content).digest('hex') },
})

test('naming a draft freezes the same letter as sending its text (design/sending.md#photos-once)', async () => {
  const { app, me, keep } = await open()
  await keep(text, null)
  const whole = await app.freeze(me, written(text))
  const short = await app.freeze(me, of(text))
  expect(short).toEqual(whole)

  const [one, other] = [await app.freeze(me, of(text, ana)), await app.freeze(me, written(text, ana, ana))]
  expect([one.id, one.hash]).toEqual([other.id, other.hash])
  expect(one.id).not.toBe(whole.id)
})

test('refuses a named draft that changed, is missing or belongs to another account', async () => {
  const { app, me, keep } = await open()
  const refused = { status: 409, code: 'draft-changed' }
  const answerTo = async (account: string) => {
    const answer = await app.send(account, of(text))
    return { status: answer.statusCode, code: answer.json<{ code: string }>().code }
  }
  expect(await answerTo(me)).toEqual(refused)
  await keep(text, null)
  expect(await answerTo(await app.account())).toEqual(refused)
  await keep('<p>Otra cosa.</p>', 1)
  expect(await answerTo(me)).toEqual(refused)
  const letters = await app.db.selectFrom('letter').select('id').execute()
  expect(letters).toEqual([])
})

test('a named draft counts as a body of its size: two of 16 MB at once in one network (design/load.md#bodies)', async () => {
  let release = () => {}
  const released = new Promise<void>((go) => (release = go))
  let opened = 0
  const { app, me } = await open((world) =>
    playedDrafts(world, {
      contentOf: () => (opened++, released.then(() => undefined)),
      bytesOf: () => 16 * 2 ** 20,
    }),
  )
  const other = await app.account()
  const first = [app.send(me, of(text)), app.send(me, of(text))]
  await expect.poll(() => opened).toBe(2)
  expect((await app.send(other, of(text))).statusCode).toBe(503)
  expect(opened).toBe(2)
  release()
  for (const answer of await Promise.all(first)) expect(answer.statusCode).toBe(409)
  expect((await app.send(me, of(text))).statusCode).toBe(409)
})

test('a letter keeps the id of its draft, and takes a new one when another draft gives the same letter (design/writing.md#one-draft)', async () => {
  const { app, me } = await open()
  const drafts = app.db.selectFrom('letter').select(['id', 'draft_id'])
  const first = await app.freeze(me, { ...written('<p>Hola</p>'), draftId: id })
  expect(await drafts.execute()).toEqual([{ id: first.id, draft_id: id }])
  const other = '7d3c5e1a-2b4f-4c6d-8e9f-0a1b2c3d4e5f'
  await app.freeze(me, { ...written('<p>Hola</p>'), draftId: other })
  expect(await drafts.execute()).toEqual([{ id: first.id, draft_id: other }])
  expect((await app.send(me, { ...written('<p>Hola</p>'), draftId: 'x' })).statusCode).toBe(400)
})
