import { days, hours, minutes } from '@lacre/letter/duration.ts'
import type { Limits } from '../http/limits.ts'

const tooManyMails = {
  code: 'too-many-mails',
  detail: (wait: string) =>
    `Ya hemos enviado muchos mensajes a esta dirección. Vuelva a intentarlo dentro de ${wait}.`,
}

/**
 * How often one caller may try, or one network for one address. What counts for an address alone passes known browsers
 * and solved captchas: nobody is locked out by somebody else (design.md#limits-per-account).
 */
export const accountLimits = (limits: Limits) => ({
  registrations: limits({ name: 'register-caller', points: 10, within: hours(1) }),
  logins: limits({ name: 'login-caller', points: 60, within: minutes(15) }),
  /** Each solved captcha of a sign-in is asked of its provider. */
  loginCaptchas: limits({ name: 'login-captcha', points: 120, within: minutes(15) }),
  loginsTo: limits({ name: 'login-account', points: 10, within: minutes(15) }),
  loginsAnywhere: limits({ name: 'login-anywhere', points: 100, within: minutes(15) }),
  /** Links that were mailed: each that is refused is in the record. */
  links: limits({ name: 'link-caller', points: 60, within: minutes(15) }),
  proofs: limits({ name: 'proof-link', points: 10, within: minutes(15) }),
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
