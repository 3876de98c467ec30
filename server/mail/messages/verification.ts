import type { MailContent } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'

export const verification = ({ link }: MailData['verification']): MailContent => ({
  subject: 'Confirme su correo',
  parts: [
    { says: 'Hola:' },
    {
      says: 'Gracias por abrir una cuenta en Lacre. Solo falta confirmar que esta dirección de correo es suya:',
    },
    { link, label: 'Confirmar mi correo' },
    {
      says: 'El enlace sirve durante 24 horas. Si caduca, la misma página le ofrece uno nuevo.',
    },
    { says: 'Si usted no ha abierto ninguna cuenta, no tiene que hacer nada: puede olvidar este mensaje.' },
  ],
})
