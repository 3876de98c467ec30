import { days, hours, minutes } from '@lacre/letter/days.ts'
import type { Limits } from '../http/limits.ts'

const tooManyMails = {
  code: 'too-many-mails',
  detail: (wait: string) =>
    `Ya hemos enviado muchos mensajes a esta dirección. Vuelva a intentarlo dentro de ${wait}.`,
}

const tooManyFailures = {
  code: 'too-many-failures',
  detail: (wait: string) =>
    `Ha habido demasiados intentos de entrar con este correo. Entre con un código que le enviaremos, o vuelva a intentarlo dentro de ${wait}.`,
}

const tooManyTries = {
  code: 'too-many-tries',
  detail: (wait: string) =>
    `Demasiados intentos. Entre con un código que le enviaremos, o vuelva a intentarlo dentro de ${wait}.`,
}

/** So many tries at the password of an address in an hour that its owner is told. */
export const failuresToWarn = 10

/**
 * How often one caller may try, or one network for one address. What counts for an address alone does not count in the
 * browsers its account knows: nobody is locked out by somebody else (design.md#limits-per-account).
 */
export const accountLimits = (limits: Limits) => ({
  registrations: limits({ name: 'register-caller', points: 10, within: hours(1) }),
  logins: limits({ name: 'login-caller', points: 60, within: minutes(15), refusal: tooManyTries }),
  /** Each solved captcha of a sign-in is asked of its provider. */
  loginCaptchas: limits({ name: 'login-captcha', points: 120, within: minutes(15), refusal: tooManyTries }),
  loginsTo: limits({ name: 'login-account', points: 10, within: minutes(15), refusal: tooManyTries }),
  /** For an account in a browser that it knows. */
  loginsHere: limits({ name: 'login-browser', points: 10, within: minutes(15) }),
  /** An hour begins with its first try: of any sixty minutes two have a part, so a hundred fail at most. */
  loginsAnywhere: limits({ name: 'login-anywhere', points: 50, within: hours(1), refusal: tooManyFailures }),
  warnings: limits({ name: 'login-warning', points: 1, within: hours(6) }),
  /** Links that were mailed: each that is refused is in the record. */
  links: limits({ name: 'link-caller', points: 60, within: minutes(15) }),
  socialLogins: limits({ name: 'social-caller', points: 60, within: minutes(15) }),
  verificationRequests: limits({ name: 'verification-caller', points: 20, within: hours(1) }),
  resetRequests: limits({ name: 'reset-caller', points: 20, within: hours(1) }),
  codeRequests: limits({ name: 'code-caller', points: 20, within: hours(1) }),
  codeLogins: limits({ name: 'code-login-caller', points: 60, within: minutes(15) }),
  /** Of all messages about an account together. Six digits of a code may be guessed at five times for each. */
  mailsTo: limits({ name: 'mail-address', points: 12, within: days(1), refusal: tooManyMails }),
  /** So few of them for one network that a stranger in another leaves the owner enough (design.md#account-mails). */
  mailsFrom: limits({ name: 'mail-caller', points: 5, within: days(1), refusal: tooManyMails }),
  passwordChanges: limits({ name: 'change-password', points: 10, within: hours(1) }),
  erasures: limits({ name: 'erase-account', points: 10, within: minutes(15) }),
  exports: limits({ name: 'export-account', points: 10, within: hours(1) }),
  challenges: limits({ name: 'challenge-caller', points: 60, within: minutes(1) }),
})

export type AccountLimits = ReturnType<typeof accountLimits>
