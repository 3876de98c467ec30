import { days, earlier, minutes } from '@lacre/letter/days.ts'
import { unprovenKeptFor } from '@lacre/letter/kept-for.ts'
import { forgetDone } from '../database/jobs.ts'
import { isLostClaim, keepsPaidLetters, wasPaid } from '../database/queries.ts'
import type { Db, Tx } from '../database/tables.ts'
import { tryEach } from '../database/transactions.ts'
import { notSignedIn, type SignedIn } from '../http/bearer.ts'
import type { Clock } from '../outside/clock.ts'
import type {
  CloseUnpaid,
  EraseBook,
  EraseDrafts,
  EraseLetters,
  ForgetOperator,
  ForgetRecipient,
  StillNeeded,
} from '../ports.ts'
import { isKnownTo, livingAccount, lockMailbox, verifiedAccount } from './accounts-table.ts'
import { deviceKnownFor, endAccess } from './claims.ts'
import type { LinkRequest } from './links.ts'
import { hashOfToken, type Visitor } from './sessions.ts'
import { type TryDeps, tryPassword } from './sign-in.ts'

/** What other modules destroy or close when an account goes. `eraseLetters`, which may refuse, comes first. */
export type Erasers = {
  closeUnpaid: CloseUnpaid
  eraseLetters: EraseLetters
  eraseDrafts: EraseDrafts
  eraseBook: EraseBook
  forgetRecipient: ForgetRecipient
  forgetOperator: ForgetOperator
}
export type EraseRefusal = 'payment-unknown' | StillNeeded

/**
 * Nothing is left of a person but what the law wants kept: days and amounts, under an account without a name (an
 * empty address). The letters' keys, sessions, links and addresses are destroyed. Refused while a paid letter still
 * has to be printed: its sender cancels it first or waits until it is on its way.
 */
export async function eraseAccount(
  { db, closeUnpaid, ...erasers }: { db: Db } & Erasers,
  account: { accountId: string; email: string },
): Promise<'erased' | EraseRefusal> {
  // The card provider is asked before the transaction: nobody can pay any more for what is destroyed in it.
  const { accountId, email } = account
  for (const { id } of await erasedWith(db, account).execute()) {
    const closed = await closeUnpaid({ accountId: id })
    if (closed !== 'closed') return closed
  }

  return db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    // Whoever keeps anything in one of them locks it too (lock-account.ts): nothing comes between what is read here and its end.
    const ids = (await erasedWith(tx, account).forUpdate().execute()).map(({ id }) => id)
    const letters = await erasers.eraseLetters(tx, ids)
    if (letters !== 'erased') return letters

    for (const id of ids) {
      await erasers.eraseDrafts(tx, id)
      await erasers.eraseBook(tx, id)
    }
    const owner = await verifiedAccount(tx, email)
    const isProven = owner?.id === accountId
    const only = isProven ? undefined : await sharedMail(tx, account)
    await erasers.forgetRecipient(tx, { email, only })
    const writeDown = await erasers.forgetOperator(tx, accountId)
    await endAccess(tx, ids)
    await forgetPerson(tx, ids)
    // Whose a code is that somebody else may have asked for, only the mailbox can say.
    if (isProven) await tx.deleteFrom('sign_in_code').where('email', '=', email).execute()
    await writeDown()
    return 'erased'
  })
}

/** The account, and the claims that lost to it and that nothing opens, since they name its owner too. */
const erasedWith = (db: Db | Tx, { accountId, email }: { accountId: string; email: string }) =>
  db
    .selectFrom('account')
    .select('id')
    .where((is) =>
      is.or([
        is('id', '=', accountId),
        is('email', '=', email).and(isLostClaim).and(is.not(keepsPaidLetters)),
      ]),
    )
    .orderBy('id')

/**
 * Of a claim. Undefined: nobody else has to do with the mailbox. Else the keys of its own messages: another account shares the
 * address, or a code is on its way to whoever reads it.
 */
async function sharedMail(
  tx: Tx,
  { accountId, email }: { accountId: string; email: string },
): Promise<string[] | undefined> {
  const rivals = await tx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', accountId)
    .where((is) => is.or([is('password_hash', 'is not', null), is('email_verified_at', 'is not', null)]))
    .execute()
  const codes = await tx.selectFrom('sign_in_code').select('email').where('email', '=', email).execute()
  if (!rivals.length && !codes.length) return undefined

  const letters = await tx.selectFrom('letter').select('id').where('account_id', '=', accountId).execute()
  const links = await tx
    .selectFrom('email_link')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .execute()
  return [...letters.map(({ id }) => id), ...links.map(({ token_hash }) => token_hash.toString('hex'))]
}

