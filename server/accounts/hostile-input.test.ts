// @module-tag long
import { judgedAddresses, missingCorpora } from '../typesetting/testing/corpora.ts'
import { expect, test } from 'vitest'
import { goodPassword, openAccounts } from '../testing/test-app.ts'

const addresses = judgedAddresses()

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string) =>
  text.replaceAll(/&(?:#x([0-9a-f]+)|(\w+));/gi, (_all, hex?: string, name?: string) => {
    if (!hex) return entities[name ?? ''] ?? ''
    const code = Number.parseInt(hex, 16)
    return String.fromCodePoint(code >= 0x2400 && code < 0x2420 ? code - 0x2400 : code) // pictures of controls
  })

/** Each address of the collection with its verdict. */
const judged = addresses.map((entry) => ({
  address: decoded(/<address>(.*?)<\/address>/s.exec(entry)?.[1] ?? ''),
  verdict: /<category>ISEMAIL_(\w+)</.exec(entry)?.[1] ?? '',
}))

test('every deliverable address may register; each of the others gets an answer', async () => {
  const app = await openAccounts()
  const tally: Record<string, { taken: number; refused: number }> = {}
  const refusedWrongly: string[] = []
  for (const { address, verdict } of judged) {
    const { status, detail } = await app.register(address)
    expect([200, 400], `${verdict} ${address}`).toContain(status)
    if (status === 400) expect(detail, address).toBeTruthy()
    const counted = (tally[verdict] ??= { taken: 0, refused: 0 })
    counted[status === 200 ? 'taken' : 'refused']++
    // DNSWARN: well formed, without a mail server in 2010.
    if (status !== 200 && ['VALID_CATEGORY', 'DNSWARN'].includes(verdict)) refusedWrongly.push(address)
  }
  expect(refusedWrongly).toEqual([])
  const own = {
    VALID_CATEGORY: { taken: 1, refused: 0 },
    DNSWARN: { taken: 1, refused: 0 },
    ERR: { taken: 0, refused: 2 },
  }
  if (missingCorpora().includes('emails/tests.xml')) return expect(tally).toEqual(own)
  // A map, not gospel: quoted names, comments and address literals are refused, as by every browser's field; folded
  // white space around an address is trimmed.
  expect(tally).toEqual({
    VALID_CATEGORY: { taken: 15, refused: 0 },
    DNSWARN: { taken: 9, refused: 0 },
    RFC5321: { taken: 3, refused: 13 },
    RFC5322: { taken: 1, refused: 29 },
    DEPREC: { taken: 2, refused: 18 },
    CFWS: { taken: 6, refused: 4 },
    ERR: { taken: 18, refused: 50 },
  })
})

test.each<{ body?: object }>([
  {},
  { body: [] },
  { body: { email: { $ne: '' }, password: ['x'] } },
  { body: { constructor: { prototype: { email: 'ana@ejemplo.test' } } } },
])('a body of another shape (%j) is refused in Spanish', async ({ body }) => {
  const app = await openAccounts()
  for (const call of ['login', 'register', 'verify-email', 'reset-password', 'forgot-password'])
    expect(await app.post(`/auth/${call}`, body)).toMatchObject({
      status: 400,
      detail: 'La petición no es válida.',
    })
})

test('a password of two hundred and one characters is refused, not cut', async () => {
  const app = await openAccounts()
  expect((await app.register('ana@ejemplo.test', goodPassword.padEnd(201, 'x'))).status).toBe(400)
})
