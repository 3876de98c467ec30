import { type Day, day, earlier, hours, longDate, madridDay, minutes } from '@lacre/letter/days.ts'
import { cents, inEuros, moneyModes } from '@lacre/letter/price/money.ts'
import { type Price, type PriceCode, priceCodes, totalLabel } from '@lacre/letter/price/price.ts'
import { count } from '@lacre/letter/words.ts'
import { makeLive, openDatabase } from '../database/open.ts'
import type { Db } from '../database/tables.ts'
import { isUuid } from '../database/transactions.ts'
import {
  billingRecords,
  monthAsCsv,
  monthOf,
  type MonthRow,
  outsideMonth,
  sumsOf,
  takenBeside,
  verifyBooks,
} from '../invoices/month.ts'
import { issueInvoices, type BooksDeps } from '../invoices/issue.ts'
import {
  type PaymentsDeps,
  type CardAccount,
  intentsSince,
  isProviderTrouble,
  fetchIntent,
  readWholeIntent,
  type SeenIntent,
} from '../payments/seen-intent.ts'
import { reconcile } from '../payments/reconcile.ts'
import { done, trouble, writeFiles, type CommandContext, type CommandResult } from './commands.ts'
import { retryRefund } from '../print-room/letter-money.ts'
import type { Settings } from '../settings.ts'
import { whereOf } from '../open-world.ts'
import type { World } from '../world.ts'
import { removePrice, addPrice, type PriceRefusal } from '../print-room/prices.ts'
import { terminal } from './account-commands.ts'
import { pricesWithAuthors } from '../letters/prices.ts'

const usage =
  'Use: books month 2026-11 [--folder <carpeta>], books verify, o books export [--folder <carpeta>].'
const euros = (amount: number) => inEuros(cents(amount))

type BooksContext = { world: BooksDeps & CardAccount & Pick<World, 'money'> }

