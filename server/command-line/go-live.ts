import { count } from '@lacre/letter/words/plural.ts'
import { makeLive } from '../database/database-mode.ts'
import { openDatabase } from '../database/open.ts'
import { whereOf } from '../open-world.ts'
import type { CommandResult } from '../ports.ts'
import type { Settings } from '../settings.ts'

/** `go-live`: a database of test money becomes one of live money, when nothing of the test could still be printed. */
export async function goLive(settings: Settings): Promise<CommandResult> {
  if (settings.money !== 'live')
    return { says: 'Ponga primero las claves de verdad del proveedor de pago.', trouble: true }
  const database = await openDatabase(whereOf(settings))
  try {
    const done = await makeLive(database.db)
    if (done === 'live')
      return { says: 'Desde ahora esta base de datos es de dinero de verdad.', trouble: false }
    if (done === 'not-test') return { says: 'Esta base de datos no es de tarjetas de prueba.', trouble: true }
    const left = count(done.unfinished, 'carta de prueba sigue', 'cartas de prueba siguen')
    return { says: `${left} en curso: cancélelas o espere a que caduquen.`, trouble: true }
  } finally {
    await database.close()
  }
}
