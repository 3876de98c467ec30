import { addDays, atHour, type Day, madridDay } from '@lacre/letter/days.ts'

const weekday = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** `hoy`, `mañana` or `el lunes 23 de noviembre`. */
export function comingDate(day: Day, today: Day): string {
  if (day === today) return 'hoy'
  return day === addDays(today, 1) ? 'mañana' : `el ${weekday.format(new Date(day)).replace(',', '')}`
}

/** The day of that instant in Spain. */
export const comingDay = (instant: Date, now: Date): string => comingDate(madridDay(instant), madridDay(now))

const clockHere = new Intl.DateTimeFormat('es-ES', { dateStyle: 'short', timeStyle: 'short' })
const clockInMadrid = new Intl.DateTimeFormat('es-ES', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Madrid',
})

/** `hoy a las 17:30`. Where clocks show something else, as in the Canary Islands, it says whose hour it is. */
export function untilWords(instant: Date, now: Date): string {
  const isSameClock = clockHere.format(instant) === clockInMadrid.format(instant)
  return `${comingDay(instant, now)} ${atHour(instant)}${isSameClock ? '' : ', hora peninsular'}`
}
