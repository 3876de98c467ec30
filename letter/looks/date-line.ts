import { type ClosedDays, type Day, day, leavesOn, type PostingDay } from '../days.ts'
import { dateLine, type Language } from './languages.ts'

/** The printed day: of writing, of posting, none, or a calendar day. */
export const namedDays = ['writing', 'leaving', 'none'] as const
export type DateLineDay = (typeof namedDays)[number] | Day
/** Default `day`: of writing. Default `town`: the sender's; an empty one is left out. */
export type DateLine = { day?: DateLineDay | undefined; town?: string | undefined }

export const longestTown = 60

/** The printed date line of a call's `dateLine`, on the day `today` (design/paper.md#date-line). */
export function printedDateLine(
  { day: chosen, town }: DateLine,
  { language, city, today }: { language: Language; city: string; today: Day },
): string {
  if (chosen === 'none') return ''
  return dateLine(language, town ?? city, isNamed(chosen) ? today : chosen)
}

const isNamed = (chosen: DateLineDay | undefined): chosen is (typeof namedDays)[number] | undefined =>
  chosen === undefined || namedDays.some((name) => name === chosen)

/** Replaces 'leaving' by the posting day. Null: the defaults. */
export function settleDateLine(
  { day: chosen, town }: DateLine,
  { postOn, today, closed }: { postOn: PostingDay; today: Day; closed: ClosedDays },
): DateLine | null {
  const leaves = leavesOn(postOn && postOn > today ? postOn : today, closed)
  const settled = chosen === 'leaving' ? leaves : chosen === 'writing' ? undefined : chosen
  return withoutEmpty({ day: settled === today ? undefined : settled, town })
}

/** The browser's date line: the chosen one; without a choice, none over a text with its own date. */
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

/** Parses a date line from untrusted JSON; null when it is none. */
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
