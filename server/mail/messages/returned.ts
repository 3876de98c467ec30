import { orderNumber } from '@lacre/letter/order-number.ts'
import { linkTo, type MailContent, type Branding } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'

export const returned = ({ letterId, reason }: MailData['returned'], branding: Branding): MailContent => ({
  subject: 'El correo nos ha devuelto su carta',
  parts: [
    { says: 'Hola:' },
    { says: 'Sentimos decirle que el correo no ha podido entregar su carta y nos la ha devuelto.' },
    {
      table: [
        ['Pedido', orderNumber(letterId)],
        ['Motivo', reason],
      ],
    },
    { says: 'Puede revisar la dirección y escribir otra a partir de esta en «Mis cartas».' },
    { link: linkTo(branding, '/my-letters'), label: 'Ver mis cartas' },
  ],
})
