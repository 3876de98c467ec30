import { linkTo, type MailContent, type Branding } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'
import { lettersOf, orderRows } from './of-several.ts'
import { onItsWayBack } from './on-its-way-back.ts'

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
