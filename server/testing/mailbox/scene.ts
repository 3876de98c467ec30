import { type AccountsApp, otherDevice, ownDevice } from '../test-app.ts'
import { isLostClaim } from '../../database/queries.ts'
import { hashOfToken } from '../../accounts/sessions.ts'
import type { ProofKind } from '../../accounts/claims.ts'

/**
 * She reads the mailbox; he does not, and has one of his own. Each has a browser, a password and a Google account. Who had the
 * mailbox before her has a Google account that still says so.
 */
export const people = ['owner', 'attacker', 'former'] as const
export type Person = (typeof people)[number]
export const deviceOf: Record<Person, string> = {
  owner: ownDevice,
  attacker: otherDevice,
  former: 'f'.repeat(43),
}
export const passwordOf: Record<Person, string> = {
  owner: 'la clave de la dueña',
  attacker: 'la clave del atacante',
  former: 'la clave de quien lo tuvo antes',
}

/** One mailbox and what was done about it. What a person holds is kept here, as in a browser. */
export type Scene = {
  app: AccountsApp
  mailbox: string
  strangersMailbox: string
  tokens: Record<Person, string[]>
  /** Who made an account, by its id. */
  makers: Map<string, Person>
}

let scenes = 0
export function newScene(app: AccountsApp): Scene {
  const n = ++scenes
  return {
    app,
    mailbox: `duena${n}@ejemplo.test`,
    strangersMailbox: `otro${n}@ejemplo.test`,
    tokens: { owner: [], attacker: [], former: [] },
    makers: new Map(),
  }
}

/** `proves`: by which row of the table, where it succeeds. Undefined: it cannot be done here. */
export type Action = {
  by: Person
  proves?: Exclude<ProofKind, 'google-old-word'>
  run: (scene: Scene) => Promise<{ status: number } | undefined>
}

/** The newest session that a person has at the mailbox's accounts and may write in. */
export async function sessionOf({ app, tokens, mailbox }: Scene, by: Person) {
  const held = tokens[by].map((token) => ({ token, hash: hashOfToken(token) }))
  if (!held.length) return undefined
  const open = await app.db
    .selectFrom('login_session')
    .innerJoin('account', 'account.id', 'login_session.account_id')
    .select(['token_hash', 'account_id'])
    .where('email', '=', mailbox)
    .where((is) => is.not(isLostClaim))
    .where(
      'token_hash',
      'in',
      held.map(({ hash }) => hash),
    )
    .execute()
  const newest = held.findLast(({ hash }) => open.some(({ token_hash }) => token_hash.equals(hash)))
  const account = open.find(({ token_hash }) => newest && token_hash.equals(newest.hash))
  return newest && account && { token: newest.token, accountId: account.account_id }
}