/** `books month`, `books verify`, `books export`: for accounting, and for the supplier of Veri*factu. */
export async function books(
  context: BooksContext,
  [action, month = '']: string[],
  { folder }: { folder: string },
): Promise<CommandResult> {
  if (action === 'verify' && !month) return verify(context)
  if (action === 'export' && !month) return exportRecords(context, folder)
  if (action === 'month' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return writeMonth(context, month, folder)
  return trouble(usage)
}

const chainOf = ({ world: { money } }: BooksContext) => (moneyModes[money].isLive ? 'live' : 'test')

async function verify({ world }: BooksContext): Promise<CommandResult> {
  const { invoices, waiting, wrong } = await verifyBooks(world.db)
  const found = wrong.length ? wrong.join('\n') : 'Sin huecos ni cambios.'
  return {
    says: `Facturas: ${invoices}. Pagos que esperan factura: ${waiting}.\n${found}`,
    trouble: wrong.length > 0,
  }
}

/** One JSON line each, in the chain's order. Full invoices name their buyers, so the file is for its owner only. */
async function exportRecords(context: BooksContext, folder: string): Promise<CommandResult> {
  const chain = chainOf(context)
  const lines: string[] = []
  for await (const { record } of billingRecords(context.world, { chain })) lines.push(JSON.stringify(record))
  const name = chain === 'live' ? 'registros.jsonl' : 'registros-prueba.jsonl'
  const [path] = await writeFiles(folder, { [name]: lines.map((line) => `${line}\n`).join('') })
  return done(`${count(lines.length, 'registro', 'registros')}: ${path}`)
}

async function writeMonth(context: BooksContext, month: string, folder: string): Promise<CommandResult> {
  const { world } = context
  while ((await issueInvoices(world)) > 0);
  const rows = await monthOf(world.db, month, chainOf(context))
  const [path] = await writeFiles(folder, { [`facturas-${month}.csv`]: monthAsCsv(rows) })
  const { base, tax, total, invoiced, corrected } = sumsOf(rows)
  const beside = await takenBeside(world.db, month, chainOf(context))
  const says = [
    `${count(rows.length, 'factura', 'facturas')}: ${path}`,
    `Base ${euros(base)}, IVA ${euros(tax)}, total ${euros(total)}`,
    `Facturado ${euros(invoiced)}, rectificado ${euros(corrected)}`,
    ...(beside
      ? [`Aparte, ${euros(beside)} cobrados que no corresponden a ninguna carta y no llevan factura`]
      : []),
  ]
  try {
    const outside = await outsideMonth(world.db, rows)
    const seen = await seenAtProvider(world, rows)
    const [charged, back] = [seen.charged - outside.invoiced, seen.refunded + outside.corrected]
    const agrees = charged === invoiced && back === -corrected
    says.push(
      `Según el proveedor de pago: cobrado ${euros(charged)}, devuelto ${euros(0 - back)}. ${agrees ? 'Cuadra.' : 'NO CUADRA: ejecute reconcile y repita la orden.'}`,
    )
    return { says: says.join('\n'), trouble: !agrees }
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    return trouble([...says, 'El proveedor de pago no responde: sin comparar.'].join('\n'))
  }
}

/** The provider's sums of charges and refunds for these payments. */
async function seenAtProvider(account: CardAccount, rows: MonthRow[]) {
  const wanted = new Set(rows.flatMap(({ intent }) => intent ?? []))
  const sums = { charged: 0, refunded: 0 }
  const add = ({ received, refunds }: SeenIntent) => {
    sums.charged += received
    for (const { state, cents } of refunds) if (state === 'succeeded') sums.refunded += cents
  }
  const begun = rows.map(({ begun }) => begun.getTime())
  if (begun.length)
    for await (const intent of intentsSince(account, earlier(new Date(Math.min(...begun)), minutes(5))))
      if (wanted.delete(intent.id)) add(await readWholeIntent(account, intent))
  for (const id of wanted) add(await fetchIntent(account, id))
  return sums
}

const use = `Use: price add --from 2027-01-01 --code ${priceCodes.join('|')} --cents 95, price remove --from … --code …, o price list.`

const refusals = {
  'not-later':
    'Un precio solo cambia desde un día que todavía no ha llegado: lo que hoy se muestra es lo que se cobra.',
  nonsense:
    'Con ese importe el precio de una carta no tendría sentido (entre 0,50 € y 100,00 €; el descuento, en negativo).',
  duplicate:
    'Ya hay un precio de ese concepto desde ese día. Para corregirlo, quítelo antes con price remove.',
  unknown: 'No hay ningún precio añadido de ese concepto desde ese día.',
} satisfies Record<PriceRefusal, string>

type Given = { from?: string; code?: string; cents?: string }

/**
 * `price list`, `price add` and `price remove`: prices are dated, and only later days change
 * (design/money.md#dated-prices).
 */
export async function price(
  deps: Pick<World, 'db' | 'clock'>,
  [action]: string[],
  given: Given,
): Promise<CommandResult> {
  if (action === 'list') return done(await list(deps.db))
  const [from, code, amount] = [dayOf(given.from), codeOf(given.code), Number(given.cents)]
  if (!from || !code) return trouble(use)
  if (action === 'remove') return resultOf(from, await removePrice(deps, { from, code }, terminal()))
  if (action !== 'add' || !/^-?\d{1,6}$/.test(given.cents ?? '')) return trouble(use)
  return resultOf(from, await addPrice(deps, { from, code, cents: cents(amount) }, terminal()))
}

const resultOf = (from: Day, changed: Price | PriceRefusal): CommandResult =>
  typeof changed === 'string'
    ? trouble(`${refusals[changed]} No se ha cambiado nada.`)
    : done(
        [
          `Desde el ${longDate(from)} una carta cuesta:`,
          ...changed.lines.map((line) => `  ${line.label}: ${inEuros(line.cents)}`),
          `  ${totalLabel}: ${inEuros(changed.total)}`,
        ].join('\n'),
      )

async function list(db: Db): Promise<string> {
  const rows = await pricesWithAuthors(db)
  return rows
    .map(
      ({ from, code, cents: amount, addedBy }) =>
        `${from}  ${code}  ${inEuros(amount)}  ${addedBy ?? 'de origen'}`,
    )
    .join('\n')
}

const codeOf = (written = ''): PriceCode | undefined => priceCodes.find((code) => code === written)

/** `reconcile`, and `reconcile --from <day>`, which looks further back than usual. */
export async function reconcileCommand(
  payments: PaymentsDeps,
  { from }: { from?: string },
): Promise<CommandResult> {
  const first = dayOf(from)
  if (from !== undefined && (!first || first > madridDay(payments.clock.now())))
    return trouble('Use: reconcile --from 2026-01-31, con un día que ya ha llegado, o reconcile a secas.')
  try {
    const { looked, changed, unread, unreachable } = await reconcile(payments, first && startOf(first))
    const says = `Pagos mirados: ${looked}; puestos al día: ${changed}; sin respuesta: ${unreachable}; no se pueden leer: ${unread}${unread ? ' (véalos en «Incidencias»)' : ''}.`
    return { says, trouble: unreachable > 0 || unread > 0 }
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    if (error.statusCode === 401)
      return trouble('El proveedor de pago no acepta STRIPE_SECRET_KEY: no se ha mirado ningún pago.')
    return trouble('El proveedor de pago no responde: no se ha mirado ningún pago.')
  }
}

/** In Madrid, where days begin up to two hours before UTC. */
const startOf = (from: string) => earlier(new Date(`${from}T00:00:00Z`), hours(2))

/** `refund <letter>`: requests again the refund that is owed. */
export async function refund(
  { world }: Pick<CommandContext, 'world'>,
  [letterId = '']: string[],
): Promise<CommandResult> {
  const note = { note: 'refund', by: terminal() }
  const outcome = isUuid(letterId) && (await retryRefund(world, letterId, note))
  return outcome === 'given-back'
    ? done('La devolución se pide otra vez ahora; la consola dice cómo va.')
    : trouble('Esa carta no tiene ninguna devolución que repetir, o su banco decide sobre el cargo.')
}

/** The value of `--from`; undefined when it is no day. */
function dayOf(written = ''): Day | undefined {
  try {
    return day(written)
  } catch {
    return undefined
  }
}

/** `go-live`: switches a database from test money to live, when no test is in progress. */
export async function goLive(settings: Settings): Promise<CommandResult> {
  if (settings.money !== 'live') return trouble('Ponga primero las claves de verdad del proveedor de pago.')
  const database = await openDatabase(whereOf(settings))
  try {
    return await makeLiveIn(database.db)
  } finally {
    await database.close()
  }
}

export async function makeLiveIn(db: Db): Promise<CommandResult> {
  const outcome = await makeLive(db)
  if (outcome === 'live') return done('Desde ahora esta base de datos es de dinero de verdad.')
  if (outcome === 'not-test') return trouble('Esta base de datos no es de tarjetas de prueba.')
  const { letters, refunds, payments } = outcome
  const left = [
    letters && count(letters, 'carta en curso', 'cartas en curso'),
    refunds && count(refunds, 'devolución en camino', 'devoluciones en camino'),
    payments && count(payments, 'pago sin cerrar', 'pagos sin cerrar'),
  ].filter((part) => part !== 0)
  return trouble(
    `De las pruebas queda: ${listed.format(left)}. Con las claves de prueba, cancele las cartas o espere a que termine todo.`,
  )
}

const listed = new Intl.ListFormat('es')
