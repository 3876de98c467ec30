import { unlessRefused } from '../../http/failure.ts'
import type { DispatchDeps } from '../deps.ts'
import { recordOutcome } from '../submissions/record-outcome.ts'
import { stageSubmissions } from './stage-submissions.ts'
import { claimReady, type Leased } from '../submissions/submissions-table.ts'

/** One after the other: a printer allows so many requests a minute, and an upload may take a minute itself. */
const portion = 10

/** One turn: what may leave leaves, and up to ten letters reach the printer. Answers how many. */
export async function submitWaiting(
  deps: DispatchDeps,
  { isPrinting }: { isPrinting: boolean },
): Promise<number> {
  const staged = isPrinting ? await stageSubmissions(deps) : 0
  for (let done = 0; done < portion; done++) {
    const leased = await claimReady(deps.db, { printer: deps.printer.name, now: deps.clock.now() })
    if (!leased) return staged + done
    await submitOne(deps, leased)
  }
  return portion
}

/** Checks the bytes, then hands them over; no transaction is open meanwhile (design.md#no-call-in-a-transaction). */
export async function submitOne(deps: DispatchDeps, leased: Leased): Promise<void> {
  const letter = await deps.db
    .selectFrom('letter')
    .select(['id', 'state', 'pages', 'postal_code as postalCode', 'pdf_sha256 as sha256'])
    .where('id', '=', leased.letter_id)
    .executeTakeFirstOrThrow()
  if (letter.state !== 'batched')
    return recordOutcome(deps, leased, { is: 'rejected', code: 'stopped-elsewhere' })
  const pdf = await deps.openPaidLetter(letter).catch(unlessRefused)
  // The object store does not answer: it is tried again, and nobody's letter stops by that.
  if (!pdf) return recordOutcome(deps, leased, { is: 'not-taken', because: 'no-pages' })
  if (typeof pdf === 'string') return recordOutcome(deps, leased, { is: 'rejected', code: pdf })
  const { pages, postalCode } = letter
  const { reference, idempotency_key: key, printer_id } = leased
  const order = { reference, key, pdf, pages, postalCode, id: printer_id ?? undefined }
  await recordOutcome(deps, leased, await deps.printer.submit(order))
}
