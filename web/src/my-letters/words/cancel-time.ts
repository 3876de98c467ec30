import { minutes } from '@lacre/letter/duration.ts'
import { atHour } from '@lacre/letter/day.ts'
import { comingDay } from '@lacre/letter/words/coming-day.ts'

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

/** `quedan 2 h 10 min`: whole minutes that are left for certain, so never more than there are. */
export function leftWords(milliseconds: number): string {
  const left = Math.floor(milliseconds / minutes(1))
  if (left < 1) return 'queda menos de un minuto'
  const [days, hours, rest] = [Math.floor(left / 1440), Math.floor((left % 1440) / 60), left % 60]
  const parts: [number, string][] = days
    ? [
        [days, days === 1 ? 'día' : 'días'],
        [hours, 'h'],
      ]
    : [
        [hours, 'h'],
        [rest, 'min'],
      ]
  const shown = parts.filter(([number]) => number)
  const verb = shown.length === 1 && shown[0]?.[0] === 1 ? 'queda' : 'quedan'
  return `${verb} ${shown.map((part) => part.join('\u00a0')).join(days ? ' y ' : ' ')}`
}

/** How long what `leftWords` says stays true. */
export const untilNextWords = (milliseconds: number): number => (milliseconds % minutes(1)) + 10
