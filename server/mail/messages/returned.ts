import { orderNumber } from '@lacre/letter/order-number.ts'
import { keptFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words/duration-words.ts'
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
    {
      says: `Si tiene una dirección mejor, corríjala y la enviaremos otra vez tal como la escribió, pagando solo el franqueo. Puede hacerlo durante ${durationWords(keptFor.returned)}; después borramos su texto y sus páginas.`,
    },
    {
      link: linkTo(branding, `/my-letters?carta=${letterId}`),
      label: 'Corregir la dirección y enviarla otra vez',
    },
  ],
})
