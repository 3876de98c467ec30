import { after } from '@lacre/letter/journey.ts'
import { shortHash } from '@lacre/letter/order-number.ts'
import type { ReprintBody } from '@lacre/letter/print-room/calls.ts'
import { type ReturnReason, returnReasons } from '@lacre/letter/print-room/reasons.ts'
import { settleLetterIssues } from '../database/issues.ts'
import { isOfLivingSibling } from '../database/queries.ts'
import type { Row, Tx } from '../database/tables.ts'
import type { ActingOperator } from '../http/bearer.ts'
import { cause, type ConsoleDeps, type PrintRoomDeps, type Refusal } from './call.ts'
import { whyNotPrinted } from './letter-cards.ts'
import { isMarkable, setMarks } from './mark-batch.ts'
import { openForPrint } from './batch-pdf.ts'
import { livingJob, type Mark, nextAttempt, stagePrintJobs } from '../letters/print-jobs.ts'
import { lockWithJob, stopLetter, voidJob } from './locked-letter.ts'
import { syncPayment, queueLetterReceipt } from '../payments/sync.ts'
import { returnLetter, takeStep } from '../letters/steps.ts'
import { recordAlone, recordAuditEntry } from './audit-log.ts'
import { becomesPaper, type Money, readMoneyState } from '../payments/orders-table.ts'
import type { World } from '../world.ts'

/**
 * Makes a letter that waited for an operator paid again, with a new job; its old one becomes void. The card provider is
 * called first, since the letter may have been stopped while unpaid.
 */
export async function resumeLetter(
  deps: ConsoleDeps,
  letterId: string,
  { note, by }: { note: string; by: string },
): Promise<'resumed' | Refusal> {
  const records = await syncPayment(deps, letterId)
  if (records === 'unknown') return 'provider-unavailable'
  if (records === 'differs') return 'not-paid'
  const resuming = deps.db.transaction().execute(async (tx) => {
    const found = await lockWithJob(tx, letterId)
    if (typeof found === 'string') return found
    const refused = await refusal(deps, tx, found.letter)
    if (refused) return refused

    const now = deps.clock.now()
    await takeStep(tx, { letterId, step: 'resume', cause, now })
    if (found.job) await voidJob(tx, found.job, 'resumed')
    await stagePrintJobs(tx, [letterId], now)
    await queueLetterReceipt(deps, tx, letterId)
    await settleLetterIssues(tx, letterId, { decision: 'resume', now })
    await recordAuditEntry(tx, { by, action: 'resume', subject: letterId, note, now })
    return 'resumed' as const
  })
  return resuming.catch((error: unknown) => {
    if (isOfLivingSibling(error)) return 'sent-again'
    throw error
  })
}

async function refusal({ money }: ConsoleDeps, tx: Tx, letter: Row<'letter'>): Promise<Refusal | undefined> {
  if (!after(letter.state, 'resume')) return 'not-now'
  const { isSentAgain, wasPosted, isErased } = await findWhyNotPrinted(tx, letter.id)
  if (isSentAgain) return 'sent-again'
  if (wasPosted) return 'posted-before'
  if (isErased) return 'erased'
  if ((await readMoneyState(tx, letter.id)) !== 'paid') return 'not-paid'
  return (await becomesPaper(tx, money, [letter.id])).has(letter.id) ? undefined : 'not-paid'
}

const findWhyNotPrinted = (tx: Tx, letterId: string) =>
  tx.selectFrom('letter').select(whyNotPrinted).where('id', '=', letterId).executeTakeFirstOrThrow()

