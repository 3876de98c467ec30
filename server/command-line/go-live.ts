import { count } from '@lacre/letter/words.ts'
import { makeLive } from '../database/database-mode.ts'
import { openDatabase } from '../database/open.ts'
import type { Db } from '../database/tables.ts'
import { whereOf } from '../open-world.ts'
import type { CommandResult } from '../ports.ts'
import type { Settings } from '../settings.ts'

/** `go-live`: a database of test money becomes one of live money, when nothing of the test is under way. */
export async function goLive(settings: Settings): Promise<CommandResult> {
  if (settings.money !== 'live')
    return { says: 'Ponga primero las claves de verdad del proveedor de pago.', trouble: true }
  const database = await openDatabase(whereOf(settings))
  try {
    return await makeLiveIn(database.db)
  } finally {
    await database.close()
  }
}

export async function makeLiveIn(db: Db): Promise<CommandResult> {
  const done = await makeLive(db)
  if (done === 'live')
    return { says: 'Desde ahora esta base de datos es de dinero de verdad.', trouble: false }
  if (done === 'not-test') return { says: 'Esta base de datos no es de tarjetas de prueba.', trouble: true }
  const { letters, refunds, payments } = done
  const left = [
    letters && count(letters, 'carta en curso', 'cartas en curso'),
    refunds && count(refunds, 'devolución en camino', 'devoluciones en camino'),
    payments && count(payments, 'pago sin cerrar', 'pagos sin cerrar'),
  ].filter((part) => part !== 0)
  return {
    says: `De las pruebas queda: ${listed.format(left)}. Con las claves de prueba, cancele las cartas o espere a que termine todo.`,
    trouble: true,
  }
}

const listed = new Intl.ListFormat('es')