async function forgetPerson(tx: Tx, ids: string[]) {
  if (!ids.length) return
  const nameless = {
    email: '',
    email_verified_at: null,
    password_hash: null,
    social_subject: null,
  }
  await tx.updateTable('account').set(nameless).where('id', 'in', ids).execute()
  await tx
    .deleteFrom('account')
    .where('id', 'in', ids)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('letter').select('letter.id').whereRef('account_id', '=', 'account.id'),
        ),
      ),
    )
    .execute()
}

export const signedInRecently = minutes(15)

export type ProofRefusal = 'password-wrong' | 'sign-in-too-old'

/**
 * An open session alone does not delete an account: somebody may have found it open. Its password does, or, for an
 * account that has none, having signed in a moment ago. @throws Failure 429, 503; 401 when it is erased
 */
export async function proveOwner(
  deps: TryDeps,
  { accountId, email, token, password }: SignedIn & { token: string; password: string | undefined },
  visitor: Visitor,
): Promise<'proven' | ProofRefusal> {
  const { db, clock } = deps
  const account = await livingAccount(db, accountId)
    .select(['id', 'password_hash'])
    .select(isKnownTo(visitor.device).as('is_known_here'))
    .executeTakeFirstOrThrow(notSignedIn)
  if (account.password_hash) {
    const given = { email, password: password ?? '' }
    return (await tryPassword(deps, given, [account], visitor)) ? 'proven' : 'password-wrong'
  }

  const session = await db
    .selectFrom('login_session')
    .select('created_at')
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
  const isRecent = session && clock.now().getTime() - session.created_at.getTime() <= signedInRecently
  return isRecent ? 'proven' : 'sign-in-too-old'
}

const linkRequests: LinkRequest[] = ['verification-requested', 'reset-requested']

const portion = 200

/** Removes what no longer opens anything, and claims that have paid nothing. Says how many went. */
export async function sweepAccounts({
  db,
  clock,
  erasers,
}: {
  db: Db
  clock: Clock
  erasers: Erasers
}): Promise<number> {
  const now = clock.now()
  const yesterday = earlier(now, days(1))
  const swept = [
    await db.deleteFrom('login_session').where('expires_at', '<=', now).executeTakeFirst(),
    await db
      .deleteFrom('known_device')
      .where('used_at', '<=', earlier(now, deviceKnownFor))
      .executeTakeFirst(),
    // A day longer: until then whoever opens an old link reads that it has expired, not that it is invalid.
    await db.deleteFrom('email_link').where('expires_at', '<=', yesterday).executeTakeFirst(),
    await db.deleteFrom('sign_in_code').where('expires_at', '<=', now).executeTakeFirst(),
    await db.deleteFrom('captcha_used').where('expires_at', '<=', now).executeTakeFirst(),
  ]
  const erased = await eraseUnproven({ db, erasers }, now)
  const jobs = await forgetDone(db, linkRequests, yesterday)
  return swept.reduce((rows, { numDeletedRows }) => rows + Number(numDeletedRows), jobs + erased)
}

/** Claims that have paid nothing: after a day those that lost, after thirty without use the others. */
async function eraseUnproven({ db, erasers }: { db: Db; erasers: Erasers }, now: Date): Promise<number> {
  const unproven = await db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('email_verified_at', 'is', null)
    .where('email', '!=', '')
    .where((is) =>
      is.or([
        is('password_hash', 'is', null).and('created_at', '<=', earlier(now, days(1))),
        is('created_at', '<=', earlier(now, unprovenKeptFor)).and(
          is.not(is.exists(is.selectFrom('login_session').whereRef('account_id', '=', 'account.id'))),
        ),
      ]),
    )
    .where((is) =>
      is.not(is.exists(is.selectFrom('letter').whereRef('account_id', '=', 'account.id').where(wasPaid))),
    )
    .limit(portion)
    .execute()
  let erased = 0
  const emails = new Map(unproven.map(({ id, email }) => [id, email]))
  await tryEach([...emails.keys()], async (accountId) => {
    const email = emails.get(accountId) ?? ''
    if ((await eraseAccount({ db, ...erasers }, { accountId, email })) === 'erased') erased++
  })
  return erased
}
