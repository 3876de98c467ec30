import { orderNumber } from '@lacre/letter/order-number.ts'
import { linkTo, type MailContent, type Branding } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'
import { onItsWayBack } from './on-its-way-back.ts'

const keptWords = {
  disputed:
    'Su banco tiene una reclamación sobre este cargo y es quien decide; por nuestra parte no hacemos otra devolución.',
  lost: 'Su banco le ha dado la razón en su reclamación y es él quien le devuelve el dinero; por nuestra parte no hacemos otra devolución.',
  'returned-before': 'La devolución de su dinero ya se había pedido antes y sigue su curso.',
} satisfies Record<NonNullable<MailData['cancelled']['money']>, string>

export function cancelled(
  { letterId, refunded, money: kept }: MailData['cancelled'],
  branding: Branding,
): MailContent {
  const money = Number(refunded)
    ? onItsWayBack(refunded)
    : kept
      ? keptWords[kept]
      : 'No se le ha cobrado nada.'
  return {
    subject: 'Su carta se ha cancelado',
    parts: [
      { says: 'Hola:' },
      { says: `Su carta se ha cancelado y no se enviará. ${money}` },
      { table: [['Pedido', orderNumber(letterId)]] },
      { link: linkTo(branding, '/write'), label: 'Escribir otra carta' },
    ],
  }
}
