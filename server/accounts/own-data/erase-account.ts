import type { Db, Tx } from '../../database/tables.ts'
import type {
  CloseUnpaid,
  EraseBook,
  EraseDrafts,
  EraseLetters,
  ForgetOperator,
  ForgetRecipient,
  StillNeeded,
} from '../../ports.ts'
import { lockMailbox, verifiedAccount } from '../claims/accounts-table.ts'
import { endAccess } from '../claims/end-access.ts'

/** What other modules destroy or close when an account goes. All of `tx` is undone when one of them refuses. */
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
  const lost = await lostClaims(db, email)
  for (const id of [accountId, ...lost]) {
    const closed = await closeUnpaid({ accountId: id })
    if (closed !== 'closed') return closed
  }

  return db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    // Whoever keeps anything in it locks it too (lock-account.ts): nothing comes between what is read here and its end.
    await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
    for (const id of [accountId, ...lost]) {
      const letters = await erasers.eraseLetters(tx, id)
      if (letters !== 'erased') return letters
    }

    await erasers.eraseDrafts(tx, accountId)
    await erasers.eraseBook(tx, accountId)
    const owner = await verifiedAccount(tx, email)
    const isProven = owner?.id === accountId
    const only = isProven ? undefined : await sharedMail(tx, account)
    await erasers.forgetRecipient(tx, { email, only })
    const writeDown = await erasers.forgetOperator(tx, accountId)
    await endAccess(tx, [accountId])
    await forgetPerson(tx, account)
    // Whose a code is that somebody else may have asked for, only the mailbox can say.
    if (isProven) await tx.deleteFrom('sign_in_code').where('email', '=', email).execute()
    await writeDown()
    return 'erased'
  })
}

/** What was written under them is forgotten with the account that they lost to. */
async function lostClaims(db: Db, email: string): Promise<string[]> {
  const lost = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .where('password_hash', 'is', null)
    .execute()
  return lost.map(({ id }) => id)
}

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

/** Also the claims on the address that lost to this account: nobody can open them, and they name it too. */
async function forgetPerson(tx: Tx, { accountId, email }: { accountId: string; email: string }) {
  const nameless = {
    email: '',
    email_verified_at: null,
    password_hash: null,
    social_subject: null,
  }
  await tx.updateTable('account').set(nameless).where('id', '=', accountId).execute()
  await tx
    .updateTable('account')
    .set(nameless)
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .where('password_hash', 'is', null)
    .execute()
  await tx
    .deleteFrom('account')
    .where('email', '=', '')
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('letter').select('letter.id').whereRef('account_id', '=', 'account.id'),
        ),
      ),
    )
    .execute()
}
