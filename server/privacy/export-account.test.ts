import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { addressesAsText } from '../letters/stored.ts'
import { aLetter, ana, luis } from '../testing/factories.ts'
import { openAccounts } from '../testing/test-app.ts'

const email = 'ana@ejemplo.test'
const pdf = Buffer.from('%PDF-1.7 the very bytes')

async function archive() {
  const app = await openAccounts({ cutOff: undefined })
  const { db, cipher } = app
  const person = async (address: string) => {
    const token = await app.registerProven(address)
    return { token, id: (await app.account(token)).id ?? '' }
  }
  function letterOf(account_id: string, text: string) {
    const addresses = addressesAsText({ origin: ana, destination: luis })
    const open = { cipher, addresses, content: `<p>${text}</p>`, pdf }
    return aLetter(db, { account_id, state: 'posted', open })
  }
  const download = (token: string) =>
    app.fastify.inject({ url: '/account/export', headers: { authorization: `Bearer ${token}` } })
  return { app, db, person, letterOf, download }
}

test('an export holds the account and every letter: what was written, what was printed, what became of it', async () => {
  const { db, person, letterOf, download } = await archive()
  const me = await person(email)
  const id = await letterOf(me.id, 'Querido Luis, ñandú')
  const gone = await letterOf(me.id, 'Borrada hace tiempo')
  await db.deleteFrom('letter_secret').where('letter_id', '=', gone).execute()

  const answer = await download(me.token)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'no-store',
  ])
  const files = unzipSync(new Uint8Array(answer.rawPayload))
  const folder = `cartas/2026-11-21-${id.slice(0, 8)}`
  expect(Object.keys(files).toSorted()).toEqual(
    [
      'LEAME.txt',
      'cuenta.json',
      'direcciones.json',
      `${folder}/carta.html`,
      `${folder}/carta.json`,
      `${folder}/carta.pdf`,
      `cartas/2026-11-21-${gone.slice(0, 8)}/carta.json`,
    ].toSorted(),
  )
  const json = (name: string) => JSON.parse(strFromU8(files[name]!)) as object
  expect(json('cuenta.json')).toMatchObject({
    email,
    has_password: true,
    operator: null,
    messages: [{ kind: 'verification' }],
  })
  expect(json(`${folder}/carta.json`)).toMatchObject({
    origin: ana,
    destination: luis,
    state: 'posted',
    total: 329,
  })
  expect(strFromU8(files[`${folder}/carta.html`]!)).toContain('<p>Querido Luis, ñandú</p>')
  expect(Buffer.from(files[`${folder}/carta.pdf`]!)).toEqual(pdf)
})

test('an export says how one comes in: where sessions are open, which second factors there are, and no secret of them', async () => {
  const { db, person, download } = await archive()
  const me = await person(email)
  const added_at = new Date('2026-11-20T08:00:00.000Z')
  await db
    .insertInto('operator')
    .values({ account_id: me.id, name: 'Ana', is_supervisor: false, added_at })
    .execute()
  const secret = 'the id of a passkey'
  const sealed = { wrapped_key: Buffer.from('x'), key_name: '', content: Buffer.from('x') }
  const factor = { account_id: me.id, id: secret, kind: 'passkey', ...sealed, counter: 0, added_at } as const
  await db
    .insertInto('operator_factor')
    .values([factor, { ...factor, id: 'totp', kind: 'totp', counter: null }])
    .execute()
  const files = unzipSync(new Uint8Array((await download(me.token)).rawPayload))
  const text = strFromU8(files['cuenta.json']!)
  expect(JSON.parse(text)).toMatchObject({
    has_password: true,
    social_sign_in: null,
    sessions: [{ browser: 'un navegador desconocido' }],
    operator: {
      name: 'Ana',
      factors: [{ kind: 'passkey', added_at: added_at.toJSON() }],
    },
  })
  expect(text).not.toContain(secret)
})

test('holds nothing of other accounts and no secret, and requires a session', async () => {
  const { person, letterOf, download, app } = await archive()
  const [me, other] = [await person(email), await person('otra@ejemplo.test')]
  await letterOf(other.id, 'ajena')
  const files = unzipSync(new Uint8Array((await download(me.token)).rawPayload))
  const text = Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join('\n')
  for (const word of ['ajena', 'otra@', 'argon2', me.token]) expect(text).not.toContain(word)
  expect((await app.fastify.inject({ url: '/account/export' })).statusCode).toBe(401)
})
