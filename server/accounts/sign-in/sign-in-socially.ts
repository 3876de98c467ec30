import type { Tx } from '../../database/tables.ts'
import type { SocialIdentity } from '../../outside/social/social-sign-in.ts'
import type { AccountsDeps } from '../deps.ts'
import { accountOfSubject, addAccount, lockMailbox, verifiedAccount } from '../claims/accounts-table.ts'
import { canonicalEmail } from '../email.ts'
import { openSession } from './open-session.ts'
import { heard } from './provider-silent.ts'
import { unlessTaken } from '../claims/unless-taken.ts'
import { voidClaims } from '../claims/void-claims.ts'

export type SocialRefusal = 'credential-refused' | 'password-needed'
type Entry = { token: string } | { refused: SocialRefusal }
type Room = Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'social'>

/** Known by the provider's own id of the person, never by the address alone. @throws ProviderSilent */
export async function signInSocially(room: Room, credential: string): Promise<Entry> {
  const identity = await heard(room.social?.identify(credential) ?? Promise.resolve(undefined))
  if (!identity?.emailVerified) return { refused: 'credential-refused' }

  const enter = () => room.db.transaction().execute((tx) => enterAs(room, tx, identity))
  return unlessTaken(enter(), enter)
}

async function enterAs(room: Room, tx: Tx, identity: SocialIdentity): Promise<Entry> {
  const { subject } = identity
  const email = canonicalEmail(identity.email)
  await lockMailbox(tx, email)
  const known = await accountOfSubject(tx, subject)
  if (known) return openSession(room, tx, known.id)

  const owner = await verifiedAccount(tx, email)
  if (!owner) return openSession(room, tx, await addProven(room, tx, email, subject))

  // The provider proved this address once, perhaps long ago; only for its own mailboxes does its word hold today.
  if (!identity.authoritative || owner.social_subject) return { refused: 'password-needed' }
  await tx.updateTable('account').set({ social_subject: subject }).where('id', '=', owner.id).execute()
  return openSession(room, tx, owner.id)
}

async function addProven(room: Room, tx: Tx, email: string, social_subject: string): Promise<string> {
  const id = room.random.uuid()
  const now = room.clock.now()
  const account = { id, email, password_hash: null, social_subject }
  await addAccount(tx, { ...account, email_verified_at: now, created_at: now })
  await voidClaims(tx, email, id)
  return id
}
