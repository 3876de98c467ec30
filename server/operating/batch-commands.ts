import { rm } from 'node:fs/promises'
import { count } from '@lacre/letter/words.ts'
import { exclusively } from '../database/transactions.ts'
import { batchId, batchName } from '@lacre/letter/print-room/names.ts'
import type { PrintRoomDeps } from '../print-room/deps.ts'
import type { CommandResult } from './commands.ts'
import { closeBatch } from '../print-room/close-batch.ts'
import { makeBatch, recordDownload, unmadeBatches } from '../print-room/batch-pdf.ts'
import { writeFiles } from '../print-room/batch-to-files.ts'
import { markBatch } from '../print-room/mark-batch.ts'

const unknown = (name: string) => ({ says: `No existe la tanda ${name}.`, trouble: true })

/** `batch`: closes what waits and writes the files of every batch that has none. `batch B0001`: those of that one again. */
export async function batch(
  deps: PrintRoomDeps,
  { folder, by, name }: { folder: string; by: string; name?: string | undefined },
): Promise<CommandResult> {
  const write = (id: number) => writeBatch(deps, { id, folder, by })
  if (name !== undefined) return (await write(batchId(name) ?? 0)) ?? unknown(name)
  // Two at once would write, and print, the same batches.
  const results = await exclusively(deps.db, 'write-batches', async () => {
    const written: CommandResult[] = []
    for (const id of await closeWaiting(deps, by)) written.push((await write(id)) ?? unknown(batchName(id)))
    return written
  })
  if (results === 'somebody-else')
    return { says: 'Otra persona está cerrando una tanda. Espere a que termine.', trouble: true }
  const says = results.map((result) => result.says).join('\n\n')
  return {
    says: says || 'No hay cartas pagadas en espera: no se ha cerrado ninguna tanda.',
    trouble: results.some((result) => result.trouble),
  }
}

/** Closes what waits now. Answers every batch without a file, also what a killed command left. */
async function closeWaiting(deps: PrintRoomDeps, by: string): Promise<number[]> {
  const until = deps.clock.now() // or letters paid meanwhile would each get a batch of their own
  while ((await closeBatch(deps, { by, until })) !== 'nothing-waiting');
  return unmadeBatches(deps.db)
}

/** The files are safe before the batch counts as made. Undefined: there is no such batch. */
async function writeBatch(
  deps: PrintRoomDeps,
  { id, folder, by }: { id: number; folder: string; by: string },
): Promise<CommandResult | undefined> {
  const made = await makeBatch(deps, id)
  if (made === 'unknown-batch') return undefined
  const { batch: name, letters, sheets, pdf, csv, sha256, stopped, gone } = made
  const paths = letters ? await writeFiles(folder, { [`${name}.pdf`]: pdf, [`${name}.csv`]: csv }) : []
  const recorded = letters ? await recordDownload(deps, made, { by, why: 'print' }) : 'recorded'
  if (recorded === 'changed') {
    for (const path of paths) await rm(path, { force: true })
    return writeBatch(deps, { id, folder, by })
  }
  const lines = [
    `Tanda ${name}: ${count(letters, 'carta', 'cartas')}, ${count(sheets, 'hoja', 'hojas')}.`,
    ...paths.map((path) => `  ${path}`),
    letters > 0 &&
      `  SHA-256 ${sha256}\nImprima a doble cara (borde largo) y sin ajustar el tamaño, o la dirección saldrá de la ventana.`,
    ...stopped.map((id) => `ATENCIÓN: la carta ${id} no está en la tanda: alguien debe revisarla.`),
    gone.length > 0 &&
      `${count(gone.length, 'carta ya enviada no puede abrirse y no está', 'cartas ya enviadas no pueden abrirse y no están')}.`,
    recorded === 'differs' &&
      'ATENCIÓN: el archivo no es igual al de la primera vez, aunque cada carta sí lo es.',
  ]
  const isEmpty = letters === 0 && stopped.length > 0
  return { says: lines.filter(Boolean).join('\n'), trouble: isEmpty || recorded === 'differs' }
}

/** `posted B0001`: the batch was handed to the post. */
export async function posted(
  deps: PrintRoomDeps,
  { name, by }: { name: string; by: string },
): Promise<CommandResult> {
  const id = batchId(name) ?? 0
  const posting = await markBatch(deps, { id, mark: 'posted', by })
  if (posting === 'unknown-batch') return unknown(name)
  if (posting === 'not-made')
    return {
      says: `La tanda ${batchName(id)} todavía no tiene archivos y no puede haberse impreso. Use primero: batch ${batchName(id)}`,
      trouble: true,
    }
  const { done, before, held } = posting
  const lines = [
    `Tanda ${batchName(id)}: ${count(done, 'carta marcada como enviada', 'cartas marcadas como enviadas')}.`,
    before > 0 && `${count(before, 'ya lo estaba', 'ya lo estaban')}.`,
    ...held.map(({ place, id, waitsFor }) =>
      waitsFor === 'person'
        ? `ATENCIÓN: no envíe la carta ${place} de la tanda (${id}): alguien debe revisarla antes.`
        : `ATENCIÓN: la carta ${place} de la tanda (${id}) se imprime otra vez: márquela por separado en la consola cuando su nueva copia esté lista.`,
    ),
  ]
  return { says: lines.filter(Boolean).join('\n'), trouble: held.length > 0 }
}
