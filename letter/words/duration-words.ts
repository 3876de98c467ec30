import { days, hours, minutes, type Ms } from '../duration.ts'

const numbers = 'un dos tres cuatro cinco seis siete ocho nueve diez'.split(' ')
const spelled = (number: number) => numbers[number - 1] ?? String(number)

/** `siete días`, `30 días`, `24 horas`, `una hora`, `diez minutos`: as a sentence says how long something lasts. */
export function durationWords(lasts: Ms): string {
  if (lasts >= days(2)) return `${spelled(lasts / days(1))} días`
  if (lasts > hours(1)) return `${spelled(lasts / hours(1))} horas`
  return lasts === hours(1) ? 'una hora' : `${spelled(lasts / minutes(1))} minutos`
}
