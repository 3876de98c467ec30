import { atHour, longDate, madridDay } from '@lacre/letter/days.ts'
import { comingDay } from '@lacre/letter/words.ts'

const short = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
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

/** `hoy a las 17:30`, `mañana a las 17:30`, `el lunes 23 de noviembre a las 17:30`. */
export const comingWhen = (instant: string, now: string): string =>
  `${comingDay(new Date(instant), new Date(now))} ${atHour(new Date(instant))}`
