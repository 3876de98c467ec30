import { cents, inEuros, moneyModes } from '@lacre/letter/price/money.ts'
import { earlier, minutes } from '@lacre/letter/days.ts'
import { count } from '@lacre/letter/words.ts'
import { billingRecords } from '../../books/billing-records.ts'
import { issueInvoices } from '../../books/issue-invoices.ts'
import { monthAsCsv, monthOf, outsideMonth, sumsOf, takenBeside, type MonthRow } from '../../books/month.ts'
import { verifyBooks } from '../../books/verify-books.ts'
import {
  intentsSince,
  isProviderTrouble,
  lookAt,
  readAll,
  type CardAccount,
  type SeenIntent,
} from '../../payments/seen-intent.ts'
import type { CommandResult } from '../../ports.ts'
import { writeFiles } from '../../print-room/batches/write-files.ts'
import type { CommandContext } from '../context.ts'

const usage =
  'Use: books month 2026-11 [--folder <carpeta>], books verify, o books export [--folder <carpeta>].'
const euros = (amount: number) => inEuros(cents(amount))

export type BooksContext = {
  actions: Pick<CommandContext['actions'], 'books' | 'payments'>
}

/** `books month`, `books verify`, `books export`: for whoever keeps the accounts, and for the supplier of Veri*factu. */
export async function books(
  context: BooksContext,
  [action, month = '']: string[],
  { folder }: { folder: string },
): Promise<CommandResult> {
  if (action === 'verify' && !month) return verify(context)
  if (action === 'export' && !month) return exportRecords(context, folder)
  if (action === 'month' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return writeMonth(context, month, folder)
  return { says: usage, trouble: true }
}

const chainOf = ({ actions: { payments } }: BooksContext) =>
  moneyModes[payments.mode].isLive ? 'live' : 'test'

async function verify({ actions }: BooksContext): Promise<CommandResult> {
  const { invoices, waiting, wrong } = await verifyBooks(actions.books.db)
  const found = wrong.length ? wrong.join('\n') : 'Sin huecos ni cambios.'
  return {
    says: `Facturas: ${invoices}. Pagos que esperan factura: ${waiting}.\n${found}`,
    trouble: wrong.length > 0,
  }
}

/** A line each (JSON), in the order of the chain. Full invoices name their buyers: the file is for its owner only. */
async function exportRecords(context: BooksContext, folder: string): Promise<CommandResult> {
  const chain = chainOf(context)
  const lines: string[] = []
  for await (const { record } of billingRecords(context.actions.books, { chain }))
    lines.push(JSON.stringify(record))
  const name = chain === 'live' ? 'registros.jsonl' : 'registros-prueba.jsonl'
  const [path] = await writeFiles(folder, { [name]: lines.map((line) => `${line}\n`).join('') })
  return { says: `${count(lines.length, 'registro', 'registros')}: ${path}`, trouble: false }
}

async function writeMonth(context: BooksContext, month: string, folder: string): Promise<CommandResult> {
  const { books, payments } = context.actions
  while ((await issueInvoices(books)) > 0);
  const rows = await monthOf(books.db, month, chainOf(context))
  const [path] = await writeFiles(folder, { [`facturas-${month}.csv`]: monthAsCsv(rows) })
  const { base, tax, total, invoiced, corrected } = sumsOf(rows)
  const beside = await takenBeside(books.db, month, chainOf(context))
  const says = [
    `${count(rows.length, 'factura', 'facturas')}: ${path}`,
    `Base ${euros(base)}, IVA ${euros(tax)}, total ${euros(total)}`,
    `Facturado ${euros(invoiced)}, rectificado ${euros(corrected)}`,
    ...(beside
      ? [`Aparte, ${euros(beside)} cobrados que no corresponden a ninguna carta y no llevan factura`]
      : []),
  ]
  try {
    const outside = await outsideMonth(books.db, rows)
    const seen = await seenAtProvider(payments, rows)
    const [charged, back] = [seen.charged - outside.invoiced, seen.refunded + outside.corrected]
    const agrees = charged === invoiced && back === -corrected
    says.push(
      `Según el proveedor de pago: cobrado ${euros(charged)}, devuelto ${euros(0 - back)}. ${agrees ? 'Cuadra.' : 'NO CUADRA: ejecute reconcile y repita la orden.'}`,
    )
    return { says: says.join('\n'), trouble: !agrees }
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    return { says: [...says, 'El proveedor de pago no responde: sin comparar.'].join('\n'), trouble: true }
  }
}

/** What the provider itself took and gave back for these payments. */
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
      if (wanted.delete(intent.id)) add(await readAll(account, intent))
  for (const id of wanted) add(await lookAt(account, id))
  return sums
}
