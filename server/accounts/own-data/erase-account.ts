import { isLostClaim, keepsPaidLetters } from '../../database/queries/lost-claims.ts'
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
