import { parseArgs } from 'node:util'
import { eraseUser, exportUser } from './accounts/user-commands.ts'
import { apart } from './command-line/apart.ts'
import { backup } from './command-line/backup.ts'
import { openContext, type CommandContext } from './command-line/context.ts'
import { letters } from './command-line/letters.ts'
import { acts, operator, terminal, type OperatorFlags } from './command-line/operator.ts'
import { recall } from './command-line/recall.ts'
import { rotateKey } from './command-line/rotate-key.ts'
import { reconcile } from './payments/intents/reconcile.ts'
import type { CommandResult } from './ports.ts'
import { batch, posted } from './print-room/commands.ts'
import { loadSettingsFile, readSettings, SettingsMistaken } from './settings.ts'
import { startSentence } from './start-trouble.ts'

const help = `npm run lacre -- <orden>

  doctor                             mira todo lo que la casa necesita y dice qué falla
  batch [--folder <carpeta>]         cierra una tanda con las cartas pagadas y escribe su PDF y su lista
  batch <tanda> [--folder <carpeta>] vuelve a escribir los archivos de una tanda cerrada
  posted <tanda>                     la tanda se ha entregado a Correos: avisa a quienes escribieron
  letters stuck                      cartas que llevan paradas más de lo que deben sin que nadie lo sepa
  letters explain <carta>            lo que le ha pasado a una carta, sin su texto ni sus direcciones
  operator add <correo>              da acceso a la sala de imprenta (--name "Ana Ruiz", --supervisor)
  operator remove <correo>           lo quita, desde la siguiente llamada; operator list los nombra
  acts verify                        comprueba que nada de lo escrito en la sala de imprenta ha cambiado
  recall <carta>                     pide a la imprenta externa que no imprima una carta que ya tiene
  reconcile                          busca en el proveedor de pago lo que sus avisos no contaron
  erase-user <correo>                borra una cuenta y el contenido de sus cartas
  export-user <correo>               todo lo que alguien tiene aquí, en un ZIP (--folder <carpeta>)
  backup [--folder <carpeta>]        una copia de todo en un archivo cerrado con la llave, también con el servidor en marcha
  restore <archivo>                  lo pone en una base de datos vacía (--unprinted: desde la copia no se imprimió nada)
  restore <archivo> --verify         comprueba la copia sin tocar nada
  restore --settle                   termina una restauración cuando el proveedor de pago no respondía
  rotate-key                         cambia la llave que protege las cartas, también con el servidor en marcha
  seed                               llena una casa de pruebas nueva: una operadora, cuentas y cartas en todos los estados
  db:stop                            para el PostgreSQL incorporado, si un servidor caído lo dejó en marcha
`

/** What may follow with two hyphens, besides `--folder`. */
type Flags = Record<string, 'string' | 'boolean'>
/** `takes`: how many words may follow, at least and at most. */
type Order = {
  takes: [least: number, most: number]
  flags?: Flags
  run: (
    house: CommandContext,
    words: string[],
    folder: string,
    given: OperatorFlags,
  ) => Promise<CommandResult>
}

const orders: Record<string, Order> = {
  batch: {
    takes: [0, 1],
    run: ({ actions }, [name], folder) => batch(actions.printRoom, { folder, by: terminal(), name }),
  },
  posted: {
    takes: [1, 1],
    run: ({ actions }, [name = '']) => posted(actions.printRoom, { name, by: terminal() }),
  },
  'erase-user': {
    takes: [1, 1],
    run: ({ database: { db }, actions }, [email = '']) => eraseUser({ db, ...actions.erasers }, { email }),
  },
  'export-user': {
    takes: [1, 1],
    run: ({ database: { db }, world: { clock }, actions }, [email = ''], folder) =>
      exportUser({ db, clock, exportParts: actions.exportParts }, { email, folder }),
  },
  backup: {
    takes: [0, 0],
    run: ({ database: { db }, world: { settings } }, _words, folder) => backup(db, settings, folder),
  },
  'rotate-key': {
    takes: [0, 0],
    run: ({ database: { db }, world: { settings } }) => rotateKey(db, settings),
  },
  letters: { takes: [1, 2], run: letters },
  operator: {
    takes: [1, 2],
    flags: { name: 'string', supervisor: 'boolean' },
    run: (house, words, _folder, given) => operator(house, words, given),
  },
  acts: { takes: [1, 1], run: acts },
  recall: { takes: [1, 1], run: recall },
  reconcile: {
    takes: [0, 0],
    async run({ actions }) {
      const { looked, changed, unreachable } = await reconcile(actions.payments)
      const says = `Pagos mirados: ${looked}; puestos al día: ${changed}; sin respuesta: ${unreachable}.`
      return { says, trouble: unreachable > 0 }
    },
  },
}

type Given = { folder: string } & OperatorFlags

async function carryOut(order: Order, words: string[], { folder, ...given }: Given): Promise<CommandResult> {
  const house = await openContext(readSettings(process.env))
  try {
    return await order.run(house, words, folder, given)
  } finally {
    await house.database.close()
  }
}

async function main([name = '', ...rest]: string[]): Promise<CommandResult> {
  if (name === '' || name === 'help') return { says: help, trouble: false }
  const order = Object.hasOwn(orders, name) ? orders[name] : undefined
  const alone = Object.hasOwn(apart, name) ? apart[name] : undefined
  const known = order ?? alone
  if (!known) return { says: `No existe la orden «${name}».\n\n${help}`, trouble: true }
  const flags: Flags =
    order?.flags ?? Object.fromEntries((alone?.flags ?? []).map((flag) => [flag, 'boolean']))
  const options = Object.entries(flags).map(([flag, type]) => [flag, { type }] as const)
  const { values, positionals } = parseArgs({
    args: rest,
    options: { folder: { type: 'string', default: '.' }, ...Object.fromEntries(options) },
    allowPositionals: true,
  })
  // A word too many may be a second batch that somebody believes was posted.
  const [least, most] = known.takes
  if (positionals.length < least)
    return { says: `A la orden «${name}» le falta una palabra.\n\n${help}`, trouble: true }
  if (positionals.length > most)
    return {
      says: `La orden «${name}» no entiende «${positionals.slice(most).join(' ')}»: no se ha hecho nada.`,
      trouble: true,
    }
  if (order) return carryOut(order, positionals, values)
  const given = new Set(Object.keys(values).filter((flag) => flag !== 'folder'))
  return alone!.run(readSettings(process.env), positionals, given)
}

try {
  loadSettingsFile()
  const { says, trouble } = await main(process.argv.slice(2))
  console.log(says)
  process.exitCode = trouble ? 1 : 0
} catch (error) {
  const isArgument = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  const known = error instanceof SettingsMistaken ? error.message : startSentence(error)
  console.error(isArgument ? `No se entiende la orden.\n\n${help}` : (known ?? error))
  process.exitCode = 1
}
