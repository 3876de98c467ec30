import { linkTo, type Branding, type MailContent } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'
import { whenAndWhere } from './asked-for.ts'

export const passwordChanged = (changed: MailData['password-changed'], branding: Branding): MailContent => ({
  subject: 'Su contraseña ha cambiado',
  parts: [
    { says: 'Hola:' },
    { says: `La contraseña de su cuenta se cambió el ${whenAndWhere(changed)}.` },
    { says: 'Por seguridad, hemos cerrado las sesiones que tuviera abiertas en otros navegadores.' },
    { says: 'Si ha sido usted, no tiene que hacer nada. Si no, elija cuanto antes otra contraseña:' },
    { link: linkTo(branding, '/forgot-password'), label: 'Elegir otra contraseña' },
  ],
})
