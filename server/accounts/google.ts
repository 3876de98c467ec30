import type { Tx } from '../database/tables.ts'
import type { SocialIdentity } from '../outside/google.ts'
import type { AccountsDeps } from './deps.ts'
import { hasLetters, lockMailbox, unlessTaken, verifiedAccount } from './accounts-table.ts'
import { proveMailbox } from './claims.ts'
import { type Visitor, openSession } from './sessions.ts'
import { canonicalEmail } from './email.ts'
import { answerOf } from './captcha-routes.ts'

type SocialRefusal = 'credential-refused' | 'password-needed' | 'account-disabled'
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
  const joined = await tx
    .selectFrom('account')
    .select('email')
    .where('social_subject', '=', social_subject)
    .executeTakeFirst()
  const email = joined?.email ?? written
  await lockMailbox(tx, email)
  const owner = await verifiedAccount(tx, email, visitor.device)
  const isJoined = owner?.social_subject === social_subject
  // Parted in this moment.
  if (joined && !isJoined) return { refused: 'credential-refused' }
  // The provider proved this address once, perhaps long ago; only for its own mailboxes is that proof still good today.
  const byMailbox = identity.authoritative && written === email
  if (!isJoined && owner?.social_subject) return { refused: 'password-needed' }
  if (!isJoined && !byMailbox && (owner ? !owner.is_known_here : await hasLetters(tx, email)))
    return { refused: 'password-needed' }

  let id = owner?.id
  if (!id || (byMailbox && (!isJoined || owner?.only_google))) {
    const how = byMailbox ? 'google' : 'google-old-word'
    id = await proveMailbox(deps, tx, how, { id, email, browser: visitor.browser })
  }
  await tx.updateTable('account').set({ social_subject }).where('id', '=', id).execute()
  return openSession(deps, tx, { id, now: deps.clock.now(), byMailbox }, visitor)
}
