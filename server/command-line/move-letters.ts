import { count } from '@lacre/letter/words/plural.ts'
import { moveLetters } from '../letters/stored/move-letters.ts'
import type { CommandResult } from '../ports.ts'
import type { CommandContext } from './context.ts'

/** `move-letters store|database`: their pages and pictures, into the object store or back out of it. */
export async function moveLettersCommand(
  { database: { db }, world: { objects, clock, random } }: CommandContext,
  [to = '']: string[],
): Promise<CommandResult> {
  if (to !== 'store' && to !== 'database')
    return { says: 'Diga a dónde: move-letters store, o move-letters database.', trouble: true }
  if (!objects) return { says: 'No hay ningún almacén de objetos: faltan las variables S3_.', trouble: true }
  const say = (moved: number) => console.log(`  ${count(moved, 'archivo movido', 'archivos movidos')}…`)
  const { parts, missing } = await moveLetters({ db, objects, clock, random, say }, to)
  const where = to === 'store' ? 'al almacén de objetos' : 'a la base de datos'
  const lines = [
    `${count(parts, 'archivo movido', 'archivos movidos')} ${where}.`,
    ...missing.map((id) => `ATENCIÓN: en el almacén falta un archivo de la carta ${id}.`),
  ]
  return { says: lines.join('\n'), trouble: missing.length > 0 }
}
