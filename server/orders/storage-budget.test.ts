// @module-tag long
import { expect, test } from 'vitest'
import { openDrafts } from '../testing/test-app.ts'

const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024)

// design/writing.md#draft-budget
test('an account has room for 32 MB of drafts; what is beyond changes nothing', async () => {
  const app = await openDrafts()
  const [ana, first, second] = [await app.account(), app.newId(), app.newId()]
  expect((await app.keep(ana, first, megabytes(15), null)).status).toBe(200)
  expect((await app.keep(ana, second, megabytes(15), null)).status).toBe(200)
  const refused = await app.keep(ana, app.newId(), megabytes(3), null)
  expect(refused).toMatchObject({ status: 413, body: { code: 'no-space-left' } })
  expect(refused.body.detail).toMatch(/sigue en este navegador; borre otro/)
  expect((await app.call(ana, 'DELETE', `/drafts/${first}`)).status).toBe(204)
  expect((await app.keep(ana, app.newId(), megabytes(3), null)).status).toBe(200)
})

test('before the address is proven there is room for 4 MB, and the version before stays', async () => {
  const app = await openDrafts()
  const [eva, id] = [await app.unproven(), app.newId()]
  expect((await app.keep(eva, id, megabytes(3), null)).status).toBe(200)
  const refused = await app.keep(eva, id, megabytes(5), 1)
  expect(refused).toMatchObject({ status: 413, body: { code: 'no-space-left' } })
  expect(refused.body.detail).toMatch(/Confirme su correo/)
  expect((await app.read(eva, id)).body).toMatchObject({ version: 1, content: megabytes(3) })
})

test('what is no draft is counted before it is read, and what no claim may keep is not read', async () => {
  const app = await openDrafts()
  const [eva, none] = [await app.unproven(), { nothing: megabytes(15) }]
  const tries: number[] = []
  for (let at = 0; at < 5; at++)
    tries.push((await app.call(eva, 'PUT', `/drafts/${app.newId()}`, none)).status)
  expect(tries).toEqual([413, 413, 413, 413, 429])
  expect((await app.keep(await app.unproven(), app.newId(), megabytes(3), null)).status).toBe(200)
})

// design/load.md#network-budget
test('claims of one network write 2 GB in a day; who is proven, or elsewhere, goes on', async () => {
  const app = await openDrafts()
  /** Said to be as long as a draft may be: that is what is counted. */
  const keep = async (who: string, remoteAddress: string) => {
    const reply = await app.fastify.inject({
      method: 'PUT',
      url: `/drafts/${app.newId()}`,
      headers: {
        authorization: `Bearer ${who}`,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      },
      payload: JSON.stringify({ content: '<p>Hola</p>', basedOn: null }),
      remoteAddress,
    })
    return [reply.statusCode, reply.json<{ detail?: string }>().detail] as const
  }
  expect((await keep(await app.unproven(), '2001:db8:1:2::1'))[0]).toBe(413)
  await app.limits.unprovenKilobytes.take('2001:db8:1', 2 * 1024 * 1024 - 16 * 1024)
  const [status, detail] = await keep(await app.unproven(), '2001:db8:1:1::1')
  expect([status, detail]).toEqual([
    429,
    expect.stringMatching(/^Desde su red .* Confirme el suyo, o .* horas\.$/),
  ])
  expect((await keep(await app.account(), '2001:db8:1:1::1'))[0]).toBe(200)
  expect((await keep(await app.unproven(), '2001:db8:2:1::1'))[0]).toBe(413)
})
