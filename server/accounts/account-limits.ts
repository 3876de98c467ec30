import type { Limits } from '../http/limits.ts'

const minute = 60
const quarter = 15 * minute
const hour = 60 * minute

/** How often one caller, or anybody for one address, may try. Nobody is locked out for good. */
export const accountLimits = (limits: Limits) => ({
  registrations: limits({ name: 'register-caller', points: 10, seconds: hour }),
  logins: limits({ name: 'login-caller', points: 60, seconds: quarter }),
  loginsTo: limits({ name: 'login-account', points: 10, seconds: quarter }),
  socialLogins: limits({ name: 'social-caller', points: 60, seconds: quarter }),
  verificationRequests: limits({ name: 'verification-caller', points: 20, seconds: hour }),
  verificationRequestsFor: limits({ name: 'verification-account', points: 5, seconds: hour }),
  resetRequests: limits({ name: 'reset-caller', points: 20, seconds: hour }),
  resetRequestsFor: limits({ name: 'reset-account', points: 5, seconds: hour }),
  challenges: limits({ name: 'challenge-caller', points: 60, seconds: minute }),
})

export type AccountLimits = ReturnType<typeof accountLimits>
