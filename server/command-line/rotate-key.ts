import { count as countOf } from '@lacre/letter/words/plural.ts'
import { keyFileOf } from '../database/keys/letter-key-file.ts'
import { rotateLetterKey, type RotationRefusal } from '../database/keys/rotate-letter-key.ts'
import type { Db } from '../database/tables.ts'
import { systemRandom } from '../outside/random.ts'
import type { Settings } from '../settings.ts'
import type { CommandResult } from '../ports.ts'

const refusals = {
  'already-running': 'Ya hay un cambio de llave en marcha: espere a que termine.',
  'no-former-key':
    'La llave está en LETTER_KEY: ponga allí la nueva, deje la actual en LETTER_KEY_OLD y repita la orden.',
  'current-is-retired':
    'La llave actual ya se retiró en un cambio anterior: no puede volver a usarse. Ponga la que la sustituyó.',
} satisfies Record<RotationRefusal, string>

/** `rotate-key`: every letter's key is wrapped by a new one; the letters themselves stay as they are. */
export async function rotateKey(db: Db, settings: Settings): Promise<CommandResult> {
  const done = await rotateLetterKey({ db, random: systemRandom, settings })
  if ('refused' in done) return { says: refusals[done.refused], trouble: true }

  const { count, current, finished, resumed, unknown, damaged } = done
  const lines = [
    `Llave ${current}: ha envuelto ${countOf(count, 'clave', 'claves')} de cartas y borradores` +
      (resumed && !settings.letterKey ? ' (continúa un cambio que quedó a medias).' : '.'),
  ]
  if (finished)
    lines.push(
      settings.letterKey
        ? 'Nada queda con las llaves de LETTER_KEY_OLD: quítela de los ajustes de todos los servidores.'
        : `Guarde una copia nueva de ${keyFileOf(settings.dataDir)}: la llave anterior ya no está en él.`,
      'Las copias de seguridad de antes solo se abren con la llave anterior: destrúyanse juntas.',
    )
  else lines.push('ATENCIÓN: la llave anterior sigue haciendo falta y no se ha retirado. Repita la orden.')
  for (const [name, letters] of unknown)
    lines.push(
      `ATENCIÓN: ${countOf(letters, 'carta o borrador está cerrado', 'cartas o borradores están cerrados')} ` +
        `con la llave ${name}, que no está aquí. Póngala en LETTER_KEY_OLD.`,
    )
  for (const id of damaged) lines.push(`ATENCIÓN: la clave de ${id} está dañada: no la abre ninguna llave.`)
  return { says: lines.join('\n'), trouble: !finished || unknown.size > 0 || damaged.length > 0 }
}
