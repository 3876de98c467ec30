import { isWorkingDay, type ClosedDays } from './arrival.ts'
import { addDays, madridDay, type Day } from './day.ts'
import { hours } from './duration.ts'

/** The hour at which the day's batch is closed; a wall clock of Europe/Madrid. `closed`: days that have none. */
export type CutOff = { hour: number; minute: number; closed?: ClosedDays }

/** A closing may be late by a restart, not by more. */
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
 * The instant of that wall clock. Clocks change on Sundays, which are no working days, so on a working day each wall
 * clock comes exactly once, one or two hours before the same figures in UTC.
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

/** When a letter leaves that was paid at `paidAt`: at the first cut-off after that, not before the day it is for. */
export function leavesAt(paidAt: Date, postOn: Day | null, cutOff: CutOff): Date {
  const paidOn = madridDay(paidAt)
  return seek(postOn && postOn > paidOn ? postOn : paidOn, 1, cutOff, (instant) => instant > paidAt)
}

/** The newest cut-off at or before `now`, on a working day. */
export const lastCutOff = (now: Date, cutOff: CutOff): Date =>
  seek(madridDay(now), -1, cutOff, (instant) => instant <= now)
