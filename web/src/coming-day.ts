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

export const comingDay = (instant: Date, now: Date): string => comingDate(madridDay(instant), madridDay(now))

export const clockOf = (timeZone?: string) =>
  new Intl.DateTimeFormat('es-ES', { dateStyle: 'short', timeStyle: 'short', timeZone })
const [clockHere, clockInMadrid] = [clockOf(), clockOf('Europe/Madrid')]

const weekdayAlone = new Intl.DateTimeFormat('es-ES', { timeZone: 'Europe/Madrid', weekday: 'long' })

/** `hoy a las 17:30`, `mañana, viernes, a las 17:30`. Names the time zone where the local hour differs (Canary Islands). */
export function untilWords(instant: Date, now: Date, clock = clockHere): string {
  const isSameClock = clock.format(instant) === clockInMadrid.format(instant)
  const day = comingDay(instant, now)
  const named = day === 'mañana' ? `${day}, ${weekdayAlone.format(instant)},` : day
  return `${named} ${atHour(instant)}${isSameClock ? '' : ', hora peninsular'}`
}
