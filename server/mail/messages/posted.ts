import { day, longDate } from '@lacre/letter/days.ts'
import type { MailContent, Branding } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'
import { lettersOf, linkToLetters, orderRows } from './of-several.ts'

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
