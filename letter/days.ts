/** Milliseconds. Only these functions make them, so that seconds or days cannot slip in. */
export type Ms = number & { readonly unit: 'ms' }

export const milliseconds = (count: number): Ms => count as Ms
export const seconds = (count: number): Ms => milliseconds(count * 1000)
export const minutes = (count: number): Ms => seconds(count * 60)
export const hours = (count: number): Ms => minutes(count * 60)
export const days = (count: number): Ms => hours(count * 24)

/** For headers, tokens and providers, which count in seconds. */
export const inSeconds = (duration: Ms): number => duration / 1000

export const later = (instant: Date, wait: Ms): Date => new Date(instant.getTime() + wait)
export const earlier = (instant: Date, past: Ms): Date => new Date(instant.getTime() - past)

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

/** The date in Spain at that instant (design/letter.md#today-is-madrid). */
export function madridDay(instant: Date): Day {
  // From its parts, since engines format whole dates differently.
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

/** `a las 17:30`, `a la 1:05`: the time in Spain at that instant. */
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

/** National holidays on a fixed date; Easter and regional days are left out (specification, section 9). */
const holidays = new Set(['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'])
const workingDays = 3
const calendarDays = 1

/** Days on which nothing is printed or posted, besides weekends and national holidays (`CLOSED_DAYS`). */
export type ClosedDays = readonly Day[]

/** Reads days with commas between them. @throws RangeError when one is no day of the calendar. */
export const readClosedDays = (text: string): ClosedDays => text.split(/\s*,\s*/).map(day)

export const isWorkingDay = (one: Day, closed: ClosedDays): boolean =>
  weekday(one) !== 0 && weekday(one) !== 6 && !holidays.has(one.slice(5)) && !closed.includes(one)

function nextWorkingDay(after: Day, closed: ClosedDays): Day {
  const next = addDays(after, 1)
  return isWorkingDay(next, closed) ? next : nextWorkingDay(next, closed)
}

function addWorkingDays(from: Day, count: number, closed: ClosedDays): Day {
  let last = from
  for (let step = 0; step < count; step++) last = nextWorkingDay(last, closed)
  return last
}

/** The estimated arrival of a letter sent today; the extra calendar day may be a Saturday or a holiday. */
export const arrivalOn = (today: Day, closed: ClosedDays): Day =>
  addDays(addWorkingDays(today, workingDays, closed), calendarDays)

/** The earliest day a letter can be back at its sender: five working days after posting. */
export const backFrom = (postedOn: Day, closed: ClosedDays): Day => addWorkingDays(postedOn, 5, closed)

/** The chosen posting day; null: as soon as possible (design/letter.md#posting-day). */
export type PostingDay = Day | null

/** From a call. @throws RangeError when it is no day of the calendar. */
export const postingDay = (text: string | null | undefined): PostingDay => (text ? day(text) : null)

/** The chosen day or the next working day: nothing is posted on other days. */
export const leavesOn = (chosen: Day, closed: ClosedDays): Day =>
  isWorkingDay(chosen, closed) ? chosen : leavesOn(addDays(chosen, 1), closed)

/** The newest working day. Letters for it, or for an earlier day, are posted `today`. */
export const dueOn = (today: Day, closed: ClosedDays): Day =>
  isWorkingDay(today, closed) ? today : dueOn(addDays(today, -1), closed)

/** Why a letter cannot have the day `chosen`. `ahead`: the most days from today. */
export function dayRefusal(
  chosen: Day,
  { today, ahead }: { today: Day; ahead: number },
): 'day-passed' | 'day-too-far' | undefined {
  if (chosen < today) return 'day-passed'
  return chosen > addDays(today, ahead) ? 'day-too-far' : undefined
}

/** The estimated arrival of a letter for `chosen`; a past day counts as none. */
export const arrivalFor = (chosen: PostingDay, today: Day, closed: ClosedDays): Day =>
  arrivalOn(chosen && chosen > today ? leavesOn(chosen, closed) : today, closed)

/** When the day's batch closes, as a wall clock of Europe/Madrid. `closed`: days without a closing. */
export type CutOff = { hour: number; minute: number; closed?: ClosedDays }

/** A restart may delay a closing this long; more is an error. */
export const lateClosing = hours(2)

/** Reads `HH:MM`, 00:00 to 23:59; anything else is undefined. */
export function readCutOff(text: string): CutOff | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hour && minute ? { hour: Number(hour), minute: Number(minute) } : undefined
}

const hourInMadrid = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Madrid',
  hour: 'numeric',
  hourCycle: 'h23',
})

/**
 * The instant of that wall clock. Clocks change on Sundays, so on working days each time occurs exactly once, one or
 * two hours before the same time in UTC.
 */
function instantOn(workingDay: Day, { hour, minute }: CutOff): Date {
  const [winter, summer] = [hour - 1, hour - 2].map(
    (utcHour) => new Date(Date.parse(`${workingDay}T00:00:00Z`) + (utcHour * 60 + minute) * 60_000),
  ) as [Date, Date]
  return Number(hourInMadrid.format(winter)) === hour ? winter : summer
}

function seek(from: Day, days: 1 | -1, cutOff: CutOff, found: (instant: Date) => boolean): Date {
  if (isWorkingDay(from, cutOff.closed ?? [])) {
    const instant = instantOn(from, cutOff)
    if (found(instant)) return instant
  }
  return seek(addDays(from, days), days, cutOff, found)
}

/** The first cut-off strictly after `now`, on a working day: a letter paid at the cut-off itself belongs to the next one. */
export const nextCutOff = (now: Date, cutOff: CutOff): Date => leavesAt(now, null, cutOff)

/** When a letter paid at `paidAt` leaves: the first cut-off after that, but not before its chosen day. */
export function leavesAt(paidAt: Date, postOn: Day | null, cutOff: CutOff): Date {
  const paidOn = madridDay(paidAt)
  return seek(postOn && postOn > paidOn ? postOn : paidOn, 1, cutOff, (instant) => instant > paidAt)
}

/** The newest cut-off at or before `now`, on a working day. */
export const lastCutOff = (now: Date, cutOff: CutOff): Date =>
  seek(madridDay(now), -1, cutOff, (instant) => instant <= now)
