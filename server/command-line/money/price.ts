import { longDate, type Day } from '@lacre/letter/days.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { priceCodes, totalLabel, type Price, type PriceCode } from '@lacre/letter/price/price.ts'
import type { CommandResult } from '../../ports.ts'
import { addPrice, removePrice, type PriceDeps, type PriceRefusal } from '../../prices/change-price.ts'
import { pricesWithAuthors } from '../../prices/prices-table.ts'
import { dayOf } from './day-of.ts'
import { terminal } from '../operator.ts'

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

/** `price list`, `price add` and `price remove`: prices are dated, and only later days change (design.md#dated-prices). */
export async function price(deps: PriceDeps, [action]: string[], given: Given): Promise<CommandResult> {
  if (action === 'list') return { says: await list(deps.db), trouble: false }
  const [from, code, amount] = [dayOf(given.from), codeOf(given.code), Number(given.cents)]
  if (!from || !code) return { says: use, trouble: true }
  if (action === 'remove') return resultOf(from, await removePrice(deps, { from, code }, terminal()))
  if (action !== 'add' || !/^-?\d{1,6}$/.test(given.cents ?? '')) return { says: use, trouble: true }
  return resultOf(from, await addPrice(deps, { from, code, cents: cents(amount) }, terminal()))
}

const resultOf = (from: Day, changed: Price | PriceRefusal): CommandResult =>
  typeof changed === 'string'
    ? { says: `${refusals[changed]} No se ha cambiado nada.`, trouble: true }
    : {
        says: [
          `Desde el ${longDate(from)} una carta cuesta:`,
          ...changed.lines.map((line) => `  ${line.label}: ${inEuros(line.cents)}`),
          `  ${totalLabel}: ${inEuros(changed.total)}`,
        ].join('\n'),
        trouble: false,
      }

async function list(db: PriceDeps['db']): Promise<string> {
  const rows = await pricesWithAuthors(db)
  return rows
    .map(
      ({ from, code, cents: amount, addedBy }) =>
        `${from}  ${code}  ${inEuros(amount)}  ${addedBy ?? 'de origen'}`,
    )
    .join('\n')
}

const codeOf = (written = ''): PriceCode | undefined => priceCodes.find((code) => code === written)
