import { validFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words.ts'
import type { MailContent } from '../mail-content.ts'
import { askedFor } from './asked-for.ts'
import type { MailData } from '../queue-mail.ts'

export const verification = ({ link, ...asked }: MailData['verification']): MailContent => ({
  subject: 'Confirme su correo',
  parts: [
    { says: 'Hola:' },
    {
      says: 'Gracias por abrir una cuenta en Lacre. Solo falta confirmar que esta dirección de correo es suya.',
    },
    { says: askedFor(asked) },
    { link, label: 'Confirmar mi correo' },
    {
      says: `El enlace sirve durante ${durationWords(validFor.verification)}. Ábralo en el mismo navegador; en otro le pediremos la contraseña que eligió. Si caduca, la misma página le ofrece uno nuevo.`,
    },
    {
      says: 'Si usted no ha abierto ninguna cuenta, no pulse el enlace ni escriba ninguna contraseña: puede olvidar este mensaje.',
    },
  ],
})
