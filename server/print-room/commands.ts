import { count } from '@lacre/letter/words/plural.ts'
import { exclusively } from '../database/exclusive.ts'
import { batchId, batchName } from '@lacre/letter/print-room/batch-name.ts'
import { batchToFiles, closeBatchToFiles, type BatchFiles } from './batches/batch-to-files.ts'
import { markBatch, type MarkRefusal } from './batches/mark-batch.ts'
import type { CommandResult } from '../ports.ts'
import type { PrintRoomDeps } from './deps.ts'

const done = (...lines: string[]): CommandResult => ({ says: lines.join('\n'), trouble: false })
const trouble = (...lines: string[]): CommandResult => ({ says: lines.join('\n'), trouble: true })

/** `batch`: closes what waits and writes its files. `batch B0001`: writes the files of that one again. */
export async function batch(
  deps: PrintRoomDeps,
  { folder, by, name }: { folder: string; by: string; name?: string | undefined },
): Promise<CommandResult> {
  if (name === undefined) {
    // A second one would write, and print, what the first is still writing.
    const written = await exclusively(deps.db, 'write-batches', () => closeBatchToFiles(deps, { folder, by }))
    if (written === 'somebody-else')
      return trouble('Otra persona está cerrando una tanda. Espere a que termine.')
    if (!written.length) return done('No hay cartas pagadas en espera: no se ha cerrado ninguna tanda.')
    return { says: written.map(describe).join('\n\n'), trouble: written.some(needsPerson) }
  }
  const id = batchId(name)
  const files = id === undefined ? 'unknown-batch' : await batchToFiles(deps, { id, folder, by })
  return files === 'unknown-batch'
    ? trouble(unknown(name))
    : { says: describe(files), trouble: needsPerson(files) }
}

/** `posted B0001`: the batch was handed to the post. */
export async function posted(
  deps: PrintRoomDeps,
  { name, by }: { name: string; by: string },
): Promise<CommandResult> {
  const id = batchId(name)
  const posting = id === undefined ? 'unknown-batch' : await markBatch(deps, { id, mark: 'posted', by })
  if (id === undefined || posting === 'unknown-batch') return trouble(unknown(name))
  if (typeof posting === 'string') return trouble(refusals[posting](batchName(id)))

  const { done: marked, before, held } = posting
  const lines = [
    `Tanda ${batchName(id)}: ${count(marked, 'carta marcada como enviada', 'cartas marcadas como enviadas')}.`,
  ]
  if (before) lines.push(`${count(before, 'ya lo estaba', 'ya lo estaban')}.`)
  for (const { place, id, waitsFor } of held)
    lines.push(
      waitsFor === 'person'
        ? `ATENCIÓN: no envíe la carta ${place} de la tanda (${id}): alguien debe revisarla antes.`
        : `ATENCIÓN: la carta ${place} de la tanda (${id}) se imprime otra vez: márquela por separado en la consola cuando su nueva copia esté lista.`,
    )
  return held.length ? trouble(...lines) : done(...lines)
}

const unknown = (name: string) => `No existe la tanda ${name}.`

const refusals = {
  'not-made': (name: string) =>
    `La tanda ${name} todavía no tiene archivos y no puede haberse impreso. Use primero: batch ${name}`,
} satisfies Record<Exclude<MarkRefusal, 'unknown-batch'>, (name: string) => string>

const needsPerson = ({ stopped, differs }: BatchFiles) => stopped.length > 0 || differs

function describe({
  batch: name,
  letters,
  sheets,
  paths,
  sha256,
  stopped,
  gone,
  differs,
}: BatchFiles): string {
  const lines = [
    `Tanda ${name}: ${count(letters, 'carta', 'cartas')}, ${count(sheets, 'hoja', 'hojas')}.`,
    ...paths.map((path) => `  ${path}`),
  ]
  if (paths.length) {
    lines.push(`  SHA-256 ${sha256}`)
    lines.push(
      'Imprima a doble cara (borde largo) y sin ajustar el tamaño, o la dirección saldrá de la ventana.',
    )
  }
  for (const id of stopped)
    lines.push(`ATENCIÓN: la carta ${id} no está en la tanda: alguien debe revisarla.`)
  if (gone.length)
    lines.push(
      `${count(gone.length, 'carta ya enviada no puede', 'cartas ya enviadas no pueden')} abrirse y no están.`,
    )
  if (differs)
    lines.push('ATENCIÓN: el archivo no es igual al de la primera vez, aunque cada carta sí lo es.')
  return lines.join('\n')
}
