import { minutes } from '@lacre/letter/days.ts'

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
