// @module-tag long
import { expect, test } from 'vitest'
import { openDrafts } from '../testing/test-app.ts'

const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024)

// design/writing.md#draft-budget
test('an account has room for 32 MB of drafts; what is beyond changes nothing', async () => {
  const house = await openDrafts()
  const [ana, first, second] = [await house.account(), house.newId(), house.newId()]
  expect((await house.keep(ana, first, megabytes(15), null)).status).toBe(200)
  expect((await house.keep(ana, second, megabytes(15), null)).status).toBe(200)
  const refused = await house.keep(ana, house.newId(), megabytes(3), null)
  expect(refused).toMatchObject({ status: 413, body: { code: 'no-space-left' } })
  expect(refused.body.detail).toMatch(/sigue en este navegador; borre otro/)
  expect((await house.call(ana, 'DELETE', `/drafts/${first}`)).status).toBe(204)
  expect((await house.keep(ana, house.newId(), megabytes(3), null)).status).toBe(200)
})

test('before the address is proven there is room for 4 MB, and the version before stays', async () => {
  const house = await openDrafts()
  const [eva, id] = [await house.unproven(), house.newId()]
  expect((await house.keep(eva, id, megabytes(3), null)).status).toBe(200)
  const refused = await house.keep(eva, id, megabytes(5), 1)
  expect(refused).toMatchObject({ status: 413, body: { code: 'no-space-left' } })
  expect(refused.body.detail).toMatch(/Confirme su correo/)
  expect((await house.read(eva, id)).body).toMatchObject({ version: 1, content: megabytes(3) })
})

test('what is written in an hour is counted by its weight, also when it is refused', async () => {
  const house = await openDrafts()
  const eva = await house.unproven()
  const tries: number[] = []
  for (let at = 0; at < 6; at++)
    tries.push((await house.keep(eva, house.newId(), megabytes(15), null)).status)
  expect(tries).toEqual([413, 413, 413, 413, 429, 429])
  expect((await house.keep(await house.unproven(), house.newId(), megabytes(3), null)).status).toBe(200)
})

test('what is no draft is counted before it is read, and what no claim may keep is not read', async () => {
  const house = await openDrafts()
  const [eva, none] = [await house.unproven(), { nothing: megabytes(15) }]
  const tries: number[] = []
  for (let at = 0; at < 5; at++)
    tries.push((await house.call(eva, 'PUT', `/drafts/${house.newId()}`, none)).status)
  expect(tries).toEqual([413, 413, 413, 413, 429])
})

// design/load.md#network-budget
test('claims of one network write 2 GB in a day; who is proven, or elsewhere, goes on', async () => {
  const house = await openDrafts()
  /** Said to be as long as a draft may be: that is what is counted. */
  const keep = async (who: string, remoteAddress: string) => {
    const reply = await house.app.inject({
      method: 'PUT',
      url: `/drafts/${house.newId()}`,
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
  let network = 0
  for (let account = 0; account < 32; account++) {
    const claim = await house.unproven()
    for (let at = 0; at < 4; at++)
      expect((await keep(claim, `2001:db8:1:${(++network).toString(16)}::1`))[0]).toBe(413)
  }
  const [status, detail] = await keep(await house.unproven(), '2001:db8:1:1::1')
  expect([status, detail]).toEqual([
    429,
    expect.stringMatching(/^Desde su red .* Confirme el suyo, o .* horas\.$/),
  ])
  expect((await keep(await house.account(), '2001:db8:1:1::1'))[0]).toBe(200)
  expect((await keep(await house.unproven(), '2001:db8:2:1::1'))[0]).toBe(413)
})
