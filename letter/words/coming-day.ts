import { addDays, madridDay } from '../day.ts'

const weekday = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** `hoy`, `mañana` or `el lunes 23 de noviembre`, in Spain. */
export function comingDay(instant: Date, now: Date): string {
  const [day, today] = [madridDay(instant), madridDay(now)]
  if (day === today) return 'hoy'
  return day === addDays(today, 1) ? 'mañana' : `el ${weekday.format(instant).replace(',', '')}`
}
