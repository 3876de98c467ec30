import type { PostingDay } from '@lacre/letter/days.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { isLostClaim, wasPaid } from '../database/queries.ts'
import type { Db, NewRow, Row, Tables, Tx } from '../database/tables.ts'
import { isUuid } from '../database/transactions.ts'
import { lockAccount } from '../http/bearer.ts'
import { recordSteps, takeStep } from './steps.ts'

export type LetterRow = Row<'letter'>

/**
 * Stores the letter, or finds the one that another press of Enviar stored first: the unique index decides. The update
 * changes nothing, but makes the conflict return the existing row, locked and still unpaid.
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

/**
 * Stores what is not printed, for an unpaid letter that was sent again. If it was paid meanwhile, it stays unchanged.
 */
export async function updateSentWith(
  db: Db,
  letter: LetterRow,
  sent: Partial<Pick<LetterRow, 'post_on' | 'draft_id'>>,
): Promise<LetterRow> {
  const kept = await db
    .updateTable('letter')
    .set(sent)
    .where('id', '=', letter.id)
    .where('state', '=', 'frozen')
    .returningAll()
    .executeTakeFirst()
  return kept ?? letter
}

export async function setDay(tx: Tx, letterId: string, post_on: PostingDay): Promise<void> {
  await tx.updateTable('letter').set({ post_on }).where('id', '=', letterId).execute()
}

/** Does nothing if it ended meanwhile. If it was paid, the unique index refuses the new letter. */
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

/** The second letter of a returned one, unless it was cancelled or expired. */
export const findResentLetter = (db: Db | Tx, letterId: string): Promise<LetterRow | undefined> =>
  db
    .selectFrom('letter')
    .selectAll()
    .where('again_of', '=', letterId)
    .where('state', 'not in', ['cancelled', 'expired'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst()

/**
 * Undefined also for another account's letter, so that its existence stays secret. A lost claim sees only paid letters.
 */
export const findOwn = (db: Db, accountId: string, letterId: string): Promise<LetterRow | undefined> =>
  db
    .selectFrom('letter')
    .innerJoin('account', 'account.id', 'letter.account_id')
    .selectAll('letter')
    .where('letter.id', '=', letterId)
    .where('account_id', '=', accountId)
    .where((is) => is.or([is.not(isLostClaim), wasPaid]))
    .executeTakeFirst()

/** Without the PDF. Undefined once the letter's words have been erased (design/privacy.md#letters-are-forgotten). */
export const findWords = (db: Db | Tx, letterId: string) =>
  db
    .selectFrom('letter_secret')
    .select(['wrapped_key', 'key_name', 'addresses', 'content', 'signature', 'date_line'])
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
    .selectFrom('letter_secret')
    .select(['letter_id as id', 'wrapped_key', 'key_name', 'pdf'])
    .where('letter_id', 'in', letterIds)
    .execute()

export const findAddresses = (db: Db, letterIds: string[]) =>
  db
    .selectFrom('letter_secret')
    .select(['letter_id', 'wrapped_key', 'key_name', 'addresses'])
    .where('letter_id', 'in', letterIds)
    .execute()

/** Oldest first for each letter. */
export const findSteps = (db: Db, letterIds: string[]) =>
  db
    .selectFrom('letter_step')
    .select(['letter_id', 'at', 'from_state', 'to_state', 'step', 'cause'])
    .where('letter_id', 'in', letterIds)
    .orderBy('letter_id')
    .orderBy('seq')
    .execute()

/**
 * Lock letters before their payments and jobs, sorted by id (design/trust.md#lock-order). Ids that are no UUID are
 * ignored.
 */
export async function lockLetters(tx: Tx, letterIds: string[]): Promise<LetterRow[]> {
  const ids = letterIds.filter(isUuid)
  if (!ids.length) return []
  return tx.selectFrom('letter').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

export const lockLetter = async (tx: Tx, letterId: string): Promise<LetterRow | undefined> =>
  (await lockLetters(tx, [letterId]))[0]

/** Two orders of fifty may go to one postal code. */
const mostReplaced = 100

/**
 * When the account paid the newest identical letter that will arrive, so that a duplicate from another browser is
 * noticed.
 */
const paidTwinAt = (eb: ExpressionBuilder<Tables, 'letter'>) =>
  eb
    .selectFrom('letter as twin')
    .innerJoin('letter_step', 'letter_step.letter_id', 'twin.id')
    .select('letter_step.at')
    .whereRef('twin.account_id', '=', 'letter.account_id')
    .whereRef('twin.fingerprint', '=', 'letter.fingerprint')
    .where('twin.state', 'in', ['paid', 'batched', 'printed', 'posted'])
    .where('letter_step.to_state', '=', 'paid')
    .orderBy('twin.created_at', 'desc')
    .orderBy('letter_step.seq')
    .limit(1)

/** Older unpaid letters to the same postal code. It is stored in the clear, so that few need decrypting. */
const older = sql<string[]>`array(
  select o.id from letter o
  where o.account_id = letter.account_id and o.state = 'frozen' and o.postal_code = letter.postal_code
    and o.again_of is null -- a letter sent again has its own text and replaces no other
    and (o.created_at, o.id) < (letter.created_at, letter.id)
  order by o.created_at desc limit ${sql.lit(mostReplaced)})`

export type BesideUnpaid = { paidAt: Date | null; older: string[] }

/** Selected with each letter, in the same round trip. */
const besideUnpaid = (eb: ExpressionBuilder<Tables, 'letter'>) =>
  [paidTwinAt(eb).as('paidAt'), older.as('older')] as const

export const findUnpaid = (
  db: Db,
  accountId: string,
  fingerprint: Buffer,
): Promise<(Row<'letter'> & BesideUnpaid) | undefined> =>
  db
    .selectFrom('letter')
    .selectAll()
    .select(besideUnpaid)
    .where('account_id', '=', accountId)
    .where('fingerprint', '=', fingerprint)
    .where('state', '=', 'frozen')
    .executeTakeFirst()

/** By letter id; for unpaid letters. */
export async function paidBefore(db: Db, letters: Pick<Row<'letter'>, 'id' | 'state'>[]) {
  const unpaid = letters.filter(({ state }) => state === 'frozen').map(({ id }) => id)
  if (!unpaid.length) return new Map<string, Date>()
  const rows = await db
    .selectFrom('letter')
    .select((eb) => ['id', paidTwinAt(eb).as('at')])
    .where('id', 'in', unpaid)
    .execute()
  return new Map(rows.flatMap(({ id, at }) => (at ? [[id, at] as const] : [])))
}