/** A new attempt at the same place. After posting only a supervisor may, since two letters would arrive. */
export function reprintLetter(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  letterId: string,
  { attempt, reason, note, supervisorReason, operator }: ReprintBody & { operator: ActingOperator },
): Promise<'reprinted' | Refusal> {
  return db.transaction().execute(async (tx) => {
    const found = await lockWithJob(tx, letterId)
    if (typeof found === 'string') return found
    const { letter, job, batch } = found
    const isPosted = letter.state === 'posted'
    if (isPosted && !supervisorReason) return 'already-posted'
    if (isPosted && !operator.isSupervisor) return 'not-supervisor'
    // A damaged letter was printed, even if it was never marked so.
    const printed = after(letter.state, 'print') ?? letter.state
    if (!job || !batch || (attempt ?? job.attempt) !== job.attempt || !after(printed, 'reprint'))
      return 'not-now'
    if (!batch.pdf_sha256) return 'not-made'
    if ((await findWhyNotPrinted(tx, letterId)).isErased) return 'erased'
    if (atBank.includes(await readMoneyState(tx, letterId))) return 'not-paid'

    const now = clock.now()
    if (printed !== letter.state) await takeStep(tx, { letterId, step: 'print', cause, now })
    await takeStep(tx, { letterId, step: 'reprint', cause, now })
    await nextAttempt(tx, job, { reason, now })
    const words = [`intento ${job.attempt + 1}: ${reason}`, note, supervisorReason].filter(Boolean)
    const entry = { action: 'reprint', subject: letterId, note: words.join(' · '), now } as const
    await recordAuditEntry(tx, { by: operator.name, ...entry })
    return 'reprinted'
  })
}

/** Not printed for such money, even after it was posted (design/trust.md#disputes). */
const atBank: Money[] = ['disputed', 'lost']

/** `sheets`: as scanned; must be the letter's full set. Idempotent. */
export function markLetter(
  deps: PrintRoomDeps,
  { letterId, mark, by, sheets }: { letterId: string; mark: Mark; by: string; sheets?: number[] | undefined },
): Promise<'marked' | Refusal> {
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockWithJob(tx, letterId)
    if (typeof found === 'string') return found
    const { letter, job, batch } = found
    if (!job) return 'not-now'
    if (sheets && !isWholeSet(sheets, letter.sheets)) return 'sheets-missing'
    if (!batch) return 'not-now'
    if (job[`${mark}_at`]) return 'marked'
    if (!isMarkable(letter)) return 'not-now'
    if (!batch.pdf_sha256) return 'not-made'

    await setMarks(deps, tx, [letter], mark)
    await recordAuditEntry(tx, { by, action: `mark-${mark}`, subject: letterId, now: deps.clock.now() })
    return 'marked'
  })
}

function isWholeSet(scanned: number[], sheets: number): boolean {
  const numbers = new Set(scanned)
  return numbers.size === sheets && [...numbers].every((number) => number >= 1 && number <= sheets)
}

/** Marks a letter returned, and mails its sender the reason. Idempotent. */
export function takeBackReturned(
  deps: ConsoleDeps,
  letterId: string,
  { reason, by }: { reason: ReturnReason; by: string },
): Promise<'returned' | Refusal> {
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockWithJob(tx, letterId)
    if (typeof found === 'string') return found
    if (found.letter.state === 'returned') return 'returned'
    if (found.letter.state !== 'posted') return 'not-now'
    const now = deps.clock.now()
    await returnLetter(deps, tx, { letterId, cause, now, reason: returnReasons[reason] })
    await recordAuditEntry(tx, { by, action: 'returned', subject: letterId, note: reason, now })
    return 'returned'
  })
}

/** The stored bytes of one letter to print, checked as for a batch. */
export async function letterPdf(
  deps: PrintRoomDeps,
  letterId: string,
  { by, why }: { by: string; why: string },
): Promise<{ pdf: Buffer; hash: string } | Refusal> {
  const letter = await deps.db
    .selectFrom('letter')
    .select(['id', 'state', 'pdf_sha256 as sha256'])
    .where('id', '=', letterId)
    .executeTakeFirst()
  if (!letter) return 'unknown-letter'
  const batchId = (await livingJob(deps.db, letterId))?.batch_id ?? null
  if (batchId === null || !isMarkable(letter)) return 'not-now'
  const pdf = (await openForPrint(deps, [letter])).get(letter.id)!
  if (pdf === 'stopped-elsewhere') return 'not-now'
  if (typeof pdf === 'string') {
    await stopLetter(deps, batchId, letter, pdf)
    return pdf
  }
  const note = `${why} · ${letter.sha256}`
  await recordAlone(deps, { by, action: 'download-pdf', subject: letterId, note })
  return { pdf, hash: shortHash(letter.sha256) }
}
