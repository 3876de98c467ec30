import type { Tx } from '../database/tables.ts'
import type { SocialIdentity } from '../outside/google.ts'
import type { AccountsDeps } from './deps.ts'
import {
  accountOfSubject,
  hasLetters,
  joinSocially,
  lockMailbox,
  provenInAt,
  verifiedAccount,
  unlessTaken,
} from './accounts-table.ts'
import { addProven, proveMailbox } from './claims.ts'
import { announceChange } from './links.ts'
import { type Visitor, openSession } from './sessions.ts'
import { canonicalEmail } from './email.ts'
import { answerOf } from './captcha-routes.ts'

export type SocialRefusal = 'credential-refused' | 'password-needed' | 'account-disabled'
type Entry = { token: string } | { refused: SocialRefusal }
type Deps = Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'social' | 'eraseContents'>

/** Known by the provider's own id of the person, never by the address alone. @throws ProviderSilent */
export async function signInSocially(
  deps: Deps,
  { credential, secret }: { credential: string; secret: string },
  visitor: Visitor,
): Promise<Entry> {
  const identity = await answerOf(deps.social?.identify(credential, secret) ?? Promise.resolve(undefined))
  if (!identity?.emailVerified) return { refused: 'credential-refused' }

  const enter = () => deps.db.transaction().execute((tx) => enterAs(deps, tx, identity, visitor))
  return unlessTaken(enter(), enter)
}

async function enterAs(deps: Deps, tx: Tx, identity: SocialIdentity, visitor: Visitor): Promise<Entry> {
  const { subject: social_subject } = identity
  const written = canonicalEmail(identity.email)
  // The address is the account's own, which may not be what the provider says by now.
  const email = (await accountOfSubject(tx, social_subject))?.email ?? written
  await lockMailbox(tx, email)
  const known = await accountOfSubject(tx, social_subject)
  const now = deps.clock.now()
  const mailboxAt = identity.authoritative && written === email ? now : (known?.social_mailbox_at ?? null)
  if (known?.email === email) {
    await joinSocially(tx, known.id, { social_subject, social_mailbox_at: mailboxAt })
    return openSession(deps, tx, { id: known.id, mailboxAt, now }, visitor)
  }
  // Joined, or parted, in this moment: it is tried again.
  if (known || email !== written) return { refused: 'credential-refused' }

  const owner = await verifiedAccount(tx, email)
  if (!owner) {
    if (!identity.authoritative && (await hasLetters(tx, email))) return { refused: 'password-needed' }
    const id = deps.random.uuid()
    await addProven(deps, tx, { id, email, social_subject, social_mailbox_at: mailboxAt }, now)
    return openSession(deps, tx, { id, mailboxAt, now }, visitor)
  }
  if (owner.social_subject) return { refused: 'password-needed' }

  // The provider proved this address once, perhaps long ago; only for its own mailboxes is that proof still good today.
  // Who set the password may have held the mailbox once, or never.
  let provenAt: Date | null = now
  if (identity.authoritative) {
    const proof = await proveMailbox(deps, tx, 'google', { id: owner.id, email }, now)
    if (proof === 'password-ended') await announceChange(deps, tx, proof, { email, browser: visitor.browser })
  } else {
    provenAt = await provenInAt(tx, owner.id, visitor.device)
    if (!provenAt) return { refused: 'password-needed' }
  }
  await joinSocially(tx, owner.id, { social_subject, social_mailbox_at: provenAt })
  return openSession(deps, tx, { id: owner.id, mailboxAt: provenAt, now }, visitor)
}
