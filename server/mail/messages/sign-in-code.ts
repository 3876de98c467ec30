import { validFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words.ts'
import type { MailContent } from '../mail-content.ts'
import { askedFor } from './asked-for.ts'
import type { MailData } from '../queue-mail.ts'

export const signInCode = ({ code, ...asked }: MailData['sign-in-code']): MailContent => ({
  subject: 'Su código para entrar en Lacre',
  parts: [
    { says: 'Hola:' },
    { says: 'Este es el código que nos ha pedido para iniciar sesión:' },
    { says: `${code.slice(0, 3)} ${code.slice(3)}` },
    { says: askedFor(asked) },
    {
      says: `Sirve una sola vez, durante ${durationWords(validFor.signInCode)} y solo en el navegador en el que lo pidió. No se lo diga a nadie: nosotros nunca se lo preguntaremos.`,
    },
    { says: 'Si no lo ha pedido usted, no haga nada: sin el código no entra nadie.' },
  ],
})
