import { hours, minutes, madridDay } from '@lacre/letter/days.ts'
import type { Account } from '@lacre/letter/accounts/calls.ts'

/** What the profile shows, in words. */
export type ProfileData = {
  displayName: string
  email: string
  subscription: string
  joined: string
  lettersWritten: string
  lastLetter: string
}

/** The specification's placeholder (section 2), for a host that keeps no account data (design.md#profile-data). */
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

const dayLength = hours(24)

/** `hace 2 días`, by the days of the calendar in Spain; within one day by hours and minutes. */
export function agoText(then: Date, now: Date): string {
  const days = (Date.parse(madridDay(now)) - Date.parse(madridDay(then))) / dayLength
  if (days >= 365) return ago.format(-Math.floor(days / 365), 'year')
  if (days >= 30) return ago.format(-Math.floor(days / 30), 'month')
  if (days >= 1) return ago.format(-days, 'day')
  const passed = now.getTime() - then.getTime()
  if (passed >= hours(1)) return ago.format(-Math.floor(passed / hours(1)), 'hour')
  if (passed >= minutes(1)) return ago.format(-Math.floor(passed / minutes(1)), 'minute')
  return 'hace un momento'
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
