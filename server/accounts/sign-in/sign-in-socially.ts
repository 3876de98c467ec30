import type { Tx } from '../../database/tables.ts'
import type { SocialIdentity } from '../../outside/social/social-sign-in.ts'
import type { AccountsDeps } from '../deps.ts'
import { accountOfSubject, hasLetters, lockMailbox, verifiedAccount } from '../claims/accounts-table.ts'
import { addProven, proveMailbox } from '../claims/prove-mailbox.ts'
import type { Visitor } from '../visitor.ts'
import { canonicalEmail } from '../email.ts'
import { recordAccess } from '../record/record-access.ts'
import { openSession } from './open-session.ts'
import { answerOf } from '../providers/provider-silent.ts'
import { unlessTaken } from '../claims/unless-taken.ts'

export type SocialRefusal = 'credential-refused' | 'password-needed' | 'account-disabled'
type Entry = { token: string } | { refused: SocialRefusal }
type Deps = Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'social' | 'passLetters' | 'pseudonymOf'>

const refused = { act: 'refuse', how: 'google' } as const

/** Known by the provider's own id of the person, never by the address alone. @throws ProviderSilent */
export async function signInSocially(
  deps: Deps,
  { credential, secret }: { credential: string; secret: string },
  visitor: Visitor,
): Promise<Entry> {
  const identity = await answerOf(deps.social?.identify(credential, secret) ?? Promise.resolve(undefined))
  if (!identity?.emailVerified) {
    await recordAccess(deps, deps.db, { ...refused, email: canonicalEmail(identity?.email ?? '') })
    return { refused: 'credential-refused' }
  }

  const enter = () => deps.db.transaction().execute((tx) => enterAs(deps, tx, identity, visitor))
  return unlessTaken(enter(), enter)
}

async function enterAs(deps: Deps, tx: Tx, identity: SocialIdentity, visitor: Visitor): Promise<Entry> {
  const { subject } = identity
  const email = canonicalEmail(identity.email)
  await lockMailbox(tx, email)
  const known = await accountOfSubject(tx, subject)
  const access = { email, act: 'sign-in', how: 'google' } as const
  if (known) return openSession(deps, tx, { id: known.id, ...access }, visitor)

  const owner = await verifiedAccount(tx, email)
  // The provider proved this address once, perhaps long ago; only for its own mailboxes is that proof still good today.
  const isTaken = owner !== undefined || (await hasLetters(tx, email))
  if ((isTaken && !identity.authoritative) || owner?.social_subject) {
    await recordAccess(deps, tx, { ...refused, email })
    return { refused: 'password-needed' }
  }
  const now = deps.clock.now()
  if (!owner) {
    const id = deps.random.uuid()
    await addProven(deps, tx, 'google', { id, email, social_subject: subject }, now)
    return openSession(deps, tx, { id, ...access }, visitor)
  }

  // Who set the password may have held the mailbox once, or never.
  await proveMailbox(deps, tx, 'google', { id: owner.id, email }, now)
  await tx.updateTable('account').set({ social_subject: subject }).where('id', '=', owner.id).execute()
  return openSession(deps, tx, { id: owner.id, ...access }, visitor)
}
