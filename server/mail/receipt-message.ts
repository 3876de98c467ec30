import {
  arrivalOn,
  readClosedDays,
  type ClosedDays,
  atHour,
  day,
  longDate,
  madridDay,
  type Day,
  leavesOn,
} from '@lacre/letter/days.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { totalLabel, type PriceLine } from '@lacre/letter/price/price.ts'
import { count } from '@lacre/letter/words.ts'
import { linkTo, type MailContent, type Branding } from './layout.ts'
import type { MailData } from './outbox.ts'

/** The law wants it said that there is no right of withdrawal, and why (TRLGDCU, arts. 97.1 and 103.c). */
const because =
  'por lo que la ley no prevé derecho de desistimiento (artículo 103.c del Real Decreto Legislativo 1/2007).'
const withdrawal = `Su carta es un producto hecho a medida, ${because}`
const withdrawalOfSeveral = `Sus cartas son productos hechos a medida, ${because}`

/** A letter of the order; numbers as text. */
type ReceivedLetter = Pick<MailData['receipt'], 'letterId' | 'hash' | 'pages' | 'sheets' | 'postOn'>

/** Confirms the order (LSSI, art. 28), without a word of the letter or an address (design.md#letters-are-secret). */
export function receipt(data: MailData['receipt'], branding: Branding): MailContent {
  const lines = JSON.parse(data.lines) as PriceLine[]
  const paidOn = madridDay(new Date(data.paidAt))
  const closed = data.closedDays ? readClosedDays(data.closedDays) : []
  const letters: ReceivedLetter[] = [data, ...(JSON.parse(data.others ?? '[]') as ReceivedLetter[])]
  const say = (ofOne: string, ofSeveral: string) => (letters.length === 1 ? ofOne : ofSeveral)
  const isNow = letters.some(({ postOn }) => !postOn)
  const what = say('su carta', `sus ${letters.length} cartas`)
  return {
    subject: `Recibo de ${what} (pedido ${orderNumber(data.letterId)})`,
    parts: [
      { says: 'Hola:' },
      {
        says: `Hemos recibido su pago. ${isNow ? 'Ahora imprimiremos' : 'Imprimiremos'} ${what} y ${say('la', 'las')} llevaremos al correo${isNow ? '' : ' el día que ha elegido'}.`,
      },
      {
        table: [['Fecha', longDate(paidOn)], ...(isNow ? [arrivesOn(paidOn, closed)] : [])],
      },
      ...letters.map(({ letterId, pages, sheets, hash, postOn }) => ({
        table: [
          ['Pedido', orderNumber(letterId)],
          ...(postOn ? leaving(day(postOn), closed) : []),
          ['Carta', extent(Number(pages), Number(sheets))],
          ['Código del documento', hash],
        ] satisfies [string, string][],
      })),
      {
        table: [
          ...lines.map((line): [string, string] => [line.label, inEuros(line.cents)]),
          [totalLabel, inEuros(cents(Number(data.total)))],
        ],
      },
      {
        says: say(
          'El código identifica el documento exacto que usted vio y pagó: es el que se imprime, sin cambiar nada.',
          'Cada código identifica el documento exacto que usted vio y pagó: es el que se imprime, sin cambiar nada.',
        ),
      },
      {
        says: say(
          `${withdrawal} ${cancellation('cancelarla y recuperar todo su dinero', 'imprimirla', data.cancelUntil)}`,
          `${withdrawalOfSeveral} ${cancellation('cancelar cada una y recuperar su dinero', 'imprimirlas', data.cancelUntil)}`,
        ),
      },
      {
        says: say(
          'Su factura, con el IVA desglosado, está junto a la carta en «Mis cartas»; allí puede pedirla también con su NIF.',
          'La factura de cada carta, con el IVA desglosado, está junto a ella en «Mis cartas»; allí puede pedirla también con su NIF.',
        ),
      },
      {
        link: linkTo(branding, say(`/my-letters?carta=${data.letterId}`, '/my-letters')),
        label: say('Ver la carta y su factura', 'Ver las cartas y sus facturas'),
      },
      { says: `Términos de uso: ${linkTo(branding, '/terms-of-use')}` },
      {
        says: say(
          'Le avisaremos cuando su carta esté en camino.',
          'Le avisaremos cuando cada carta esté en camino.',
        ),
      },
    ],
  }
}

const arrivesOn = (leaves: Day, closed: ClosedDays): [string, string] => [
  'Fecha estimada de llegada',
  longDate(arrivalOn(leaves, closed)),
]

/** What is for a day leaves on it, or on the next working day (design.md#posting-day). */
const leaving = (chosen: Day, closed: ClosedDays): [string, string][] => [
  ['Sale', longDate(leavesOn(chosen, closed))],
  arrivesOn(leavesOn(chosen, closed), closed),
]

const extent = (pages: number, sheets: number): string =>
  `${count(pages, 'página', 'páginas')}, ${count(sheets, 'hoja', 'hojas')}`

/** Until its batch closes, which may be earlier than planned only by hand (design.md#cancel-until-closed). */
function cancellation(may: string, toPrint: string, until: string | undefined): string {
  const offer = `Aun así, puede ${may} desde «Mis cartas» hasta que empecemos a ${toPrint}`
  if (!until) return `${offer}.`
  const instant = new Date(until)
  return `${offer}: está previsto para el ${longDate(madridDay(instant))} ${atHour(instant)} (hora peninsular).`
}
