import { atHour } from '../day.ts'
import { comingDay } from './coming-day.ts'

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
