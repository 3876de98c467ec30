import { atHour, longDate, madridDay } from '@lacre/letter/days.ts'
import { validFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words.ts'
import { type Branding, linkTo, type MailContent } from './layout.ts'
import { askedFor, whenAndWhere } from './letter-messages.ts'
import type { MailData } from './outbox.ts'

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

const subjects = {
  began: 'Aviso: algo no va bien en Lacre',
  continues: 'Aviso: sigue sin ir bien',
  over: 'Ya ha pasado lo que se avisó',
} satisfies Record<MailData['alarm']['news'], string>

/** To whoever runs the site. */
export function alarm({ news, since, says, runbook }: MailData['alarm']): MailContent {
  const began = new Date(since)
  return {
    subject: subjects[news],
    parts: [
      { says },
      { says: `Desde el ${longDate(madridDay(began))} ${atHour(began)}.` },
      {
        says:
          news === 'over'
            ? 'Se dio por terminado al volver a mirarlo.'
            : `Qué hacer: docs/operating.md, apartado ${runbook}. Se repite cada día hasta que pase.`,
      },
    ],
  }
}
