import { orderNumber } from '@lacre/letter/order-number.ts'
import { day, longDate } from '@lacre/letter/day.ts'
import { linkTo, type MailContent, type Branding } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'

/** Ordinary post has no tracking: it is on its way, and nothing says it arrived (design.md#no-delivery-claimed). */
export const posted = ({ letterId, arrival }: MailData['posted'], branding: Branding): MailContent => ({
  subject: 'Su carta ya está en camino',
  parts: [
    { says: 'Hola:' },
    { says: 'Hemos impreso su carta, la hemos metido en su sobre y la hemos entregado al correo.' },
    {
      table: [
        ['Pedido', orderNumber(letterId)],
        ['Fecha estimada de llegada', longDate(day(arrival))],
      ],
    },
    {
      says: 'La fecha es una estimación: el correo ordinario no lleva seguimiento y no podemos confirmar la entrega. Si la carta nos fuera devuelta, se lo diríamos.',
    },
    { link: linkTo(branding, `/my-letters?carta=${letterId}`), label: 'Ver la carta' },
  ],
})
