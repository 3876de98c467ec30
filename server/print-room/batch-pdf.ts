import { createHash } from 'node:crypto'
import { provinceOf } from '@lacre/letter/address/address.ts'
import { gramsOf } from '@lacre/letter/content/limits.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import { raiseIssue } from '../database/issues.ts'
import type { Db, Row, Tx } from '../database/tables.ts'
import { csv } from '../http/streams.ts'
import type { PrintRoomDeps } from './call.ts'
import { isPrintable } from './mark-batch.ts'
import type { Merger } from './merge.ts'
import { type JobOfBatch, jobsOfBatch } from '../letters/print-jobs.ts'
import { bracketOf, findBatch, lockBatch, type NotPrinted, stopLetter, sumLetters } from './locked-letter.ts'
import type { World } from '../world.ts'
import { recordAuditEntry } from './audit-log.ts'
import { findPdfs } from '../letters/letters-table.ts'
import { openStored } from '../letters/stored.ts'
import { becomesPaper } from '../payments/orders-table.ts'

export type MadeBatch = {
  id: number
  batch: string
  letters: number
  sheets: number
  pdf: Buffer
  csv: string
  /** Hex, of `pdf`. */
  sha256: string
  /** Letters in the file, by id. */
  letterIds: string[]
  /** Letters taken out of the batch now for an operator to check, by id. */
  stopped: string[]
  /** Posted letters whose key was erased since; they were printed before. */
  gone: string[]
}

/**
 * Makes the file and list of a closed batch from its letters' stored bytes, as often as asked; typesets nothing. A
 * letter that differs from what was paid leaves the batch.
 * @throws MergingFailed when merging fails; letters taken out before it stay out.
 */
export async function makeBatch(deps: PrintRoomDeps, id: number): Promise<MadeBatch | 'unknown-batch'> {
  const batch = await findBatch(deps.db, id)
  if (!batch) return 'unknown-batch'

  const merger = await deps.openMerger(batchName(id), batch.closed_at)
  try {
    return await mergeBatch(deps, merger, batch)
  } finally {
    await merger.close()
  }
}

async function mergeBatch(
  deps: PrintRoomDeps,
  merger: Merger,
  { id, pdf_sha256 }: Row<'print_batch'>,
): Promise<MadeBatch> {
  const merged: JobOfBatch[] = []
  const stopped: string[] = []
  const gone: string[] = []
  const jobs = await jobsOfBatch(deps.db, id)
  for (const letters of inPortions(jobs))
    for (const [letter, left] of await addAll(deps, merger, letters)) {
      if (!left) merged.push(letter)
      else if (letter.postedAt) gone.push(letter.id)
      else {
        await stopLetter(deps, id, letter, left, pdf_sha256 !== '')
        stopped.push(letter.id)
      }
    }
  const pdf = await merger.save()
  return {
    id,
    batch: batchName(id),
    ...sumLetters(merged),
    pdf,
    csv: manifest(merged),
    sha256: createHash('sha256').update(pdf).digest('hex'),
    letterIds: merged.map((letter) => letter.id),
    stopped,
    gone,
  }
}

/** The reason for each letter that is not in the file. */
async function addAll(
  deps: PrintRoomDeps,
  merger: Merger,
  letters: JobOfBatch[],
): Promise<[JobOfBatch, NotPrinted | undefined][]> {
  const opened = await openForPrint(deps, letters)
  const whole = letters.flatMap(({ id, pages }) => {
    const pdf = opened.get(id)!
    return typeof pdf === 'string' ? [] : [{ id, pdf, pages }]
  })
  const errors = whole.length ? await merger.add(whole.map(({ pdf, pages }) => ({ pdf, pages }))) : []
  // The hash is right, so an unreadable letter was frozen wrong: an operator must see it too.
  const unreadable = new Map(whole.map(({ id }, at) => [id, errors[at]]))
  return letters.map((letter) => {
    const pdf = opened.get(letter.id)!
    if (typeof pdf === 'string') return [letter, pdf]
    const err = unreadable.get(letter.id)
    if (err) deps.log.error({ letter: letter.id, err }, 'letter cannot be merged')
    return [letter, err && 'damaged']
  })
}

/**
 * Stores the file's hash, which marks the batch as made. `differs`: equal letters gave other bytes than before; each
 * letter was checked, so only merging has changed. Not compared when erased letters are missing. `changed`: a letter in
 * the file left the batch meanwhile, so the file must not be handed out.
 */
async function recordBatch(
  tx: Tx,
  { id, sha256, letterIds, gone }: MadeBatch,
): Promise<'recorded' | 'differs' | 'changed'> {
  await lockBatch(tx, id)
  const living = new Set((await jobsOfBatch(tx, id)).filter(isPrintable).map((letter) => letter.id))
  if (letterIds.some((letterId) => !living.has(letterId))) return 'changed'
  if (gone.length) return 'recorded'
  await tx
    .updateTable('print_batch')
    .set({ pdf_sha256: sha256 })
    .where('id', '=', id)
    .where('pdf_sha256', '=', '')
    .execute()
  const batch = await findBatch(tx, id)
  return batch?.pdf_sha256 === sha256 ? 'recorded' : 'differs'
}

