import { languages } from '@lacre/letter/looks/languages.ts'

const digits = '[0-3]?\\d(?:º|°|\\.ª|er|st|nd|rd|th|\\.)?'
const year = "(?:[12]\\d{3}|[’']?\\d{2})"
const ofYear = `(?:(?:,|\\s+del?|\\s+do|\\s+of)?\\s+${year})?`
const letters = '[\\p{L}\\p{M}]'
const dated = [
  `${digits}\\s+(?:de\\s+|d[’']\\s?|of\\s+)?(?<month>${letters}{3,}\\.?)${ofYear}`,
  `(?<month>${letters}{3,}\\.?)\\s+${digits}(?:,?\\s+${year})?`,
  `[12]\\d{3}e?ko\\s+(?<month>${letters}{5,}?)r?en\\s+\\d{1,2}(?:e?an?|an)?`,
].map((written) => new RegExp(`(?<!${letters}|\\d)${written}$`, 'iu'))
const inFigures =
  /(?<![\p{L}\d])(?:\d{1,2}(?<sign>[./-])(?:\d{1,2}|[IVX]{1,4})\k<sign>(?:\d{4}|\d{2})|\d{4}-\d\d-\d\d)$/iu

const small =
  'de|del|de la|de las|de los|da|do|das|dos|la|las|los|el|els|les|le|y|e|i|en|am|an der|sur|sous|upon|on'
const named = `(?:(?:[dDlLsS][’'])?\\p{Lu}[\\p{L}\\p{M}.’'·-]*)`
const town = new RegExp(
  `^(?:(?:En|Em|In|À|A)\\s+)?${named}(?:(?:\\s+(?:${small}))?\\s+(?:[dl][’'])?${named}|\\s*[/(]\\s*${named}\\)?)*$`,
  'u',
)
const article = /^(?:a|á|à|al?|el|le|den|am|the|on|o|em|en|dia|día)$/iu

type Calendar = { months: string[]; weekdays: string[] }
let calendar: Calendar | undefined
/** Months and weekdays in all languages of a letter. */
function readCalendar(): Calendar {
  const all = { months: ['setiembre'], weekdays: [] as string[] }
  for (const language of languages) {
    const name = (date: number, part: 'month' | 'weekday') =>
      new Intl.DateTimeFormat(language, { timeZone: 'UTC', [part]: 'long' })
        .format(date)
        .toLocaleLowerCase(language)
    for (let at = 0; at < 12; at++) all.months.push(name(Date.UTC(2026, at, 15), 'month'))
    for (let at = 0; at < 7; at++) all.weekdays.push(name(Date.UTC(2026, 0, 4 + at), 'weekday'))
  }
  return all
}

const least = 3
const isAmong = (names: string[], word: string) => {
  const bare = word.toLocaleLowerCase('es').replace(/[.,]$/, '')
  return bare.length >= least && names.some((name) => name.startsWith(bare))
}

/** Whether a line is only a date, with or without a town. */
export function isDateLine(line: string): boolean {
  const text = line
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/[.,;:]$/, '')
  if (text.length > 90 || !/\d/.test(text)) return false
  calendar ??= readCalendar()
  const { months, weekdays } = calendar
  const figures = inFigures.exec(text)
  const words = dated
    .map((written) => written.exec(text))
    .find((found) => found && isAmong(months, found.groups!['month']!))
  const found = words ?? figures
  if (!found) return false
  const before = text.slice(0, found.index).trim()
  const comma = before.indexOf(',')
  const place = (comma < 0 ? '' : before.slice(0, comma)).trim()
  const rest = (comma < 0 ? before : before.slice(comma + 1)).trim()
  const isIntroduced = rest.split(' ').every((word) => !word || article.test(word) || isAmong(weekdays, word))
  if (isIntroduced && (!place || town.test(place) || isAmong(weekdays, place))) return true
  // `Sevilla 3 de mayo`: without a comma only a date in words counts.
  return comma < 0 && !!words && town.test(rest.replace(/^(E[nm] .*) a$/u, '$1'))
}

const blocks = /<(p|h[12]|li|pre)\b[^>]*>(.*?)<\/\1>/gsu
const readBlocks = 2

/** Whether a line of the first two paragraphs is a date. */
export function beginsWithDate(html: string): boolean {
  let read = 0
  for (const [, , inside = ''] of html.matchAll(blocks)) {
    const lines = inside
      .split(/<br\b[^>]*>/)
      .map((line) =>
        line
          .replaceAll(/<[^>]*>/g, '')
          .replaceAll('&nbsp;', ' ')
          .trim(),
      )
      .filter(Boolean)
    if (lines.some(isDateLine)) return true
    if (lines.length && ++read === readBlocks) return false
  }
  return false
}
