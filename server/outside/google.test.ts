import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { portOf } from '../testing/ports.ts'
import { testClock } from '../testing/test-clock.ts'
import { createGoogleSignIn, googleKeys } from './google.ts'

const clientId = 'our-client.apps.googleusercontent.com'
const clock = testClock()
const secret = 's'.repeat(43)
const now = clock.now().getTime() / 1000
const good = {
  iss: 'https://accounts.google.com',
  aud: clientId,
  sub: '117',
  email: 'ana@gmail.com',
  email_verified: true,
  nonce: createHash('sha256').update(secret).digest('base64url'),
  iat: now,
  exp: now + 3600,
}
type Keys = Awaited<ReturnType<typeof generateKeyPair>>
let itsKeys: Keys
let stranger: Keys
beforeAll(async () => {
  ;[itsKeys, stranger] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
})

const sign = (claims: JWTPayload, keys = itsKeys, kid = 'k1') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(keys.privateKey)

/** Google's certificates, served from this machine: a status, or nothing at all. */
async function signIn(status: number | 'silent' = 200) {
  let asked = 0
  const jwk = { ...(await exportJWK(itsKeys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const server = createServer((_request, response) => {
    asked++
    if (status !== 'silent') response.writeHead(status).end(JSON.stringify({ keys: [jwk] }))
  })
  const certs = new URL(`http://127.0.0.1:${await portOf(server)}/certs`)
  const google = createGoogleSignIn({
    clientId,
    clock,
    keys: googleKeys(certs, status === 'silent' ? 50 : 20_000),
  })
  return {
    identify: (credential: string, held = secret) => google.identify(credential, held),
    asked: () => asked,
  }
}

test('a good credential says who it is; the keys are asked for once', async () => {
  const { identify, asked } = await signIn()
  const identity = { subject: '117', email: 'ana@gmail.com', emailVerified: true, authoritative: true }
  expect(await identify(await sign(good))).toEqual(identity)
  expect(await identify(await sign({ ...good, iss: 'accounts.google.com' }))).toEqual(identity)
  expect(asked()).toBe(1)
})

test.each([
  [{ email: 'ana@gmail.com' }, true, true],
  [{ email: 'ana@empresa.example', hd: 'empresa.example' }, true, true],
  [{ email: 'ana@otro.example' }, true, false],
  [{ email: 'ana@otro.example', email_verified: 'true' }, true, false],
  [{ email: 'ana@gmail.com', email_verified: false }, false, false],
  [{ email: 'ana@gmail.com.evil.example' }, true, false],
])('%j: verified %s, its own mailbox %s', async (claims, emailVerified, authoritative) => {
  const { identify } = await signIn()
  expect(await identify(await sign({ ...good, ...claims }))).toMatchObject({ emailVerified, authoritative })
})

test.each([
  ['for another site', { aud: 'other-client' }],
  ['of another issuer', { iss: 'https://accounts.evil.example' }],
  ['expired', { iat: now - 3600, exp: now - 60 }],
  ['too old whatever it says', { iat: now - 7200, exp: now + 3600 }],
  ['without a subject', { sub: undefined }],
  ['without an address', { email: undefined }],
  ['with an address that is no text', { email: 7 }],
])('a credential %s is none', async (_why, claims) => {
  const { identify } = await signIn()
  const { sub, ...rest } = { ...good, ...claims }
  const payload = JSON.parse(JSON.stringify(sub === undefined ? rest : { ...rest, sub })) as JWTPayload
  expect(await identify(await sign(payload))).toBeUndefined()
})

test('a credential counts for the browser that asked for it only, and one without a nonce for none', async () => {
  const { identify } = await signIn()
  for (const held of ['', 'x'.repeat(43), good.nonce])
    expect(await identify(await sign(good), held)).toBeUndefined()
  const { nonce, ...without } = good
  for (const claims of [
    without,
    { ...good, nonce: '' },
    { ...good, nonce: secret },
    { ...good, nonce: [nonce] },
  ])
    expect(await identify(await sign(claims))).toBeUndefined()
  expect(await identify(await sign(without), '')).toBeUndefined()
})

test("a stranger's signature, an unknown key, no signature, a shared secret and garbage are none", async () => {
  const { identify } = await signIn()
  const [header, , signature] = (await sign(good)).split('.')
  const swapped = [
    header,
    Buffer.from(JSON.stringify({ ...good, sub: '1' })).toString('base64url'),
    signature,
  ].join('.')
  const forged = [
    await sign(good, stranger),
    await sign(good, stranger, 'k2'),
    new UnsecuredJWT(good).encode(),
    await new SignJWT(good).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(Buffer.alloc(32, 1)),
    swapped,
    '',
    'garbage',
    'a.b.c',
  ]
  for (const credential of forged) expect(await identify(credential)).toBeUndefined()
})

test.each([500, 302, 'silent'] as const)(
  'certificates that do not come (%s) are trouble of the provider, not a bad credential',
  async (status) => {
    const { identify } = await signIn(status)
    await expect(identify(await sign(good))).rejects.toThrow()
  },
)

test('an unreachable provider throws', async () => {
  const keys = googleKeys(new URL('http://127.0.0.1:1/certs'))
  const google = createGoogleSignIn({ clientId, clock, keys })
  await expect(google.identify(await sign(good), secret)).rejects.toThrow()
})