/** Batches whose file was never made, oldest first. Leaves out printed ones, which would be printed twice. */
export async function unmadeBatches(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('print_batch as batch')
    .innerJoin('print_job as job', 'job.batch_id', 'batch.id')
    .select('batch.id')
    .distinct()
    .where('batch.pdf_sha256', '=', '')
    .where('job.is_void', '=', false)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('print_job as other')
            .select('other.letter_id')
            .whereRef('other.batch_id', '=', 'batch.id')
            .where('other.printed_at', 'is not', null),
        ),
      ),
    )
    .orderBy('batch.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores the hash and the audit entry. `changed`: a letter left the batch, so the file must be made again. */
export const recordDownload = (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  made: MadeBatch,
  { by, why }: { by: string; why: string },
): Promise<'recorded' | 'differs' | 'changed'> =>
  db.transaction().execute(async (tx) => {
    const recorded = await recordBatch(tx, made)
    if (recorded === 'changed') return recorded
    if (recorded === 'differs')
      await raiseIssue(tx, {
        kind: 'batch-differs',
        letterId: null,
        reference: made.batch,
        note: `El archivo de la tanda ${made.batch} no es igual al de la primera vez, aunque cada carta sí lo es.`,
      })
    const note = `${why} · ${made.sha256}`
    await recordAuditEntry(tx, { by, action: 'download-pdf', subject: made.batch, note, now: clock.now() })
    return recorded
  })

type BatchList = { batch: string; csv: string }

/** Made from rows only; making the file checks the bytes. */
export async function batchList(
  db: Db,
  id: number,
): Promise<BatchList | 'unknown-batch' | 'nothing-to-print'> {
  if (!(await findBatch(db, id))) return 'unknown-batch'
  const jobs = (await jobsOfBatch(db, id)).filter(isPrintable)
  // Erased pages are not in the file either.
  const kept = await db
    .selectFrom('letter_secret')
    .select('letter_id')
    .where('letter_id', 'in', (of) =>
      of.selectFrom('print_job').select('print_job.letter_id').where('batch_id', '=', id),
    )
    .execute()
  const ids = new Set(kept.map(({ letter_id }) => letter_id))
  const letters = jobs.filter((letter) => ids.has(letter.id))
  return letters.length ? { batch: batchName(id), csv: manifest(letters) } : 'nothing-to-print'
}

/** A letter in the operator's list: no names, no streets (design/privacy.md#figures-only). */
export type ListedLetter = Pick<JobOfBatch, 'place' | 'id' | 'sheets' | 'pages' | 'postalCode' | 'sha256'>
/** Page numbers in the batch's file, from 1. Each letter begins on a front, so a blank back counts. */
type ManifestRow = ListedLetter & { first: number; last: number }

const envelope = 'americano'

const columns: Record<string, (row: ManifestRow) => string | number> = {
  seq: ({ place }) => place,
  letter_id: ({ id }) => id,
  sheets: ({ sheets }) => sheets,
  pages: ({ pages }) => pages,
  weight_g: ({ sheets }) => gramsOf(sheets).toFixed(1).replace('.', ','),
  bracket: ({ sheets }) => bracketOf(gramsOf(sheets)),
  envelope: () => envelope,
  cp: ({ postalCode }) => postalCode ?? '',
  province: ({ postalCode }) => provinceOf(postalCode ?? '') ?? '',
  pdf_sha256: ({ sha256 }) => sha256,
  first_page_in_batch: ({ first }) => first,
  last_page_in_batch: ({ last }) => last,
}

/** The list of a batch, with letters printed on both sides one after the other. */
export function manifest(letters: ListedLetter[]): string {
  let last = 0
  const rows = letters.map((letter) => ({ ...letter, first: last + 1, last: (last += 2 * letter.sheets) }))
  const cells = rows.map((row) => Object.values(columns).map((cellOf) => String(cellOf(row))))
  return csv([Object.keys(columns), ...cells])
}

/** How many are held in memory at once. */
const portion = 20
const inPortions = <Letter>(letters: Letter[]): Letter[][] =>
  letters.flatMap((_, at) => (at % portion ? [] : [letters.slice(at, at + portion)]))

/**
 * The stored bytes of each letter that is not stopped, was paid with the money printed here, and equals what was paid
 * (design/trust.md#freeze-before-pay). Everything printed passes here.
 * @throws on database errors, which say nothing about the letters.
 */
export async function openForPrint(
  deps: Pick<PrintRoomDeps, 'db' | 'cipher' | 'money' | 'log'>,
  letters: Pick<JobOfBatch, 'id' | 'sha256' | 'state'>[],
): Promise<Map<string, Buffer | NotPrinted>> {
  const ids = letters.filter(isPrintable).map(({ id }) => id)
  const onPaper = await becomesPaper(deps.db, deps.money, ids)
  const stored = new Map((ids.length ? await findPdfs(deps.db, ids) : []).map((one) => [one.id, one]))
  function open({ id, sha256 }: { id: string; sha256: string }): Buffer | 'damaged' {
    try {
      return openStored(deps.cipher, { id, pdf_sha256: sha256 }, stored.get(id))
    } catch (err) {
      deps.log.error({ letter: id, err }, 'letter does not open')
      return 'damaged'
    }
  }
  return new Map<string, Buffer | NotPrinted>(
    letters.map((letter) => {
      if (!isPrintable(letter)) return [letter.id, 'stopped-elsewhere']
      return [letter.id, onPaper.has(letter.id) ? open(letter) : 'test-money']
    }),
  )
}
