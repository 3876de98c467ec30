import { fullInvoiceFor, buyerKeptFor } from '@lacre/letter/kept-for.ts'
import type { FullInvoiceBody } from '@lacre/letter/price/invoice-calls.ts'
import { isNif } from '@lacre/letter/nif.ts'
import { earlier, later } from '@lacre/letter/days.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { bringUpToDate, issue, lockPaid, type BooksDeps } from './issue.ts'
import type { World } from '../world.ts'

/** To whom a full invoice is made out. */
export type Buyer = { name: string; nif: string; address: string }
export type FullInvoiceRefusal =
  'not-found' | 'no-nif' | 'given-back' | 'has-one' | 'too-late' | 'unavailable'
/** Characters of name or address that no font can print. */
type Unprintable = { unprintable: string[] }

/**
 * Replaces the simplified invoice by a full one (RD 1619/2012, art. 15.6 and 7): once, only for money not refunded, and
 * while its tax can be deducted. Unprintable text is refused first, since an issued invoice cannot change.
 */
export async function requestFullInvoice(
  deps: BooksDeps & { typesetter: Pick<Typesetter, 'unprintable'> },
  letterId: string,
  written: FullInvoiceBody,
): Promise<'issued' | FullInvoiceRefusal | Unprintable> {
  const buyer = { ...written, nif: written.nif.toUpperCase().replace(/[\s.-]/g, '') }
  if (!isNif(buyer.nif)) return 'no-nif'
  const paymentId = await paidOf(deps.db, letterId)
  if (!paymentId) return 'not-found'
  const checked = await deps.typesetter.unprintable(`${buyer.name}\n${buyer.address}`)
  if ('refused' in checked) return 'unavailable'
  if (checked.characters.length) return { unprintable: checked.characters }
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockPaid(deps, tx, letterId, paymentId)
    if (!found) return 'unavailable'
    const { payment } = found
    const issued = await bringUpToDate(deps, tx, found)
    if (issued.some(({ kind }) => kind === 'completa')) return 'has-one'
    const [simplified] = issued
    if (!simplified || issued.length > 1) return 'given-back'
    const now = deps.clock.now()
    if (payment.paid_at < earlier(now, fullInvoiceFor)) return 'too-late'
    await keepBuyer(deps, tx, payment.id, buyer)
    await issue(deps, tx, payment, issued, {
      kind: 'completa',
      supplied_on: simplified.supplied_on,
      lines: simplified.lines,
      total: simplified.total_cents,
    })
    return 'issued'
  })
}

/** The id of a letter's payment. */
export const paidOf = async (db: Db, letterId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('payment_money')
      .select('id')
      .where('letter_id', '=', letterId)
      .where('paid_at', 'is not', null)
      .orderBy('paid_at', 'desc')
      .executeTakeFirst()
  )?.id

/** Sealed apart from the letter: the law requires keeping it after the letter is erased. */
async function keepBuyer({ cipher, clock }: BooksDeps, tx: Tx, payment_id: string, buyer: Buyer) {
  const { wrapped_key, key_name, content } = cipher.seal(payment_id, { content: JSON.stringify(buyer) })
  const keep_until = later(clock.now(), buyerKeptFor)
  await tx
    .insertInto('invoice_buyer')
    .values({ payment_id, wrapped_key, key_name, content, keep_until })
    .execute()
}

/** Undefined without a full invoice, or after its retention period. */
export async function buyerOf(
  { db, cipher }: Pick<World, 'db' | 'cipher'>,
  paymentId: string,
): Promise<Buyer | undefined> {
  const sealed = await db
    .selectFrom('invoice_buyer')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return sealed && (JSON.parse(cipher.openContent(paymentId, sealed)) as Buyer)
}

/** Deletes buyers after their retention period; the invoices stay, and name no buyer. */
export async function forgetBuyers({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<number> {
  const gone = await db.deleteFrom('invoice_buyer').where('keep_until', '<', clock.now()).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
