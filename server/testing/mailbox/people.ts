import { sql } from 'kysely'
import { otherDevice, ownDevice } from '../test-app.ts'
import { hashOfToken } from '../../accounts/sessions.ts'
import { fills, pays } from './keeping.ts'
import { deviceOf, passwordOf, sessionOf, type Action, type Person, type Scene } from './scene.ts'

async function entered(scene: Scene, by: Person, answer: { status: number; access_token?: string }) {
  if (answer.access_token) {
    scene.tokens[by].push(answer.access_token)
    const { account_id } = await scene.app.db
      .selectFrom('login_session')
      .select('account_id')
      .where('token_hash', '=', hashOfToken(answer.access_token))
      .executeTakeFirstOrThrow()
    if (!scene.makers.has(account_id)) scene.makers.set(account_id, by)
  }
  return answer
}

/** The token of the newest living link about an account that this person made, out of the mailbox. */
async function linkAbout(
  { app, mailbox, makers }: Scene,
  maker: Person,
  kind: 'verification' | 'password-reset',
) {
  const links = await app.db
    .selectFrom('mail')
    .innerJoin('email_link', (join) => join.on(sql<boolean>`mail.key = encode(token_hash, 'hex')`))
    .select(['data', 'account_id'])
    .where('recipient', '=', mailbox)
    .where('kind', '=', kind)
    .orderBy('mail.created_at')
    .execute()
  const newest = links.findLast(({ account_id }) => makers.get(account_id) === maker)
  return newest && (new URL(String(newest.data.link)).searchParams.get('token') ?? undefined)
}

const register = (by: Person): Action => ({
  by,
  run: async (scene) => {
    const { app, mailbox } = scene
    const before = await app.db.selectFrom('account').select('id').where('email', '=', mailbox).execute()
    if (before.some(({ id }) => scene.makers.get(id) === by)) return undefined
    return entered(scene, by, await app.register(mailbox, passwordOf[by], 'human', deviceOf[by]))
  },
})
const signIn = (by: Person): Action => ({
  by,
  run: async (scene) =>
    entered(scene, by, await scene.app.logIn(scene.mailbox, passwordOf[by], deviceOf[by])),
})
const opensLink = (about: Person, password?: string): Action => ({
  by: 'owner',
  proves: 'link',
  run: async (scene) => {
    const token = await linkAbout(scene, about, 'verification')
    return token ? scene.app.verify(token, { device: ownDevice, ...(password && { password }) }) : undefined
  },
})
const follows = (about: Person): Action => ({
  by: 'owner',
  proves: 'reset',
  run: async (scene) => {
    const token = await linkAbout(scene, about, 'password-reset')
    return token ? scene.app.reset(token, passwordOf.owner) : undefined
  },
})
const asks = (by: Person, url: string): Action => ({
  by,
  run: async ({ app, mailbox }) => {
    const answer = await app.post(url, { email: mailbox }, undefined, deviceOf[by])
    // Sent by a worker, a moment later.
    await app.linksTo(mailbox)
    return answer
  },
})
const changes = (by: Person): Action => ({
  by,
  run: async (scene) => {
    const session = await sessionOf(scene, by)
    const body = { current_password: passwordOf[by], password: passwordOf[by] }
    return session && scene.app.post('/auth/change-password', body, session.token, deviceOf[by])
  },
})
/** Everything that she and he may do about her mailbox, through the calls. */
export const actions = {
  'she registers': register('owner'),
  'he registers her address': register('attacker'),
  'she signs in': signIn('owner'),
  'he signs in': signIn('attacker'),
  'she opens the link about her claim': opensLink('owner'),
  'she opens the link about his claim': opensLink('attacker'),
  'she opens the link about his claim, with her password': opensLink('attacker', passwordOf.owner),
  'she asks for a reset': asks('owner', '/auth/forgot-password'),
  'he asks for a reset': asks('attacker', '/auth/forgot-password'),
  'she follows the reset of her account': follows('owner'),
  'she follows the reset of his account': follows('attacker'),
  'he asks for a link': asks('attacker', '/auth/request-verification'),
  'she enters with Google': {
    by: 'owner',
    proves: 'google',
    run: async (scene) => {
      const { app, mailbox } = scene
      const identity = { email: mailbox, subject: `owner of ${mailbox}`, authoritative: true }
      return entered(scene, 'owner', await app.signInSocially(identity))
    },
  },
  'he enters with his Google': {
    by: 'attacker',
    run: async ({ app, strangersMailbox, mailbox }) => {
      const subject = `owner of ${strangersMailbox}`
      await app.signInSocially({ email: strangersMailbox, subject, authoritative: true }, otherDevice)
      return app.signInSocially({ email: mailbox, subject: 'he', emailVerified: false }, otherDevice)
    },
  },
  'she enters a code': {
    by: 'owner',
    proves: 'code',
    run: async (scene) => {
      const { app, mailbox } = scene
      await app.askForCode(mailbox, ownDevice)
      const code = (await app.codesTo(mailbox)).at(-1) ?? ''
      return entered(scene, 'owner', await app.enterCode(mailbox, code, ownDevice))
    },
  },
  'he enters the code of his own mailbox': {
    by: 'attacker',
    run: async (scene) => {
      const { app, mailbox, strangersMailbox } = scene
      await app.askForCode(mailbox, otherDevice)
      await app.askForCode(strangersMailbox, otherDevice)
      const code = (await app.codesTo(strangersMailbox)).at(-1) ?? ''
      return entered(scene, 'attacker', await app.enterCode(mailbox, code, otherDevice))
    },
  },
  'she changes her password': changes('owner'),
  'he changes his password': changes('attacker'),
  'who had the mailbox enters with Google': {
    by: 'former',
    proves: 'google',
    run: async (scene) => {
      const { app, mailbox } = scene
      const identity = { email: mailbox, subject: `former of ${mailbox}`, authoritative: false }
      return entered(scene, 'former', await app.signInSocially(identity, deviceOf.former))
    },
  },
  'he fills his account, unpaid': fills('attacker'),
  'she pays a letter': pays('owner'),
  'he pays a letter': pays('attacker'),
} as const satisfies Record<string, Action>
export type ActionName = keyof typeof actions
