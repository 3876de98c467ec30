import { validFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words.ts'
import type { MailContent } from '../mail-content.ts'
import { askedFor } from './asked-for.ts'
import type { MailData } from '../queue-mail.ts'

export const passwordReset = ({ link, ...asked }: MailData['password-reset']): MailContent => ({
  subject: 'Elija una contraseña nueva',
  parts: [
    { says: 'Hola:' },
    { says: 'Nos han pedido cambiar la contraseña de su cuenta. Si ha sido usted, elija aquí la nueva:' },
    { says: askedFor(asked) },
    { link, label: 'Elegir una contraseña nueva' },
    {
      says: `El enlace sirve una sola vez y durante ${durationWords(validFor.passwordReset)}. Al cambiar la contraseña se cerrarán todas las sesiones abiertas.`,
    },
    { says: 'Si no ha sido usted, no haga nada: su contraseña sigue siendo la misma.' },
  ],
})
