import { passwordTooShort } from '@lacre/letter/words.ts'
import { Failure } from '../http/failure.ts'

// /verify-email is in English (specification, section 2), and reads 'expired' and 'invalid' out of these (section 4).
const answers = {
  'short-password': [400, passwordTooShort],
  'common-password': [400, 'Esa contraseña es demasiado fácil de adivinar. Elija otra.'],
  'captcha-refused': [400, 'La verificación del captcha no es válida. Inténtelo de nuevo.'],
  'email-taken': [400, 'Ya existe una cuenta con este correo electrónico.'],
  'wrong-password': [401, 'El correo electrónico o la contraseña no son correctos.'],
  'no-password': [401, 'Su cuenta no tiene contraseña. Entre con Google, si lo usa, o pida un código.'],
  'account-disabled': [
    403,
    'Esta cuenta está desactivada: escríbanos si quiere saber por qué, o pedir sus datos o que los borremos.',
  ],
  'code-wrong': [400, 'El código no es correcto. Mire el mensaje más reciente.'],
  'code-expired': [400, 'Ese código ya no sirve. Pida otro.'],
  'browser-without-secret': [
    400,
    'Su navegador no permite guardar la sesión. Active el almacenamiento de este sitio y vuelva a intentarlo.',
  ],
  'current-password-wrong': [403, 'La contraseña actual no es correcta.'],
  'no-password-yet': [
    409,
    'Su cuenta no tiene contraseña. Pida un enlace para elegir una: le llegará por correo.',
  ],
  'credential-refused': [401, 'No se ha podido comprobar su identidad. Vuelva a intentarlo.'],
  'password-needed': [
    409,
    'Ya existe una cuenta con este correo. Entre con un código o con su contraseña; después podrá entrar con Google.',
  ],
  'link-invalid': [400, 'Verification link is invalid'],
  'link-expired': [400, 'Verification link has expired'],
  'claim-unknown-here': [403, 'Enter the password you chose when you signed up.'],
  'claim-password-wrong': [403, 'That is not the password of this sign-up. Nothing has changed.'],
  'reset-link-invalid': [400, 'El enlace no es válido o ya se ha utilizado. Pida otro.'],
  'reset-link-expired': [400, 'El enlace ha caducado. Pida otro.'],
} satisfies Record<string, [status: number, detail: string]>

/** What a sign-in says of a wrong password and of an unknown address alike. */
export const refusal = (code: keyof typeof answers): Failure => new Failure(...answers[code], code)
