import type { Account } from '@lacre/letter/calls.ts'

/** What the profile shows, in words. */
export type ProfileData = {
  displayName: string
  email: string
  subscription: string
  joined: string
  lettersWritten: string
  lastLetter: string
}

/** The specification's placeholder (section 2), for a host that keeps no account data (design, 2.13). */
export const sampleData: ProfileData = {
  displayName: 'María García',
  email: 'maria.garcia@ejemplo.es',
  subscription: 'Plan Gratuito',
  joined: 'Junio 2023',
  lettersWritten: '12',
  lastLetter: 'hace 2 días',
}

const monthName = new Intl.DateTimeFormat('es-ES', { timeZone: 'Europe/Madrid', month: 'long' })
const year = new Intl.DateTimeFormat('es-ES', { timeZone: 'Europe/Madrid', year: 'numeric' })
const ago = new Intl.RelativeTimeFormat('es-ES', { numeric: 'always' })

/** `Junio 2023`: a month of the calendar in Spain. */
export function joinedText(at: Date): string {
  const month = monthName.format(at)
  return `${month[0]?.toLocaleUpperCase('es')}${month.slice(1)} ${year.format(at)}`
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const units = [
  { unit: 'year', length: 365 * day },
  { unit: 'month', length: 30 * day },
  { unit: 'day', length: day },
  { unit: 'hour', length: hour },
  { unit: 'minute', length: minute },
] as const

/** `hace 2 días`: the largest unit that has passed at least once. */
export function agoText(then: Date, now: Date): string {
  const passed = now.getTime() - then.getTime()
  const fitting = units.find(({ length }) => passed >= length)
  return fitting ? ago.format(-Math.floor(passed / fitting.length), fitting.unit) : 'hace un momento'
}

/** There is one plan, without a fee: each letter is paid by itself. */
export const dataOf = (account: Account, now: Date): ProfileData => ({
  displayName: account.displayName,
  email: account.email,
  subscription: 'Plan Gratuito',
  joined: joinedText(new Date(account.joinedAt)),
  lettersWritten: String(account.lettersWritten),
  lastLetter: account.lastLetterAt ? agoText(new Date(account.lastLetterAt), now) : 'Todavía ninguna',
})
