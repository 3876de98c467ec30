import { validFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words/duration-words.ts'
import type { MailContent } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'

export const operatorInvitation = ({ link }: MailData['operator-invitation']): MailContent => ({
  subject: 'Le invitan a la imprenta',
  parts: [
    { says: 'Hola:' },
    {
      says: 'Le invitan a trabajar en la imprenta de Lacre. Inicie antes sesión con esta dirección de correo.',
    },
    { link, label: 'Aceptar la invitación' },
    {
      says: `El enlace sirve durante ${durationWords(validFor.invitation)} y una sola vez. Si no espera esta invitación, no haga nada.`,
    },
  ],
})
