import { accessSync, constants, mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { backup, restore } from './operating/backup-commands.ts'
import { done, openContext, type CommandContext, type CommandResult, trouble } from './operating/commands.ts'
import { doctor } from './operating/doctor.ts'
import { goLive, books, price, reconcileCommand, refund } from './operating/money-commands.ts'
import { letters, batch, posted } from './operating/letter-commands.ts'
import { stopUnused } from './database/embedded.ts'
import { postgresFolder } from './open-world.ts'
import { loadSettingsFile, readSettings, SettingsMistaken, type Settings } from './settings.ts'
import { startSentence } from './start-trouble.ts'
import { acts, operator, terminal, eraseUser, exportUser } from './operating/account-commands.ts'

const help = `npm run lacre -- <orden>

  doctor                             mira todo lo que Lacre necesita y dice qué falla
  batch [--folder <carpeta>]         cierra una tanda con las cartas pagadas y escribe su PDF y su lista
  batch <tanda> [--folder <carpeta>] vuelve a escribir los archivos de una tanda cerrada
  posted <tanda>                     la tanda se ha entregado a Correos: avisa a quienes escribieron
  letters stuck                      cartas que llevan paradas más de lo que deben sin que nadie lo sepa
  letters explain <carta>            lo que le ha pasado a una carta, sin su texto ni sus direcciones
  operator add <correo>              da acceso a la sala de imprenta (--name "Ana Ruiz", --supervisor): el correo, comprobado
  operator promote <correo>          puede volver a imprimir lo enviado; operator demote lo quita
  operator reset <correo>            quita su segundo paso a quien lo ha perdido
  operator remove <correo>           quita el acceso, desde la siguiente llamada; operator list los nombra
  acts verify                        comprueba que nada de lo escrito en la sala de imprenta ha cambiado
  refund <carta>                     pide otra vez la devolución de una carta
  go-live                            pasa de tarjetas de prueba a dinero de verdad, cuando no queda nada de las pruebas en curso
  books month <año-mes>              las facturas de un mes en CSV, comparadas con el proveedor de pago (books month 2026-11)
  books verify                       comprueba que las facturas se siguen sin huecos ni cambios
  books export                       los registros encadenados, para el proveedor de Veri*factu
  price list                         lo que cuesta cada concepto de una carta, y desde qué día
  price add                          un precio nuevo: --from 2027-01-01 --code postage --cents 96; price remove lo quita antes de ese día
  reconcile                          busca en el proveedor de pago lo que sus avisos no contaron (--from 2026-01-31 mira más atrás)
  erase-user <correo>                borra una cuenta y el contenido de sus cartas
  export-user <correo>               todo lo que alguien tiene aquí, en un ZIP (--folder <carpeta>)
  backup [--folder <carpeta>]        una copia de todo en un archivo cerrado con la llave, también con el servidor en marcha
  restore <archivo>                  lo pone en una base de datos vacía (--unprinted: desde la copia no se imprimió nada)
  restore <archivo> --verify         comprueba la copia sin tocar nada
  restore --settle                   termina una restauración cuando el proveedor de pago no respondía
  db:stop                            para el PostgreSQL incorporado, si un servidor caído lo dejó en marcha
`

/** The flags of a command. */
type Given = {
  folder: string
  name?: string
  supervisor?: boolean
  verify?: boolean
  settle?: boolean
  unprinted?: boolean
  from?: string
  code?: string
  cents?: string
}
/** `takes`: the least and most words after the command. `flags`: besides `--folder`. */
type Command = { takes: [least: number, most: number]; flags?: Record<string, 'string' | 'boolean'> } & (
  | { run: (context: CommandContext, words: string[], given: Given) => Promise<CommandResult> }
  /** For an installation that may not open. */
  | { runUnopened: (settings: Settings, words: string[], given: Given) => Promise<CommandResult> }
)

const commands: Record<string, Command> = {
  batch: {
    takes: [0, 1],
    run: ({ world }, [name], { folder }) => batch(world, { folder, by: terminal(), name }),
  },
  posted: {
    takes: [1, 1],
    run: ({ world }, [name = '']) => posted(world, { name, by: terminal() }),
  },
  'erase-user': {
    takes: [1, 1],
    run: ({ world }, [email = '']) => eraseUser(world, { email }),
  },
  'export-user': {
    takes: [1, 1],
    run: ({ world }, [email = ''], { folder }) => exportUser(world, { email, folder }),
  },
  backup: {
    takes: [0, 0],
    run: ({ database: { pool }, world: { settings } }, _words, { folder }) =>
      backup({ pool, settings }, folder),
  },
  letters: { takes: [1, 2], run: letters },
  operator: {
    takes: [1, 2],
    flags: { name: 'string', supervisor: 'boolean' },
    run: operator,
  },
  acts: { takes: [1, 1], run: acts },
  refund: { takes: [1, 1], run: refund },
  books: { takes: [1, 2], run: books },
  price: {
    takes: [1, 1],
    flags: { from: 'string', code: 'string', cents: 'string' },
    run: ({ world }, words, given) => price(world, words, given),
  },
  reconcile: {
    takes: [0, 0],
    flags: { from: 'string' },
    run: ({ world }, _words, given) => reconcileCommand(world, given),
  },
  restore: {
    takes: [0, 1],
    flags: { verify: 'boolean', settle: 'boolean', unprinted: 'boolean' },
    runUnopened: restore,
  },
  'go-live': { takes: [0, 0], runUnopened: goLive },
  doctor: { takes: [0, 0], runUnopened: doctor },
  'db:stop': {
    takes: [0, 0],
    async runUnopened(settings) {
      return (await stopUnused(postgresFolder(settings)))
        ? done('El PostgreSQL incorporado está parado.')
        : trouble('Lo usa un servidor o una orden en marcha: no se para.')
    },
  },
}

async function carryOut(command: Command, words: string[], given: Given): Promise<CommandResult> {
  const settings = readSettings(process.env)
  if ('runUnopened' in command) return command.runUnopened(settings, words, given)
  const context = await openContext(settings)
  try {
    return await command.run(context, words, given)
  } finally {
    await context.database.close()
  }
}

async function main([name = '', ...rest]: string[]): Promise<CommandResult> {
  if (name === '' || name === 'help') return done(help)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return trouble(`No existe la orden «${name}».\n\n${help}`)
  const options = Object.entries(command.flags ?? {}).map(([flag, type]) => [flag, { type }] as const)
  const { values, positionals } = parseArgs({
    args: withSignedNumbers(rest),
    options: { folder: { type: 'string' }, ...Object.fromEntries(options) },
    allowPositionals: true,
  })
  // An extra word may be a second batch that the operator believes was posted.
  const [least, most] = command.takes
  if (positionals.length < least) return trouble(`A la orden «${name}» le falta una palabra.\n\n${help}`)
  if (positionals.length > most)
    return trouble(
      `La orden «${name}» no entiende «${positionals.slice(most).join(' ')}»: no se ha hecho nada.`,
    )
  // Check before a batch is closed, or a backup begun, that could not be written.
  const { folder = '.', ...given } = values
  if (values.folder !== undefined && !isWritable(folder))
    return trouble(`En ${folder} no se puede escribir: no se ha hecho nada.`)
  return carryOut(command, positionals, { ...given, folder })
}

const signed = /^-\d/
/** `--cents -50` becomes `--cents=-50`: else a value with a dash is parsed as another flag. */
const withSignedNumbers = (words: string[]): string[] =>
  words.flatMap((word, at) => {
    const [before = '', after = ''] = [words[at - 1], words[at + 1]]
    if (signed.test(after) && word.startsWith('--')) return `${word}=${after}`
    return signed.test(word) && before.startsWith('--') ? [] : word
  })

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
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
