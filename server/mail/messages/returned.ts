import { orderNumber } from '@lacre/letter/order-number.ts'
import { keptFor } from '@lacre/letter/kept-for.ts'
import { isOfDeath } from '@lacre/letter/print-room/reasons.ts'
import { durationWords } from '@lacre/letter/words.ts'
import { linkTo, type MailContent, type Branding } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'

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
