import { expect, test } from 'vitest'
import { createPasswords, type Matches, type Passwords } from './passwords.ts'
import { goodPassword, onlyLink, openAccounts, otherDevice, ownDevice } from '../testing/test-app.ts'

const wrong = {
  status: 401,
  detail: 'El correo electrónico o la contraseña no son correctos.',
  code: 'wrong-password',
}

test('the right password opens a new session, whatever the case of the address', async () => {
  const app = await openAccounts()
  const registered = await app.register('ana@ejemplo.test')
  const entered = await app.logIn(' ANA@ejemplo.TEST')
  expect(entered.status).toBe(200)
  expect(entered.headers['cache-control']).toBe('no-store')
  expect(entered.access_token).not.toBe(registered.access_token)
  expect((await app.account(entered.access_token)).email).toBe('ana@ejemplo.test')
})

test('a wrong password and an unknown address get the same answer', async () => {
  const app = await openAccounts()
  await app.register('ana@ejemplo.test')
  expect(await app.logIn('ana@ejemplo.test', 'no era esta')).toMatchObject(wrong)
  expect(await app.logIn('nadie@ejemplo.test', 'no era esta')).toMatchObject(wrong)
})

test.each(['ana\0@ejemplo.test', '\ud800', "' or 1=1 --", ''])(
  'an address no mailbox can have (%j) is only unknown',
  async (email) => {
    const app = await openAccounts()
    expect(await app.logIn(email, 'una\0clave\ud800')).toMatchObject(wrong)
  },
)

test('known, unknown, verified or claimed thrice: always three checks, so the time does not tell', async () => {
  const real = createPasswords()
  let checks = 0
  const passwords: Passwords = {
    ...real,
    inTurn: (ip, work) => real.inTurn(ip, (matches) => work((...asked) => (checks++, matches(...asked)))),
  }
  const app = await openAccounts({ passwords })
  const checksOf = async (email: string) => {
    checks = 0
    const isProven = /^(suya|google)@/.test(email)
    await app.logIn(email, 'no era esta', isProven ? otherDevice : ownDevice)
    return checks
  }
  await app.register('una@ejemplo.test')
  for (const _ of 'four') await app.register('varias@ejemplo.test')
  await app.registerProven('suya@ejemplo.test')
  await app.signInSocially({ email: 'google@ejemplo.test' }) // has no password at all
  const names = ['una', 'varias', 'suya', 'google', 'nadie']
  for (const name of names) expect(await checksOf(`${name}@ejemplo.test`)).toBe(3)
})

const caller = '192.0.2.1'

test('without an account a password is checked with the same work, and never matches', async () => {
  const passwords = createPasswords()
  const matches: Matches = (...asked) => passwords.inTurn(caller, (check) => check(...asked))
  expect(await matches('', undefined)).toBe(false)
  expect(await matches('cualquiera', null)).toBe(false)
  const known = await passwords.hash('cualquiera', caller)
  expect(known).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await matches('cualquiera', known)).toBe(true)
})

test('a password typed with composed or with separate accents is one password', async () => {
  const app = await openAccounts({ passwords: createPasswords() })
  await app.register('ana@ejemplo.test', 'el cigüeñal de José'.normalize('NFD'))
  expect((await app.logIn('ana@ejemplo.test', 'el cigüeñal de José'.normalize('NFC'))).status).toBe(200)
})

test('two hundred characters count to the last: nothing is cut off', async () => {
  const app = await openAccounts({ passwords: createPasswords() })
  const long = 'ñandú '.repeat(33)
  await app.register('ana@ejemplo.test', `${long}a`)
  expect((await app.logIn('ana@ejemplo.test', `${long}b`)).status).toBe(401)
  expect((await app.logIn('ana@ejemplo.test', `${long}a`)).status).toBe(200)
})

test('a password that is reset while it is being checked opens nothing', async () => {
  const real = createPasswords()
  let meanwhile = async () => {}
  const passwords: Passwords = {
    ...real,
    async inTurn(ip, work) {
      const opened = await real.inTurn(ip, work)
      if (opened) await meanwhile()
      return opened
    },
  }
  const app = await openAccounts({ passwords })
  await app.register('ana@ejemplo.test', 'la clave antigua')
  await app.post('/auth/forgot-password', { email: 'ana@ejemplo.test' })
  const link = await onlyLink(app, 'ana@ejemplo.test', 'password-reset')
  meanwhile = async () => {
    meanwhile = async () => {}
    expect((await app.reset(link, 'la clave nueva')).status).toBe(200)
  }
  expect((await app.logIn('ana@ejemplo.test', 'la clave antigua')).status).toBe(401)
  expect(await app.db.selectFrom('login_session').selectAll().execute()).toEqual([])
})

// design/accounts.md#password-queue
test('a crowd in one network has a tenth of the queue for passwords, and a sign-in from elsewhere is next', async () => {
  const real = createPasswords()
  const allAsked = Promise.withResolvers<void>()
  let asked = 0
  const passwords: Passwords = {
    ...real,
    inTurn(ip, work) {
      if (++asked === 61) allAsked.resolve()
      return real.inTurn(ip, async (matches) => {
        await allAsked.promise
        return work(matches)
      })
    },
  }
  const app = await openAccounts({ withLimits: true, passwords })
  await app.register('ana@ejemplo.test')
  const ended: string[] = []
  const enter = async (who: string, remoteAddress: string, password: string) => {
    const payload = { email: `${who}@ejemplo.test`, password }
    const { statusCode } = await app.fastify.inject({
      method: 'POST',
      url: '/auth/login',
      payload,
      remoteAddress,
    })
    ended.push(`${who} ${statusCode}`)
  }
  const enterAsCrowd = (call: number) => enter(`nadie${call}`, '203.0.113.7', 'no era esta')
  const crowd = Array.from({ length: 60 }, (_, call) => enterAsCrowd(call))
  await Promise.all([...crowd, enter('ana', '198.51.100.7', goodPassword)])
  const checked = ended.filter((end) => !end.endsWith('503'))
  expect(checked.length).toBeLessThan(30)
  expect(checked.slice(0, 4)).toContain('ana 200')
  // A sign-in without a place is not counted for its network.
  await enterAsCrowd(60)
  expect(ended.at(-1)).toBe('nadie60 401')
})
