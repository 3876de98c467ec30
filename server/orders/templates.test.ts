import type { TemplateList } from '@lacre/letter/looks/template-calls.ts'
import { expect, test } from 'vitest'
import { openDrafts } from '../testing/test-app.ts'
import { forgetIdleDrafts } from './drafts.ts'

const minute = 60_000
const looks = {
  style: 'libro',
  size: 'grande',
  seal: 'corazon' as const,
  replyCode: true,
  signature: { colour: 'blue', strokes: [[1, 2, 3, 4]] },
}
const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024)

async function open() {
  const app = await openDrafts()
  const keep = (
    who: string,
    id: string,
    name: string,
    content = '<p>Queridos todos:</p>',
    its: object = {},
  ) => app.call(who, 'PUT', `/templates/${id}`, { name, content, ...its })
  const list = async (who: string) =>
    ((await app.call(who, 'GET', '/templates/')).body as Partial<TemplateList>).templates ?? []
  return { ...app, keepDraft: app.keep, keep, list }
}

// design/writing.md#templates
test('a letter is kept with its looks under a name, listed without its words, opened, named anew and dropped', async () => {
  const { call, clock, keep, list, ...app } = await open()
  const [ana, id, second] = [await app.account(), app.newId(), app.newId()]
  const keptAt = clock.now().toISOString()
  expect(await keep(ana, id, ' Navidad ', '<p>Felices fiestas</p>', looks)).toEqual({
    status: 200,
    body: { id, name: 'Navidad', keptAt },
  })
  clock.pass(minute)
  await keep(ana, second, 'Navidad')
  expect(await list(ana)).toEqual([
    { id: second, name: 'Navidad', keptAt: clock.now().toISOString() },
    { id, name: 'Navidad', keptAt },
  ])
  expect(await call(ana, 'GET', `/templates/${id}`)).toEqual({
    status: 200,
    body: { id, name: 'Navidad', keptAt, content: '<p>Felices fiestas</p>', ...looks },
  })

  await keep(ana, id, 'Reyes', '<p>Felices fiestas</p>', looks)
  expect((await call(ana, 'GET', `/templates/${id}`)).body).toMatchObject({ name: 'Reyes', keptAt, ...looks })
  expect((await call(ana, 'DELETE', `/templates/${id}`)).status).toBe(204)
  expect((await list(ana)).map((one) => one.id)).toEqual([second])
  expect(await call(ana, 'GET', `/templates/${id}`)).toMatchObject({
    status: 404,
    body: { code: 'no-such-template' },
  })
})

test('a template is no draft: drafts do not list it, push it out, or take it along when they are forgotten', async () => {
  const { call, clock, keep, list, ...app } = await open()
  const [ana, id] = [await app.account(), app.newId()]
  await keep(ana, id, 'Navidad')
  for (let at = 0; at < 6; at++) {
    clock.pass(minute)
    await app.keepDraft(ana, app.newId(), '<p>a</p>', null)
  }
  const { drafts } = (await call(ana, 'GET', '/drafts/')).body as { drafts?: { id: string }[] }
  expect(drafts).toHaveLength(5)
  expect(drafts?.map((one) => one.id)).not.toContain(id)
  expect((await app.read(ana, id)).status).toBe(404)
  clock.set('2030-01-01T09:00:00Z')
  expect(await forgetIdleDrafts({ ...app, clock })).toBe(5)
  expect(await list(ana)).toHaveLength(1)
})

test('twenty are kept, also when two come at once; another name for one of them is no further one', async () => {
  const { keep, list, ...app } = await open()
  const ana = await app.account()
  const eva = await app.account()
  const ids = Array.from({ length: 19 }, app.newId)
  for (const id of ids) expect((await keep(ana, id, 'Otra')).status).toBe(200)
  const both = await Promise.all(Array.from({ length: 6 }, () => keep(ana, app.newId(), 'La 20')))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'too-many-templates',
    detail: 'Ya tiene 20 plantillas. Borre una para guardar otra.',
  })
  expect((await keep(ana, ids[0]!, 'Con otro nombre')).status).toBe(200)
  expect(await list(ana)).toHaveLength(20)
  expect((await keep(eva, app.newId(), 'La primera de Eva')).status).toBe(200)
})

test('templates weigh 32 MB at most, and a change weighs once; what is beyond changes nothing', async () => {
  const { call, keep, ...app } = await open()
  const [ana, first] = [await app.account(), app.newId()]
  expect((await keep(ana, first, 'Una', megabytes(15))).status).toBe(200)
  expect((await keep(ana, app.newId(), 'Dos', megabytes(15))).status).toBe(200)
  expect(await keep(ana, app.newId(), 'Tres', megabytes(3))).toMatchObject({
    status: 413,
    body: { code: 'no-space-left', detail: 'Sus plantillas ocupan demasiado. Borre una para guardar esta.' },
  })
  expect((await keep(ana, first, 'La primera', megabytes(15))).status).toBe(200)
  await call(ana, 'DELETE', `/templates/${first}`)
  expect((await keep(ana, app.newId(), 'Tres', megabytes(3))).status).toBe(200)
})

test('a name is kept on one line, without invisible characters', async () => {
  const { keep, list, ...app } = await open()
  const ana = await app.account()
  const id = app.newId()
  const kept = await keep(ana, id, ' Navi\0dad\n\tde \u202e2026\u0007 ')
  expect([kept.status, kept.body]).toMatchObject([200, { id, name: 'Navidad de 2026' }])
  expect(await list(ana)).toMatchObject([{ id, name: 'Navidad de 2026' }])
})

test('refuses in words what is no template, and an account with an unproven address', async () => {
  const { keep, list, ...app } = await open()
  const [ana, eva] = [await app.account(), await app.unproven()]
  for (const name of ['', '   ', '\0\u0007', 'x'.repeat(61)])
    expect(await keep(ana, app.newId(), name)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('un nombre de 60 caracteres como mucho') as string },
    })
  expect((await keep(ana, 'no-uuid', 'Otra')).status).toBe(400)
  const loop = { signature: { colour: 'black', strokes: [[0, 401]] } }
  expect(await keep(ana, app.newId(), 'Otra', '<p>a</p>', loop)).toMatchObject({
    status: 422,
    body: { code: 'signature-unusable' },
  })
  expect(await keep(eva, app.newId(), 'Otra')).toMatchObject({
    status: 403,
    body: { code: 'email-unproven', detail: 'Confirme su correo para guardar plantillas en su cuenta.' },
  })
  expect([await list(ana), await list(eva)]).toEqual([[], []])
})
