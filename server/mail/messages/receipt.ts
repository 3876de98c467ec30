import { arrivalOn } from '@lacre/letter/arrival.ts'
import { atHour, longDate, madridDay } from '@lacre/letter/day.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { totalLabel, type PriceLine } from '@lacre/letter/price/price.ts'
import { count } from '@lacre/letter/words/plural.ts'
import { linkTo, type MailContent, type Branding } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'

/** The law wants it said that there is no right of withdrawal, and why (TRLGDCU, arts. 97.1 and 103.c). */
const withdrawal =
  'Su carta es un producto hecho a medida, por lo que la ley no prevé derecho de desistimiento ' +
  '(artículo 103.c del Real Decreto Legislativo 1/2007).'

/** Confirms the order (LSSI, art. 28), without a word of the letter or an address (design.md#letters-are-secret). */
export function receipt(data: MailData['receipt'], branding: Branding): MailContent {
  const lines = JSON.parse(data.lines) as PriceLine[]
  const paidOn = madridDay(new Date(data.paidAt))
  return {
    subject: `Recibo de su carta (pedido ${orderNumber(data.letterId)})`,
    parts: [
      { says: 'Hola:' },
      { says: 'Hemos recibido su pago. Ahora imprimiremos su carta y la llevaremos al correo.' },
      {
        table: [
          ['Pedido', orderNumber(data.letterId)],
          ['Fecha', longDate(paidOn)],
          ['Fecha estimada de llegada', longDate(arrivalOn(paidOn))],
          ['Carta', extent(Number(data.pages), Number(data.sheets))],
          ['Código del documento', data.hash],
        ],
      },
      {
        table: [
          ...lines.map((line): [string, string] => [line.label, inEuros(line.cents)]),
          [totalLabel, inEuros(cents(Number(data.total)))],
        ],
      },
      {
        says: 'El código identifica el documento exacto que usted vio y pagó: es el que se imprime, sin cambiar nada.',
      },
      { says: `${withdrawal} ${cancellation(data.cancelUntil)}` },
      {
        says: 'Su factura, con el IVA desglosado, está junto a la carta en «Mis cartas»; allí puede pedirla también con su NIF.',
      },
      {
        link: linkTo(branding, `/my-letters?carta=${data.letterId}`),
        label: 'Ver la carta y su factura',
      },
      { says: `Términos de uso: ${linkTo(branding, '/terms-of-use')}` },
      { says: 'Le avisaremos cuando su carta esté en camino.' },
    ],
  }
}

const extent = (pages: number, sheets: number): string =>
  `${count(pages, 'página', 'páginas')}, ${count(sheets, 'hoja', 'hojas')}`

/** Until its batch closes, which may be earlier than planned only by hand (design.md#cancel-until-closed). */
function cancellation(until: string | undefined): string {
  const offer = 'Aun así, puede cancelarla y recuperar todo su dinero desde «Mis cartas»'
  const limit = 'hasta que empecemos a imprimirla'
  if (!until) return `${offer} ${limit}.`
  const instant = new Date(until)
  return `${offer} ${limit}: está previsto para el ${longDate(madridDay(instant))} ${atHour(instant)} (hora peninsular).`
}
