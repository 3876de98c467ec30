import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { cleanHtml } from '../typesetting/text.ts'
import { expect, test } from 'vitest'
import { openDrafts } from '../testing/test-app.ts'
import { exportDrafts } from '../privacy/export.ts'
import { forgetIdleDrafts } from './drafts.ts'

const minute = 60_000
const clean = (html: string) => Promise.resolve(cleanHtml(html))

test('an account keeps, reads and changes its draft (design/writing.md#account-drafts)', async () => {
  const app = await openDrafts()
  const [ana, id] = [await app.account(), app.newId()]
  const first = await app.keep(ana, id, '<p>Hola</p>', null)
  expect(first).toMatchObject({ status: 200, body: { version: 1 } })
  app.clock.pass(minute)
  expect(await app.keep(ana, id, '<p>Hola, Luis</p>', 1)).toMatchObject({
    status: 200,
    body: { version: 2 },
  })
  expect(await app.read(ana, id)).toEqual({
    status: 200,
    body: { id, version: 2, updatedAt: app.clock.now().toISOString(), content: '<p>Hola, Luis</p>' },
  })
})

test('a draft keeps the looks that were chosen, until others are (design/paper.md#looks-of-a-letter)', async () => {
  const app = await openDrafts()
  const [ana, id] = [await app.account(), app.newId()]
  const signature = { colour: 'blue', strokes: [[271, 316, 377, 323]] }
  const looks = { style: 'maquina', size: 'grande', signature, seal: 'laurel', replyCode: true }
  await app.keep(ana, id, '<p>a</p>', null, looks)
  expect((await app.read(ana, id)).body).toMatchObject(looks)
  await app.keep(ana, id, '<p>b</p>', 1, { seal: true })
  const { body } = await app.read(ana, id)
  expect(body).toMatchObject({ seal: true })
  for (const look of ['style', 'signature', 'replyCode']) expect(body).not.toHaveProperty(look)
  expect(await app.keep(ana, id, '<p>c</p>', 2, { style: 'gótica' })).toMatchObject({ status: 400 })
})

test('a draft brings its addresses and people to another device (design/writing.md#account-drafts)', async () => {
  const app = await openDrafts()
  const [ana, id] = [await app.account(), app.newId()]
  const addresses = {
    origin: sampleSender,
    destination: sampleRecipient,
    others: [{ ...sampleRecipient, called: 'Luis' }],
  }
  await app.keep(ana, id, '<p>a</p>', null, { addresses })
  expect((await app.read(ana, id)).body.addresses).toEqual(addresses)
  await app.keep(ana, id, '<p>b</p>', 1)
  expect((await app.read(ana, id)).body).not.toHaveProperty('addresses')
})

test.each([1, null])(
  'a change made from an older version (%j) is answered with the newer text and changes nothing',
  async (basedOn) => {
    const app = await openDrafts()
    const [ana, id] = [await app.account(), app.newId()]
    await app.keep(ana, id, '<p>una</p>', null)
    await app.keep(ana, id, '<p>dos</p>', 1)
    const refused = await app.keep(ana, id, '<p>tres</p>', basedOn)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'draft-changed', id, version: 2, content: '<p>dos</p>' },
    })
    expect(refused.body.detail).toMatch(/Los dos textos están guardados/)
    expect((await app.read(ana, id)).body.content).toBe('<p>dos</p>')
  },
)

test('three changes from the same version at once: one is kept, the others are told', async () => {
  const app = await openDrafts()
  const [ana, id] = [await app.account(), app.newId()]
  await app.keep(ana, id, '<p>0</p>', null)
  // Each refusal reads the newer text, and an account reads two at a time.
  const all = await Promise.all(['a', 'b', 'c'].map((text) => app.keep(ana, id, `<p>${text}</p>`, 1)))
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('five drafts are kept; the one that rested longest makes room', async () => {
  const app = await openDrafts()
  const ana = await app.account()
  const ids = Array.from({ length: 6 }, app.newId)
  for (const id of ids.slice(0, 5)) {
    app.clock.pass(minute)
    await app.keep(ana, id, `<p>${id}</p>`, null)
  }
  app.clock.pass(minute)
  await app.keep(ana, ids[0]!, '<p>otra vez</p>', 1)
  app.clock.pass(minute)
  await app.keep(ana, ids[5]!, '<p>la sexta</p>', null)
  const { drafts } = (await app.call(ana, 'GET', '/drafts/')).body as { drafts?: { id: string }[] }
  expect(drafts?.map(({ id }) => id)).toEqual([ids[5], ids[0], ids[4], ids[3], ids[2]])

  // The browser that still has the one that went keeps it again.
  expect(await app.keep(ana, ids[1]!, '<p>vuelve</p>', 1)).toMatchObject({
    status: 200,
    body: { version: 2 },
  })
})

test('what is no draft is refused, and too much of one', async () => {
  const app = await openDrafts()
  const ana = await app.account()
  expect((await app.keep(ana, 'no-uuid', '<p>a</p>', null)).status).toBe(400)
  expect((await app.keep(ana, app.newId(), '<p>a</p>', 0)).status).toBe(400)
  const heavy = await app.keep(ana, app.newId(), 'x'.repeat(17 * 1024 * 1024), null)
  expect(heavy).toMatchObject({ status: 413, body: { detail: 'El contenido es demasiado grande.' } })
})

test('a draft goes after twelve months unused, and when it is dropped', async () => {
  const app = await openDrafts()
  const [ana, eva] = [await app.account(), await app.account()]
  const ids = [app.newId(), app.newId(), app.newId()] as const
  await app.keep(ana, ids[0], '<p>vieja</p>', null)
  app.clock.set('2027-11-20T09:00:00Z')
  await app.keep(ana, ids[1], '<p>nueva</p>', null)
  await app.keep(eva, ids[2], '<p>de Eva</p>', null)
  expect(await forgetIdleDrafts(app)).toBe(0)
  app.clock.set('2027-11-22T09:00:00Z')
  expect(await forgetIdleDrafts(app)).toBe(1)
  expect((await app.read(ana, ids[0])).status).toBe(404)
  await app.call(eva, 'DELETE', `/drafts/${ids[2]}`)
  expect((await app.read(eva, ids[2])).status).toBe(404)
})

test('a draft leaves as a page in which nothing runs; what cannot be cleaned, as plain text', async () => {
  const app = await openDrafts()
  const ana = await app.account()
  const hostile =
    '<p onclick="x()">Hola</p><script>alert(1)</script><form action="https://evil.example"><input name=a></form>'
  await app.keep(ana, app.newId(), hostile, null)
  app.clock.pass(minute)
  const heavy = '<b></b>'.repeat(170_000)
  await app.keep(ana, app.newId(), heavy, null)
  const files: Record<string, string> = {}
  for await (const { name, bytes } of exportDrafts({ ...app, clean }, ana)) files[name] = bytes.toString()
  expect(Object.keys(files)).toEqual(['borradores/borrador-1.txt', 'borradores/borrador-2.html'])
  expect(files['borradores/borrador-1.txt']).toBe(heavy)
  const page = files['borradores/borrador-2.html'] ?? ''
  expect(page).toContain(`content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"`)
  expect(page).toContain('Hola')
  expect(page).not.toMatch(/script>|onclick|<form|<input|evil/)
})
