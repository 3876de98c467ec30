import { createHash } from 'node:crypto'
import type { Progress } from '@lacre/letter/print-room/file-with-progress.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import { findBatch, jobsOfBatch, type JobOfBatch } from '../jobs/jobs-table.ts'
import { isPrintable } from '../jobs/progress.ts'
import { manifest } from './list/manifest.ts'
import type { Merger } from '../merging/merger.ts'
import { inPortions, openPaidLetters } from '../jobs/open-paid-letters.ts'
import type { Row } from '../../database/tables.ts'
import type { PrintRoomDeps } from '../deps.ts'
import { stopLetter, type StopReason } from '../jobs/stop-letter.ts'

export type MadeBatch = {
  id: number
  batch: string
  letters: number
  sheets: number
  pdf: Buffer
  csv: string
  /** Hex, of `pdf`. */
  sha256: string
  /** Letters that are in it, by id. */
  letterIds: string[]
  /** Letters that are not in it, by id: taken out now, for a person to look at. */
  stopped: string[]
  /** Letters already posted that cannot be opened any more; they were printed when they could. */
  gone: string[]
}

/** How far it is: letters looked at. */
type Tell = (progress: Progress) => void

const isOnItsWay = ({ job }: JobOfBatch) => job === 'posted'

/**
 * The file and the list of a closed batch, from the stored bytes of its letters; never set again, and as often as
 * somebody asks. Each letter is checked, and one that is not what was paid leaves the batch.
 * @throws MergingFailed when the merging itself came to an end; letters taken out before it stay out.
 */
export async function makeBatch(
  deps: PrintRoomDeps,
  id: number,
  tell: Tell = () => {},
): Promise<MadeBatch | 'unknown-batch'> {
  const batch = await findBatch(deps.db, id)
  if (!batch) return 'unknown-batch'

  const merger = await deps.openMerger(batchName(id), batch.closed_at)
  try {
    return await mergeBatch(deps, merger, batch, tell)
  } finally {
    await merger.close()
  }
}

async function mergeBatch(
  deps: PrintRoomDeps,
  merger: Merger,
  { id, pdf_sha256 }: Row<'print_batch'>,
  tell: Tell,
): Promise<MadeBatch> {
  const merged: JobOfBatch[] = []
  const stopped: string[] = []
  const gone: string[] = []
  const jobs = await jobsOfBatch(deps.db, id)
  let done = 0
  const looked = (letters: number) => tell({ done: (done += letters), of: jobs.length })
  looked(0)
  /** What the merger has been given and has not answered yet: meanwhile the next letters are opened. */
  let before = Promise.resolve()
  async function take(letters: JobOfBatch[], added: Promise<('added' | StopReason)[]>) {
    for (const [at, how] of (await added).entries()) {
      const letter = letters[at]!
      if (how === 'added') merged.push(letter)
      else if (isOnItsWay(letter)) gone.push(letter.id)
      else {
        await stopLetter(deps, id, letter, how, pdf_sha256 !== '')
        stopped.push(letter.id)
      }
    }
    looked(letters.length)
  }
  for (const letters of inPortions(jobs)) {
    const opened = await openAll(deps, letters)
    await before
    before = take(letters, addAll(deps, merger, letters, opened))
    before.catch(() => {}) // told by the next one that waits for it
  }
  await before
  const pdf = await merger.save()
  return {
    id,
    batch: batchName(id),
    letters: merged.length,
    sheets: merged.reduce((sum, { sheets }) => sum + sheets, 0),
    pdf,
    csv: manifest(merged),
    sha256: createHash('sha256').update(pdf).digest('hex'),
    letterIds: merged.map((letter) => letter.id),
    stopped,
    gone,
  }
}

type Opened = Buffer | StopReason

async function openAll(deps: PrintRoomDeps, letters: JobOfBatch[]): Promise<Opened[]> {
  const opened = await openPaidLetters(deps, letters.filter(isPrintable))
  return letters.map(({ id }) => opened.get(id) ?? 'stopped-elsewhere')
}

async function addAll(
  deps: PrintRoomDeps,
  merger: Merger,
  letters: JobOfBatch[],
  opened: Opened[],
): Promise<('added' | StopReason)[]> {
  const whole = letters.flatMap(({ id, pages }, at) => {
    const pdf = opened[at]!
    return typeof pdf === 'string' ? [] : [{ id, pdf, pages }]
  })
  const errors = whole.length ? await merger.add(whole.map(({ pdf, pages }) => ({ pdf, pages }))) : []
  // Its hash is right, so what cannot be read, or has other pages, was frozen wrong: a person must see it too.
  const unreadable = new Map(whole.flatMap(({ id }, at) => (errors[at] ? [[id, errors[at]]] : [])))
  return letters.map(({ id }, at) => {
    const pdf = opened[at]!
    if (typeof pdf === 'string') return pdf
    const err = unreadable.get(id)
    if (!err) return 'added'
    deps.log.error({ letter: id, err }, 'letter cannot be merged')
    return 'damaged'
  })
}
