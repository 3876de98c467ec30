import { days, later } from './duration.ts'

/** A calendar day, `YYYY-MM-DD`, without time or zone. It sorts as text. */
export type Day = `${number}-${number}-${number}` & { readonly unit: 'day' }

/** @throws RangeError when `text` is no day of the calendar. */
export function day(text: string): Day {
  const date = new Date(`${text}T00:00:00Z`)
  if (
    !/^\d{4}-\d\d-\d\d$/.test(text) ||
    Number.isNaN(date.getTime()) ||
    date.toISOString().slice(0, 10) !== text
  )
    throw new RangeError('not a day')
  return text as Day
}

const inMadrid = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day it is in Spain at that instant (design.md#today-is-madrid). */
export function madridDay(instant: Date): Day {
  // From its parts: how a language writes a whole date differs between the engines.
  const parts = inMadrid.formatToParts(instant).map(({ type, value }) => [type, value])
  const { year, month, day: ofMonth } = Object.fromEntries(parts) as Record<string, string>
  return day(`${year}-${month}-${ofMonth}`)
}

const utc = (of: Day) => new Date(`${of}T00:00:00Z`)

export const addDays = (to: Day, count: number): Day =>
  day(later(utc(to), days(count)).toISOString().slice(0, 10))

/** 0 = Sunday … 6 = Saturday. */
export const weekday = (of: Day): number => utc(of).getUTCDay()

const long = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** `21 de noviembre de 2026`: the long Spanish date of the panel, of e-mails and of the printed page. */
export const longDate = (of: Day): string => long.format(utc(of))

const hour = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  hour: 'numeric',
  minute: '2-digit',
})

/** `a las 17:30`, `a la 1:05`: the hour it is in Spain at that instant. */
export function atHour(instant: Date): string {
  const time = hour.format(instant)
  return `${time.startsWith('1:') ? 'a la' : 'a las'} ${time}`
}

const month = new Intl.DateTimeFormat('es-ES', { timeZone: 'UTC', month: 'long' })

/** `21 de Noviembre 2026`: the heading over the editor (specification, section 2: 'day de Month year'). */
export function headingDate(of: Day): string {
  const name = month.format(utc(of))
  return `${utc(of).getUTCDate()} de ${name[0]?.toLocaleUpperCase('es')}${name.slice(1)} ${of.slice(0, 4)}`
}
