import { days, earlier } from '@lacre/letter/days.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import { endRestoration, openRestoration } from '../database/restore.ts'
import { raiseConcern } from '../database/concerns.ts'
import type { Db, Tx } from '../database/tables.ts'
import { type PaymentsDeps, isProviderTrouble } from '../payments/seen-intent.ts'
import { holdMail } from '../mail/outbox.ts'
import { reconcile } from '../payments/reconcile.ts'
import type { World } from '../world.ts'
import { takeStep } from '../letters/steps.ts'

/** `held`, `unpaid`: paid and unpaid letters that wait for a person. `batches`: closed ones that were not posted when the backup was made. */
type Settled = {
  takenAt: Date
  payments: number
  held: number
  unpaid: number
  mails: number
  batches: string[]
}

/** A letter that waits is at most some days old, but for its day: what became of its money is among these. */
const lookBack = days(30)

/**
 * After a restore our books are older than the world. Payments are looked up; what may have been printed or mailed
 * since then is kept from happening again (design.md#unknown-is-a-state). `nothingPrinted`: whoever restores knows
 * that no letter was printed since the backup. `isProviderLost`: the card provider's books are those of the backup, too.
 * Again after a kill: nothing is done twice.
 */
export async function settleRestoration(
  deps: PaymentsDeps,
  { nothingPrinted, isProviderLost }: { nothingPrinted: boolean; isProviderLost: boolean },
): Promise<Settled | 'nothing-to-settle' | 'unreachable'> {
  const { db, clock } = deps
  const open = await openRestoration(db)
  if (!open) return 'nothing-to-settle'

  const { changed, unreachable } = await reconcileSince(
    deps,
    await oldestPaid(db, earlier(open.taken_at, lookBack)),
  )
  if (unreachable) return 'unreachable'
  const hold = (state: 'paid' | 'frozen') => holdLetters(deps, state, open.taken_at)
  const held = nothingPrinted ? 0 : await hold('paid')
  const unpaid = nothingPrinted || !isProviderLost ? 0 : await hold('frozen')
  return db.transaction().execute(async (tx) => {
    const mails = await holdMail(tx, clock.now())
    const batches = await openBatches(tx)
    await endRestoration(tx, clock.now())
    return { takenAt: open.taken_at, payments: changed, held, unpaid, mails, batches }
  })
}

/** `unreachable`: without an answer. */
async function reconcileSince(
  deps: PaymentsDeps,
  since: Date,
): Promise<{ changed: number; unreachable: number }> {
  try {
    return await reconcile(deps, since)
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    return { changed: 0, unreachable: 1 }
  }
}

/** Since when the oldest paid letter waits for its day, or `otherwise`, which is earlier. */
async function oldestPaid(db: Db, otherwise: Date): Promise<Date> {
  const { since } = await db
    .selectFrom('letter')
    .select((eb) => eb.fn.min('state_since').as('since'))
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow()
  return since && since < otherwise ? since : otherwise
}

/** Their print jobs stay as they wait: `resume` sends a letter on as if nothing had been. */
async function holdLetters(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  state: 'paid' | 'frozen',
  takenAt: Date,
): Promise<number> {
  const letters = await db
    .selectFrom('letter')
    .leftJoin('payment_money as payment', (on) =>
      on.onRef('payment.letter_id', '=', 'letter.id').on('payment.state', '=', 'paid'),
    )
    .select(['letter.id', 'payment.intent_id'])
    .where('letter.state', '=', state)
    .orderBy('letter.id')
    .execute()
  for (const { id, intent_id } of letters)
    await db.transaction().execute(async (tx) => {
      await takeStep(tx, { letterId: id, step: 'doubt', cause: 'restore', now: clock.now() })
      await raiseConcern(tx, {
        kind: 'restored',
        letterId: id,
        reference: `${id} ${takenAt.toISOString()}`,
        note:
          `Los datos vuelven de una copia del ${takenAt.toISOString()}. ` +
          (state === 'paid'
            ? `La carta consta como pagada (${intent_id}): si no se imprimió después, reanúdela.`
            : 'La carta consta sin pagar, y el proveedor de pruebas no recuerda lo que se pagó después: anúlela.'),
      })
    })
  return letters.length
}

async function openBatches(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('print_job')
    .select((eb) => eb.ref('batch_id').$notNull().as('id'))
    .distinct()
    .where('is_void', '=', false)
    .where('posted_at', 'is', null)
    .where('batch_id', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => batchName(id))
}
