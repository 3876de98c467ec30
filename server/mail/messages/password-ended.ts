import { linkTo, type Branding, type MailContent } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'
import { whenAndWhere } from './asked-for.ts'

export const passwordEnded = (ended: MailData['password-ended'], branding: Branding): MailContent => ({
  subject: 'Su contraseña ya no vale',
  parts: [
    { says: 'Hola:' },
    { says: `Se entró en su cuenta sin contraseña el ${whenAndWhere(ended)}.` },
    {
      says: 'Por seguridad, la contraseña que tenía la cuenta ya no vale, y hemos cerrado las sesiones abiertas con ella.',
    },
    { says: 'Si quiere volver a entrar con contraseña, o si no ha sido usted, elija una nueva:' },
    { link: linkTo(branding, '/forgot-password'), label: 'Elegir una contraseña' },
  ],
})
