import { count } from '@lacre/letter/words.ts'
import { writeBackup } from '../database/backup/write-backup.ts'
import { type RestoreRefusal, restoreBackup } from '../database/backup/restore-backup.ts'
import { BackupDamaged, BackupKeyMissing } from '../database/backup/sealed-stream.ts'
import { verifyBackup } from '../database/backup/verify-backup.ts'
import { keyFileOf } from '../database/keys/letter-key-file.ts'
import { keysAtHand, letterKeys } from '../database/keys/letter-keys.ts'
import { reachDatabase } from '../database/open.ts'
import type { Db } from '../database/tables.ts'
import { whereOf } from '../open-world.ts'
import { systemRandom } from '../outside/random.ts'
import type { Settings } from '../settings.ts'
import type { CommandResult } from '../ports.ts'

/** `backup`: everything, as it is at this moment, in one sealed file. */
export async function backup(
  { db, settings }: { db: Db; settings: Settings },
  folder: string,
): Promise<CommandResult> {
  const keys = letterKeys(settings, systemRandom)
  const { path, bytes, rows } = await writeBackup({ db, keys, random: systemRandom }, folder)
  const key = settings.letterKeys ? 'la primera de LETTER_KEYS' : keyFileOf(settings.dataDir)
  const says =
    `${path}\n  ${rowsOf(rows)}, ${Math.ceil(bytes / 1024)} KiB.\n` +
    `Solo se abre con la llave de hoy (${key}): guárdela en otro sitio que la copia.`
  return { says, trouble: false }
}

const rowsOf = (rows: Record<string, number>) =>
  `${count(rows['letter'] ?? 0, 'carta', 'cartas')}, ${count(rows['account'] ?? 0, 'cuenta', 'cuentas')}`

const refusals = {
  'not-empty': 'La base de datos no está vacía: restaure en un DATA_DIR o un DATABASE_URL nuevos.',
  'newer-version': 'La copia es de una versión más nueva de Lacre: restáurela con esa versión.',
  'other-version':
    'Esta base de datos vacía es de otra versión que la copia: restaure en un DATA_DIR o un DATABASE_URL nuevos.',
  'other-mode': 'Una copia del modo de pruebas no vale para una instalación real, ni al revés.',
} satisfies Record<RestoreRefusal, string>

/** `restore --verify`: a rehearsal beside the real database, which stays as it is. */
export const verify = (settings: Settings, path: string): Promise<CommandResult> =>
  atDatabase(settings, async (at) => {
    const keys = keysAtHand(settings)
    if (!keys) return { says: noKey, trouble: true }
    const done = await verifyBackup({ path, at, keys, mode: settings.money }, systemRandom)
    if ('refused' in done) return { says: refusals[done.refused], trouble: true }
    const { letters, broken, rows, takenAt } = done
    const lines = [
      `La copia del ${takenAt.toISOString()} está entera: ${rowsOf(rows)}; ${count(letters, 'carta se abre', 'cartas se abren')}.`,
      ...broken.map((id) => `ATENCIÓN: la carta ${id} no se abre o no es la que se pagó.`),
    ]
    return { says: lines.join('\n'), trouble: broken.length > 0 }
  })

/** The first half of `restore`: the tables. What must happen before a server may work on them is `settle`. */
export const load = (settings: Settings, path: string): Promise<CommandResult> =>
  atDatabase(settings, async (at) => {
    const done = await restoreBackup({ path, at, keys: keysAtHand(settings), mode: settings.money })
    if ('refused' in done) return { says: refusals[done.refused], trouble: true }
    const says = `Restaurada la copia del ${done.takenAt.toISOString()}: ${rowsOf(done.rows)}.`
    return { says, trouble: false }
  })

const noKey = 'No hay ninguna llave: ponga la que se guardó en LETTER_KEYS o en DATA_DIR/letter-key.'

async function atDatabase(
  settings: Settings,
  work: (at: Parameters<typeof restoreBackup>[0]['at']) => Promise<CommandResult>,
): Promise<CommandResult> {
  const reached = await reachDatabase({ ...whereOf(settings), create: true })
  try {
    return await work(reached.at)
  } catch (error) {
    const says = troubleWith(error)
    if (!says) throw error
    return { says, trouble: true }
  } finally {
    await reached.leave()
  }
}

function troubleWith(error: unknown): string | undefined {
  if (error instanceof BackupDamaged)
    return 'El archivo está dañado, incompleto, o no es una copia de Lacre. No se ha restaurado nada.'
  if (error instanceof BackupKeyMissing)
    return `La copia se hizo con la llave ${error.keyName}, que no está aquí. Ponga la que se guardó con ella en LETTER_KEYS o DATA_DIR/letter-key. No se ha restaurado nada.`
  const { code } = error as { code?: string }
  if (code === 'ENOENT') return 'No existe ese archivo.'
  if (code === 'EISDIR') return 'Eso es una carpeta: diga qué archivo de ella es la copia.'
  if (code === '42501')
    return 'Este usuario de PostgreSQL no puede crear bases de datos: compruebe la copia en otro servidor.'
  return undefined
}
