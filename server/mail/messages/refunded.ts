import { orderNumber } from '@lacre/letter/order-number.ts'
import { linkTo, type MailContent, type Branding } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'
import { onItsWayBack } from './on-its-way-back.ts'

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
