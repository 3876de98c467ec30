import { atHour, day, longDate, madridDay } from '@lacre/letter/days.ts'
import { keptFor } from '@lacre/letter/kept-for.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { isOfDeath } from '@lacre/letter/print-room/reasons.ts'
import { bankShowsItLater, durationWords } from '@lacre/letter/words.ts'
import { type Branding, linkTo, type MailContent, type Part } from './layout.ts'
import type { MailData } from './outbox.ts'

/** Ordinary post has no tracking: it is on its way, and nothing says it arrived (design.md#no-delivery-claimed). */
export function posted({ arrival, ...about }: MailData['posted'], branding: Branding): MailContent {
  const letters = lettersOf(about)
  const say = (ofOne: string, ofSeveral: string) => (letters.length === 1 ? ofOne : ofSeveral)
  return {
    subject: say('Su carta ya está en camino', `${letters.length} cartas suyas ya están en camino`),
    parts: [
      { says: 'Hola:' },
      {
        says: say(
          'Hemos impreso su carta, la hemos metido en su sobre y la hemos entregado al correo.',
          `Hemos impreso ${letters.length} cartas suyas, hemos metido cada una en su sobre y las hemos entregado al correo.`,
        ),
      },
      { table: [...orderRows(letters), ['Fecha estimada de llegada', longDate(day(arrival))]] },
      {
        says: `La fecha es una estimación: el correo ordinario no lleva seguimiento y no podemos confirmar la entrega. Si ${say('la carta', 'alguna')} nos fuera devuelta, se lo diríamos.`,
      },
      linkToLetters(branding, letters),
    ],
  }
}

const until = `Puede hacerlo durante ${durationWords(keptFor.returned)}; después borramos su texto y sus páginas.`

export function returned({ letterId, reason }: MailData['returned'], branding: Branding): MailContent {
  const link = linkTo(branding, `/my-letters?carta=${letterId}`)
  const order = orderNumber(letterId)
  const subject = 'El correo nos ha devuelto su carta'
  if (isOfDeath(reason))
    return {
      subject,
      parts: [
        { says: 'Hola:' },
        {
          says: 'El correo nos ha devuelto su carta: según nos dice, el destinatario ha fallecido. Lo sentimos mucho.',
        },
        { table: [['Pedido', order]] },
        {
          says: `Si quiere que la reciba otra persona, se la enviaremos tal como está, pagando solo el franqueo. ${until}`,
        },
        { link, label: 'Ver la carta' },
      ],
    }
  return {
    subject,
    parts: [
      { says: 'Hola:' },
      { says: 'Sentimos decirle que el correo no ha podido entregar su carta y nos la ha devuelto.' },
      {
        table: [
          ['Pedido', order],
          ['Motivo', reason],
        ],
      },
      {
        says: `Si tiene una dirección mejor, corríjala y la enviaremos otra vez tal como la escribió, pagando solo el franqueo. ${until}`,
      },
      { link, label: 'Corregir la dirección y enviarla otra vez' },
    ],
  }
}

const keptWords = {
  disputed:
    'Su banco tiene una reclamación sobre este cargo y es quien decide; por nuestra parte no hacemos otra devolución.',
  lost: 'Su banco le ha dado la razón en su reclamación y es él quien le devuelve el dinero; por nuestra parte no hacemos otra devolución.',
  'returned-before':
    'La devolución de su dinero ya se había hecho o pedido antes; cómo va puede verlo en «Mis cartas».',
} satisfies Record<NonNullable<MailData['cancelled']['money']>, string>

export function cancelled(
  { refunded, money: kept, ...about }: MailData['cancelled'],
  branding: Branding,
): MailContent {
  const letters = lettersOf(about)
  const money = Number(refunded)
    ? onItsWayBack(refunded)
    : kept
      ? keptWords[kept]
      : 'No se le ha cobrado nada.'
  const [subject, notSent] =
    letters.length === 1
      ? ['Su carta se ha cancelado', 'no se enviará']
      : [`${letters.length} cartas suyas se han cancelado`, 'no se enviarán']
  return {
    subject,
    parts: [
      { says: 'Hola:' },
      { says: `${subject} y ${notSent}. ${money}` },
      { table: orderRows(letters) },
      { link: linkTo(branding, '/write'), label: 'Escribir otra carta' },
    ],
  }
}

export const refunded = (
  { letterId, refunded: sum }: MailData['refunded' | 'given-back'],
  branding: Branding,
): MailContent => ({
  subject: 'Le devolvemos el dinero de su carta',
  parts: [
    { says: 'Hola:' },
    { says: `${onItsWayBack(sum)} Esto no cambia el camino de la carta, que puede ver en «Mis cartas».` },
    { table: [['Pedido', orderNumber(letterId)]] },
    { link: linkTo(branding, `/my-letters?carta=${letterId}`), label: 'Ver la carta' },
  ],
})

type Asked = { browser: string; askedAt: string }

/** `21 de noviembre de 2026 a las 0:30 (hora peninsular) desde Firefox en Windows`: one's own doing or a stranger's. */
export function whenAndWhere({ browser, askedAt }: Asked): string {
  const at = new Date(askedAt)
  return `${longDate(madridDay(at))} ${atHour(at)} (hora peninsular) desde ${browser}`
}

export const askedFor = (asked: Asked): string => `Se pidió el ${whenAndWhere(asked)}.`

/** The letters a message is about. */
const lettersOf = ({ letterId, others }: Omit<MailData['posted'], 'arrival'>): string[] => [
  letterId,
  ...(JSON.parse(others ?? '[]') as string[]),
]

const orderRows = (letters: string[]): [label: string, value: string][] =>
  letters.map((id) => ['Pedido', orderNumber(id)])

const linkToLetters = (branding: Branding, letters: string[]): Part =>
  letters.length === 1
    ? { link: linkTo(branding, `/my-letters?carta=${letters[0]}`), label: 'Ver la carta' }
    : { link: linkTo(branding, '/my-letters'), label: 'Ver las cartas' }

/** `sum`: cents, as text. */
const onItsWayBack = (sum: string): string =>
  `Devolvemos ${inEuros(cents(Number(sum)))} por el medio con el que pagó; ${bankShowsItLater}`
