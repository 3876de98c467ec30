import { days } from '@lacre/letter/duration.ts'
import { sql } from 'kysely'
import { raiseConcern } from '../database/concerns.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { TakeStep } from '../ports.ts'

export type Settling = {
  db: Db
  clock: Clock
  takeStep: TakeStep
  /** The payments room's: what the card provider knows of since then. `unreachable`: without an answer. */
  reconcile: (since: Date) => Promise<{ changed: number; unreachable: number }>
}
/** `held`: paid letters that wait for a person. `batches`: closed ones that were not posted when the backup was made. */
export type Settled = { takenAt: Date; payments: number; held: number; mails: number; batches: string[] }

/** A letter that waits is at most some days old: what became of its money is among these. */
const lookBack = days(30)
const stillDoubtful = 'RESTORED'

/**
 * After a restore our books are older than the world. Payments are looked up; what may have been printed or mailed
 * since then is kept from happening again (design.md#unknown-is-a-state). `nothingPrinted`: whoever restores knows
 * that no letter was printed since the backup. Again after a kill: nothing is done twice.
 */
export async function settleRestoration(
  { db, clock, takeStep, reconcile }: Settling,
  { nothingPrinted }: { nothingPrinted: boolean },
): Promise<Settled | 'nothing-to-settle' | 'unreachable'> {
  const open = await db
    .selectFrom('restoration')
    .selectAll()
    .where('settled_at', 'is', null)
    .orderBy('restored_at', 'desc')
    .executeTakeFirst()
  if (!open) return 'nothing-to-settle'

  const { changed, unreachable } = await reconcile(new Date(open.taken_at.getTime() - lookBack))
  if (unreachable) return 'unreachable'
  const held = nothingPrinted ? 0 : await holdPaid({ db, clock, takeStep }, open.taken_at)
  return db.transaction().execute(async (tx) => {
    const mails = await holdMail(tx, clock.now())
    await doubtSubmissions(tx)
    const batches = await openBatches(tx)
    await tx
      .updateTable('restoration')
      .set({ settled_at: clock.now() })
      .where('settled_at', 'is', null)
      .execute()
    return { takenAt: open.taken_at, payments: changed, held, mails, batches }
  })
}

/** Their print jobs stay as they wait: `resume` sends a letter on as if nothing had been. */
async function holdPaid(
  { db, clock, takeStep }: Omit<Settling, 'reconcile'>,
  takenAt: Date,
): Promise<number> {
  const paid = await db.selectFrom('letter').select('id').where('state', '=', 'paid').orderBy('id').execute()
  for (const { id } of paid)
    await db.transaction().execute(async (tx) => {
      await takeStep(tx, { letterId: id, step: 'doubt', cause: 'restore', now: clock.now() })
      await raiseConcern(tx, {
        kind: 'restored',
        letterId: id,
        reference: `${id} ${takenAt.toISOString()}`,
        note: `Los datos vuelven de una copia del ${takenAt.toISOString()}. La carta consta como pagada: si no se imprimió después, reanúdela.`,
      })
    })
  return paid.length
}

/** Most of it has gone since the backup; its data stays, so that a person can set it on its way. */
async function holdMail(tx: Tx, now: Date): Promise<number> {
  const held = await tx
    .updateTable('mail')
    .set({ given_up_at: now, error: stillDoubtful })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  return Number(held.numUpdatedRows)
}

/** Perhaps handed to the printer since: looked up there before anything is repeated. */
const doubtSubmissions = (tx: Tx) =>
  sql`
    update submission set state = 'unknown', key_used_at = coalesce(key_used_at, created_at)
    where state in ('ready', 'submitting')`.execute(tx)

async function openBatches(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('print_job')
    .select('batch_id')
    .distinct()
    .where('state', 'in', ['batched', 'printed'])
    .where('batch_id', 'is not', null)
    .orderBy('batch_id')
    .execute()
  return rows.map(({ batch_id }) => `B${String(batch_id).padStart(4, '0')}`)
}
