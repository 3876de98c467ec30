import { atHour, longDate, madridDay } from '@lacre/letter/days.ts'
import { linkTo, type Branding, type MailContent } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'

export const passwordGuesses = (guesses: MailData['password-guesses'], branding: Branding): MailContent => {
  const at = new Date(guesses.at)
  return {
    subject: 'Alguien está intentando entrar en su cuenta',
    parts: [
      { says: 'Hola:' },
      {
        says: `Alguien está intentando entrar en su cuenta. El ${longDate(madridDay(at))} ${atHour(at)} (hora peninsular) llevaba ya diez contraseñas en una hora, y ninguna era la suya.`,
      },
      {
        says: 'No se preocupe: en cada hora admitimos muy pocas. Usted puede entrar como siempre en los navegadores que ya conoce su cuenta, y en cualquier otro con un código que le enviamos por correo.',
      },
      {
        says: 'Si ha sido usted, no tiene que hacer nada. Si no, y usa esa contraseña también en otro sitio, elija otra:',
      },
      { link: linkTo(branding, '/forgot-password'), label: 'Elegir otra contraseña' },
    ],
  }
}
