import type { PostingDay } from '@lacre/letter/days.ts'
import type { Db, NewRow, Row, Tx } from '../../database/tables.ts'
import { isLostClaim, wasPaid } from '../../database/queries/lost-claims.ts'
import { lockAccount } from '../../http/lock-account.ts'
import { recordSteps, takeStep } from '../steps/take-step.ts'
import { besideUnpaid, type BesideUnpaid } from './unpaid-letters.ts'

export type LetterRow = Row<'letter'>

/**
 * Stores the letter, or finds the one that another press of Enviar stored first: the unique index decides. The update
 * changes nothing; it makes the conflict give back the row it met, locked, so that it is still unpaid.
 * @throws Failure 401 when the account is erased.
 */
export async function insertFrozen(
  tx: Tx,
  row: NewRow<'letter'>,
  secret: Omit<NewRow<'letter_secret'>, 'letter_id'>,
  now: Date,
  replaces?: string,
): Promise<LetterRow & BesideUnpaid> {
  await lockAccount(tx, row.account_id)
  if (replaces) await replaceUnpaid(tx, replaces, now)
  const stored = await tx
    .insertInto('letter')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'fingerprint'])
        .where('state', '=', 'frozen')
        .doUpdateSet((eb) => ({ fingerprint: eb.ref('excluded.fingerprint') })),
    )
    .returningAll()
    .returning(besideUnpaid)
    .executeTakeFirstOrThrow()
  if (stored.id !== row.id) return stored

  await tx
    .insertInto('letter_secret')
    .values({ letter_id: row.id, ...secret })
    .execute()
  const moves = [{ letterId: row.id, from: null, to: 'frozen' as const }]
  await recordSteps(tx, moves, { step: 'freeze', cause: 'sender', now })
  return stored
}

/** The letter was sent again, unpaid, for another day, which is no part of what is printed. Paid meanwhile, it keeps its own. */
export async function keepDay(db: Db, letter: LetterRow, post_on: PostingDay): Promise<LetterRow> {
  const kept = await db
    .updateTable('letter')
    .set({ post_on })
    .where('id', '=', letter.id)
    .where('state', '=', 'frozen')
    .returningAll()
    .executeTakeFirst()
  return kept ?? letter
}

/** Unless it has ended meanwhile, or is paid: then the new one cannot live beside it. */
async function replaceUnpaid(tx: Tx, letterId: string, now: Date): Promise<void> {
  const unpaid = await tx
    .selectFrom('letter')
    .select('id')
    .where('id', '=', letterId)
    .where('state', '=', 'frozen')
    .forUpdate()
    .executeTakeFirst()
  if (unpaid) await takeStep(tx, { letterId, step: 'replace', cause: 'newer-version', now })
}

/** The letter by which one that came back was sent again, unless it was cancelled or expired. */
export const findResentLetter = (db: Db | Tx, letterId: string): Promise<LetterRow | undefined> =>
  db
    .selectFrom('letter')
    .selectAll()
    .where('again_of', '=', letterId)
    .where('state', 'not in', ['cancelled', 'expired'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst()

/** Undefined also when it is somebody else's: nobody learns that a letter exists. Of a lost claim only what was paid. */
export const findOwn = (db: Db, accountId: string, letterId: string): Promise<LetterRow | undefined> =>
  db
    .selectFrom('letter')
    .innerJoin('account', 'account.id', 'letter.account_id')
    .selectAll('letter')
    .where('letter.id', '=', letterId)
    .where('account_id', '=', accountId)
    .where((is) => is.or([is.not(isLostClaim), wasPaid]))
    .executeTakeFirst()

/** Without the PDF. Undefined once the letter's words have been erased (design.md#letters-are-forgotten). */
export const findWords = (db: Db, letterId: string) =>
  db
    .selectFrom('letter_secret')
    .select(['wrapped_key', 'key_name', 'addresses', 'content', 'signature'])
    .where('letter_id', '=', letterId)
    .executeTakeFirst()

export type Words = NonNullable<Awaited<ReturnType<typeof findWords>>>

export const findPdf = (db: Db, letterId: string) =>
  db
    .selectFrom('letter_secret')
    .select(['wrapped_key', 'key_name', 'pdf'])
    .where('letter_id', '=', letterId)
    .executeTakeFirst()

export const findPdfs = (db: Db, letterIds: string[]) =>
  db
    .selectFrom('letter')
    .innerJoin('letter_secret as secret', 'secret.letter_id', 'letter.id')
    .select(['letter.id', 'letter.pdf_sha256', 'wrapped_key', 'key_name', 'pdf'])
    .where('letter.id', 'in', letterIds)
    .execute()

export const findAddresses = (db: Db, letterIds: string[]) =>
  db
    .selectFrom('letter_secret')
    .select(['letter_id', 'wrapped_key', 'key_name', 'addresses'])
    .where('letter_id', 'in', letterIds)
    .execute()

/** In the order they were taken. */
export const findSteps = (db: Db, letterIds: string[]) =>
  db
    .selectFrom('letter_step')
    .select(['letter_id', 'at', 'from_state', 'to_state', 'step', 'cause'])
    .where('letter_id', 'in', letterIds)
    .orderBy('letter_id')
    .orderBy('seq')
    .execute()
