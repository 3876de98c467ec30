import type { Account, Session, SessionList } from '@lacre/letter/accounts/calls.ts'
import type { Failure, Message } from '@lacre/letter/calls.ts'
import { type OperatorOf, accountRoutes } from '../accounts/routes.ts'
import { exportRoute } from '../privacy/export.ts'
import { sendRequestedLinks } from '../accounts/links.ts'
import { bareApp } from '../http/bare-app.ts'
import { createLimits, mapLimits } from '../http/limits.ts'
import { eraseContents, eraseRoute } from '../privacy/erase.ts'
import type { SocialIdentity } from '../outside/google.ts'
import { testClock } from './test-clock.ts'
import { testDatabase, type TestDatabase } from './test-database.ts'
import { testWorld, type TestWorld } from './test-world.ts'

export const goodPassword = 'lluvia sobre el tejado'
/** A fake provider's credential says in clear whom it is for; anything else is none. */
export const credentialOf = (identity: Partial<SocialIdentity> & { email: string }): string =>
  JSON.stringify({ subject: identity.email, emailVerified: true, authoritative: false, ...identity })

/** The secrets of the browser that makes the calls, and of a stranger's. */
export const ownDevice = 'o'.repeat(43)
export const otherDevice = 'x'.repeat(43)

export const openLimits = mapLimits(() => ({
  take: async () => 1,
  check: async () => {},
  giveBack: async () => {},
  forgive: async () => {},
}))

function identify(credential: string): Promise<SocialIdentity | undefined> {
  if (credential === 'no answer') return Promise.reject(new TypeError('fetch failed'))
  return Promise.resolve(credential.startsWith('{') ? (JSON.parse(credential) as SocialIdentity) : undefined)
}

/** The accounts' calls, with export and erasure, on a database of its own; only what is outside is played. */
export async function accountHouse({
  withLimits = false,
  database,
  clock = testClock(),
  operatorOf = () => Promise.resolve(null),
  ...changed
}: Omit<Partial<TestWorld>, 'db' | 'pool' | 'limits'> & {
  withLimits?: boolean
  operatorOf?: OperatorOf
  database?: Pick<TestDatabase, 'db' | 'pool' | 'at' | 'installation'>
} = {}) {
  const { db, pool, at, installation } = database ?? (await testDatabase())
  const opened = testWorld({ db, pool, installation }, { clock })
  const world = {
    ...opened.world,
    social: { identify },
    limits: withLimits ? createLimits(pool) : openLimits,
    ...changed,
  }
  const { settings, random } = world
  const app = bareApp({ settings, random })
  const deps = { ...world, eraseContents, operatorOf, mint: undefined }
  accountRoutes(app, deps)
  exportRoute(app, world)
  eraseRoute(app, world)

  async function call(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: object,
    token?: string,
    device = ownDevice,
  ) {
    const reply = await app.inject({
      method,
      url,
      ...(body ? { payload: body } : {}),
      headers: { 'lacre-device': device, ...(token && { authorization: `Bearer ${token}` }) },
    })
    return { status: reply.statusCode, headers: reply.headers, ...reply.json<Answer>() }
  }
  const post = (url: string, body?: object, token?: string, device?: string) =>
    call('POST', url, body, token, device)

  /** The tokens of the links sent to an address, oldest first where time has passed; requests are settled before. */
  async function linksTo(email: string, kind: 'verification' | 'password-reset' = 'verification') {
    while (await sendRequestedLinks(deps));
    const mails = await db
      .selectFrom('mail')
      .select('data')
      .where('recipient', '=', email)
      .where('kind', '=', kind)
      .orderBy('created_at')
      .execute()
    return mails.map(({ data }) => new URL(String(data.link)).searchParams.get('token') ?? '')
  }
  /** The codes sent to an address, oldest first. */
  async function codesTo(email: string): Promise<string[]> {
    const mails = await db
      .selectFrom('mail')
      .select('data')
      .where('recipient', '=', email)
      .where('kind', '=', 'sign-in-code')
      .orderBy('created_at')
      .execute()
    return mails.map(({ data }) => String(data.code))
  }
  return {
    app,
    world,
    deps,
    network: opened.provider.network,
    provider: opened.provider,
    db,
    pool,
    at,
    installation,
    clock,
    post,
    get: (url: string, token?: string) => call('GET', url, undefined, token),
    remove: (url: string, token?: string) => call('DELETE', url, undefined, token),
    linksTo,
    codesTo,
    register: (email: string, password = goodPassword, captcha = 'human', device = ownDevice) =>
      post('/auth/register', { email, password, recaptcha_token: captcha }, undefined, device),
    logIn: (email: string, password = goodPassword, device = ownDevice) =>
      post('/auth/login', { email, password }, undefined, device),
    signInSocially: (identity: Parameters<typeof credentialOf>[0], device?: string) =>
      post('/auth/google/login', { token: credentialOf(identity) }, undefined, device),
    verify: (token: string, { password, device }: { password?: string; device?: string } = {}) =>
      post('/auth/verify-email', { token, password }, undefined, device),
    reset: (token: string, password: string) => post('/auth/reset-password', { token, password }),
    askForCode: (email: string, device?: string, captcha = 'human') =>
      post('/auth/request-code', { email, recaptcha_token: captcha }, undefined, device),
    enterCode: (email: string, code: string, device?: string) =>
      post('/auth/code/login', { email, code }, undefined, device),
    account: (token: string | undefined) => call('GET', '/account', undefined, token),
  }
}
type Answer = Partial<Session & Message & Failure & Account & SessionList>
export type AccountHouse = Awaited<ReturnType<typeof accountHouse>>

/** Steps aside from what is being told: a link's one token. */
export async function onlyLink(house: AccountHouse, email: string, kind?: 'verification' | 'password-reset') {
  const links = await house.linksTo(email, kind)
  if (links.length !== 1) throw new Error(`${links.length} links instead of one`)
  return links[0] ?? ''
}
