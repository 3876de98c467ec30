import type { Db, Row, Tx } from '../../database/tables.ts'

/** What a payment needs of a letter: never its words. */
export type OwedLetter = Pick<
  Row<'letter'>,
  | 'id'
  | 'account_id'
  | 'state'
  | 'pages'
  | 'sheets'
  | 'pdf_sha256'
  | 'price_lines'
  | 'total_cents'
  | 'currency'
>

const columns = [
  'id',
  'account_id',
  'state',
  'pages',
  'sheets',
  'pdf_sha256',
  'price_lines',
  'total_cents',
  'currency',
] as const

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Locked until the transaction ends. Always the letter first, then its payment: one order, no deadlock. */
export async function lockLetter(tx: Tx, letterId: string): Promise<OwedLetter | undefined> {
  if (!isUuid(letterId)) return undefined
  return tx.selectFrom('letter').select(columns).where('id', '=', letterId).forUpdate().executeTakeFirst()
}

/** The address the receipt goes to. */
export async function mailOf(tx: Db | Tx, accountId: string): Promise<string> {
  const account = tx.selectFrom('account').select('email').where('id', '=', accountId)
  return (await account.executeTakeFirstOrThrow()).email
}
