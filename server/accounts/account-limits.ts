import { hours, minutes } from '@lacre/letter/duration.ts'
import type { Limits } from '../http/limits.ts'

/**
 * How often one caller may try, or one network for one address. What counts for an address alone passes known browsers
 * and solved captchas: nobody is locked out by somebody else (design.md#limits-per-account).
 */
export const accountLimits = (limits: Limits) => ({
  registrations: limits({ name: 'register-caller', points: 10, within: hours(1) }),
  logins: limits({ name: 'login-caller', points: 60, within: minutes(15) }),
  loginsTo: limits({ name: 'login-account', points: 10, within: minutes(15) }),
  loginsAnywhere: limits({ name: 'login-anywhere', points: 100, within: minutes(15) }),
  proofs: limits({ name: 'proof-link', points: 10, within: minutes(15) }),
  socialLogins: limits({ name: 'social-caller', points: 60, within: minutes(15) }),
  verificationRequests: limits({ name: 'verification-caller', points: 20, within: hours(1) }),
  verificationRequestsFor: limits({ name: 'verification-account', points: 5, within: hours(1) }),
  resetRequests: limits({ name: 'reset-caller', points: 20, within: hours(1) }),
  resetRequestsFor: limits({ name: 'reset-account', points: 5, within: hours(1) }),
  passwordChanges: limits({ name: 'change-password', points: 10, within: hours(1) }),
  erasures: limits({ name: 'erase-account', points: 10, within: minutes(15) }),
  exports: limits({ name: 'export-account', points: 10, within: hours(1) }),
  challenges: limits({ name: 'challenge-caller', points: 60, within: minutes(1) }),
})

export type AccountLimits = ReturnType<typeof accountLimits>
