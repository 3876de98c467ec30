import { type ClosedDays, type Day, day, leavesOn, type PostingDay } from '../days.ts'
import { dateLine, type Language } from './languages.ts'

/** Which day stands over the letter: that of writing, the one on which it leaves, none, or a day of the calendar. */
export const namedDays = ['writing', 'leaving', 'none'] as const
export type DateLineDay = (typeof namedDays)[number] | Day
/** Absent `day`: that of writing. Absent `town`: the sender's; an empty one is left out. */
export type DateLine = { day?: DateLineDay | undefined; town?: string | undefined }

export const longestTown = 60

/** What is printed, on the day `today`, from a call's `dateLine` (design/paper.md#date-line). */
export function printedDateLine(
  { day: chosen, town }: DateLine,
  { language, city, today }: { language: Language; city: string; today: Day },
): string {
  if (chosen === 'none') return ''
  return dateLine(language, town ?? city, isNamed(chosen) ? today : chosen)
}

const isNamed = (chosen: DateLineDay | undefined): chosen is (typeof namedDays)[number] | undefined =>
  chosen === undefined || namedDays.some((name) => name === chosen)

/** With the day on which the letter leaves in the place of 'leaving'. Null: nothing but what is usual. */
export function settleDateLine(
  { day: chosen, town }: DateLine,
  { postOn, today, closed }: { postOn: PostingDay; today: Day; closed: ClosedDays },
): DateLine | null {
  const leaves = leavesOn(postOn && postOn > today ? postOn : today, closed)
  const settled = chosen === 'leaving' ? leaves : chosen === 'writing' ? undefined : chosen
  return withoutEmpty({ day: settled === today ? undefined : settled, town })
}

/** What a browser sends: what was chosen, else none over a text with a date of its own, and the day it leaves where that was chosen. */
export function chooseDateLine(
  kept: DateLine | null,
  { isDated, isPlanned }: { isDated: boolean; isPlanned: boolean },
): DateLine | null {
  const usual = isDated ? 'none' : isPlanned ? 'leaving' : undefined
  const chosen = kept?.day === 'leaving' && !isPlanned ? usual : (kept?.day ?? usual)
  return withoutEmpty({ day: chosen === 'writing' ? undefined : chosen, town: kept?.town })
}

export const withoutCalendarDay = ({ day: chosen, town }: DateLine): DateLine | null =>
  withoutEmpty({ day: isNamed(chosen) ? chosen : undefined, town })

const withoutEmpty = ({ day: on, town }: DateLine): DateLine | null =>
  on === undefined && town === undefined
    ? null
    : { ...(on !== undefined && { day: on }), ...(town !== undefined && { town }) }

export function isDateLineDay(text: string): text is DateLineDay {
  try {
    return namedDays.some((name) => name === text) || day(text) >= '1000'
  } catch {
    return false
  }
}

/** A date line as JSON that may have been written by others; null: it is none. */
export function readDateLine(json: string): DateLine | null {
  try {
    const { day: on, town } = JSON.parse(json) as { day?: unknown; town?: unknown }
    return withoutEmpty({
      day: typeof on === 'string' && isDateLineDay(on) ? on : undefined,
      town: typeof town === 'string' ? town.slice(0, longestTown) : undefined,
    })
  } catch {
    return null
  }
}
