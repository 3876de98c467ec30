import { addDays, madridDay, type Day } from '../day.ts'

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
