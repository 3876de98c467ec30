import { rm } from 'node:fs/promises'
import { closeBatch } from './close-batch.ts'
import { makeBatch, type MadeBatch } from './make-batch.ts'
import { recordDownload } from './record-download.ts'
import { unmadeBatches } from './record-batch.ts'
import type { PrintRoomDeps } from '../deps.ts'
import { writeFiles } from './write-files.ts'

/** `paths` is empty when no letter of the batch could be printed. */
export type BatchFiles = Omit<MadeBatch, 'pdf' | 'csv'> & { paths: string[]; differs: boolean }

/** Writes the two files of a closed batch: `B0001.pdf` and `B0001.csv`. */
export async function batchToFiles(
  deps: PrintRoomDeps,
  { id, folder, by }: { id: number; folder: string; by: string },
): Promise<BatchFiles | 'unknown-batch'> {
  const made = await makeBatch(deps, id)
  if (made === 'unknown-batch') return made
  const { pdf, csv, ...facts } = made
  if (!made.letters) return { ...facts, paths: [], differs: false }
  const paths = await writeFiles(folder, { [`${made.batch}.pdf`]: pdf, [`${made.batch}.csv`]: csv })
  const recorded = await recordDownload(deps, made, { by, why: 'print' })
  if (recorded === 'changed') {
    for (const path of paths) await rm(path, { force: true })
    return batchToFiles(deps, { id, folder, by })
  }
  const differs = recorded === 'differs'
  return { ...facts, paths, differs }
}

/**
 * What waits leaves as a batch, or as several when it does not fit one; batches that somebody closed and could not
 * write come first. Nothing in the answer means nothing was waiting.
 */
export async function closeBatchToFiles(
  deps: PrintRoomDeps,
  { folder, by }: { folder: string; by: string },
): Promise<BatchFiles[]> {
  const files: BatchFiles[] = []
  const until = deps.clock.now() // or letters paid meanwhile would each get a batch of their own
  const write = async (id: number) => {
    const written = await batchToFiles(deps, { id, folder, by })
    if (written !== 'unknown-batch') files.push(written)
  }
  for (const id of await unmadeBatches(deps.db)) await write(id)
  for (;;) {
    const closed = await closeBatch(deps, { by, until })
    if (closed === 'nothing-waiting') return files
    await write(closed.id)
  }
}
