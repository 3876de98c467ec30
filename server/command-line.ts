import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { eraseUser, exportUser } from './accounts/user-commands.ts'
import { stopEmbedded } from './database/embedded/supervisor.ts'
import { wireDeeds } from './deeds.ts'
import { openHouseDatabase, openWorld } from './open-world.ts'
import { batch, posted, type Said } from './print-room/commands.ts'
import { readSettings, SettingsMistaken } from './settings.ts'

const help = `npm run lacre -- <orden>

  batch [--folder <carpeta>]         cierra una tanda con las cartas pagadas y escribe su PDF y su lista
  batch <tanda> [--folder <carpeta>] vuelve a escribir los archivos de una tanda cerrada
  posted <tanda>                     la tanda se ha entregado a Correos: avisa a quienes escribieron
  reconcile                          busca en el proveedor de pago lo que sus avisos no contaron
  erase-user <correo>                borra una cuenta y el contenido de sus cartas
  export-user <correo>               todo lo que alguien tiene aquí, en un ZIP (--folder <carpeta>)
  db:stop                            para el PostgreSQL incorporado, si un servidor caído lo dejó en marcha
`

type House = Awaited<ReturnType<typeof openHouse>>
type Order = (house: House, words: string[], folder: string) => Promise<Said>

const orders: Record<string, Order> = {
  batch: ({ deeds }, [name], folder) => batch(deeds.printRoom, { folder, by: userInfo().username, name }),
  posted: ({ deeds }, [name = '']) => posted(deeds.printRoom, { name }),
  'erase-user': ({ database: { db }, deeds }, [email = '']) => eraseUser({ db, ...deeds.erasers }, { email }),
  'export-user': ({ database: { db }, world: { clock }, deeds }, [email = ''], folder) =>
    exportUser({ db, clock, exportParts: deeds.exportParts }, { email, folder }),
  async reconcile({ deeds }) {
    const { looked, changed, unreachable } = await deeds.payments.reconcile()
    const says = `Pagos mirados: ${looked}; puestos al día: ${changed}; sin respuesta: ${unreachable}.`
    return { says, trouble: unreachable > 0 }
  },
}

/** The house without its doors: nobody can call it, and a server that is running keeps running. */
async function openHouse() {
  const settings = readSettings(process.env)
  const database = await openHouseDatabase(settings, { keepAdopted: true })
  const world = openWorld(settings, database)
  return { database, world, deeds: wireDeeds(world) }
}

async function carryOut(order: Order, words: string[], folder: string): Promise<Said> {
  const house = await openHouse()
  try {
    return await order(house, words, folder)
  } finally {
    await house.database.close()
  }
}

async function main([name = '', ...rest]: string[]): Promise<Said> {
  const { values, positionals } = parseArgs({
    args: rest,
    options: { folder: { type: 'string', default: '.' } },
    allowPositionals: true,
  })
  if (name === 'db:stop') {
    await stopEmbedded(join(readSettings(process.env).dataDir, 'postgres'))
    return { says: 'El PostgreSQL incorporado está parado.', trouble: false }
  }
  const order = Object.hasOwn(orders, name) ? orders[name] : undefined
  return order
    ? carryOut(order, positionals, values.folder)
    : { says: help, trouble: name !== '' && name !== 'help' }
}

try {
  const { says, trouble } = await main(process.argv.slice(2))
  console.log(says)
  process.exitCode = trouble ? 1 : 0
} catch (error) {
  const known =
    error instanceof SettingsMistaken || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(known ? (error as Error).message : error)
  process.exitCode = 1
}
