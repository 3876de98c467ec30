import type { Tx } from '../../database/tables.ts'
import type { AccountsDeps } from '../deps.ts'
import { claimKnownTo, lockMailbox, verifiedAccount } from '../claims/accounts-table.ts'
import { addProven, proveMailbox } from '../claims/prove-mailbox.ts'
import { hashOfCode } from '../codes/code.ts'
import { useCode, type CodeRefusal } from '../codes/codes-table.ts'
import { canonicalEmail } from '../email.ts'
import type { KnownVisitor } from '../visitor.ts'
import { announceChange } from '../links/announce-change.ts'
import { openSession } from './open-session.ts'

type Deps = Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'eraseContents' | 'queueMail'>

/**
 * The code came through the mailbox and was typed in the browser that asked: it proves the address for the account that is
 * proven already, else for the claim made in this browser, else for a new account (design.md#sign-in-code).
 */
export async function signInWithCode(
  deps: Deps,
  given: { email: string; code: string },
  visitor: KnownVisitor,
): Promise<{ token: string } | { refused: CodeRefusal | 'account-disabled' }> {
  const email = canonicalEmail(given.email)
  const { device, secret, browser } = visitor
  return deps.db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    const now = deps.clock.now()
    const outcome = await useCode(tx, { email, device }, hashOfCode(given.code, secret), now)
    if (outcome !== 'right') return { refused: outcome }
    const id = await provenAccount(deps, tx, { email, device, browser }, now)
    return openSession(deps, tx, { id, mailboxAt: now, now }, visitor)
  })
}

async function provenAccount(
  deps: Deps,
  tx: Tx,
  { email, device, browser }: { email: string; device: Buffer; browser: string },
  now: Date,
): Promise<string> {
  const account = (await verifiedAccount(tx, email)) ?? (await claimKnownTo(tx, email, device))
  if (account) {
    const proof = await proveMailbox(deps, tx, 'code', { id: account.id, email }, now)
    if (proof === 'password-ended') await announceChange(deps, tx, proof, { email, browser })
    return account.id
  }
  const id = deps.random.uuid()
  await addProven(deps, tx, { id, email, social_subject: null }, now)
  return id
}
