import { addDays, atHour, longDate, madridDay } from '@lacre/letter/day.ts'

const short = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})
const weekday = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const clock = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})

/** `23 nov, 17:30`: in a table. */
export const shortWhen = (instant: string): string => short.format(new Date(instant))
/** `23 de noviembre de 2026, a las 17:30`. */
export const longWhen = (instant: string): string =>
  `${longDate(madridDay(new Date(instant)))}, ${atHour(new Date(instant))}`
/** `17:30:05` */
export const clockTime = (instant: Date): string => clock.format(instant)

/** `hoy a las 17:30`, `mañana a las 17:30`, `el lunes, 23 de noviembre, a las 17:30`. */
export function comingWhen(instant: string, now: string): string {
  const at = new Date(instant)
  const [day, today] = [madridDay(at), madridDay(new Date(now))]
  if (day === today) return `hoy ${atHour(at)}`
  if (day === addDays(today, 1)) return `mañana ${atHour(at)}`
  return `el ${weekday.format(at).replace(', ', ' ')} ${atHour(at)}`
}
