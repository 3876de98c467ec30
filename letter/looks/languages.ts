import type { Day } from '../days.ts'

/** The languages of a letter (design/paper.md#language-of-a-letter). */
export const languageNames = {
  es: 'Castellano',
  ca: 'Catalán',
  gl: 'Gallego',
  eu: 'Euskera',
  en: 'Inglés',
  fr: 'Francés',
  de: 'Alemán',
  pt: 'Portugués',
}
export type Language = keyof typeof languageNames
export const languages = Object.keys(languageNames) as [Language, ...Language[]]
/** The default language. */
export const usualLanguage: Language = 'es'

const deMonth = (day: number, month: string, year: number) => `${day} de ${month} de ${year}`
/** `month`: as the language's calendar names it, in Catalan with its `de` or `d’`. */
const dates: Record<Language, (day: number, month: string, year: number) => string> = {
  es: deMonth,
  ca: (day, month, year) => `${day} ${month} de ${year}`,
  gl: deMonth,
  // -eko after numbers ending in a consonant (bat, bost, hamar, hamabost), no -a after hamaika.
  eu: (day, month, year) =>
    `${year}${[1, 5, 10, 15].includes(year % 20) ? 'e' : ''}ko ${month}ren ${day}${day % 20 === 11 ? '' : 'a'}`,
  en: (day, month, year) => `${day} ${month} ${year}`,
  fr: (day, month, year) => `le ${day === 1 ? '1er' : day} ${month} ${year}`,
  de: (day, month, year) => `${day}. ${month} ${year}`,
  pt: deMonth,
}

/** `Girona, 1 d’abril de 2026`: town and date in the language's usual form. */
export function dateLine(language: Language, town: string, on: Day): string {
  const format = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const date = new Date(`${on}T00:00:00Z`)
  const month = format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? ''
  return [town, dates[language](date.getUTCDate(), month, date.getUTCFullYear())].filter(Boolean).join(', ')
}

const usualMarks = ['“', '”', '‘', '’'] as const
const otherMarks: Partial<Record<Language, readonly [string, string, string, string]>> = {
  ca: ['«', '»', '‘', '’'],
  fr: ['«\u202f', '\u202f»', '‘', '’'],
  de: ['„', '“', '‚', '‘'],
}
/** Double and single quotation marks; German closes with the mark that opens elsewhere. */
export const quotationMarks = (language: Language) => otherMarks[language] ?? usualMarks
/** The characters before an opening quotation mark. */
export const opensAfter = /^[\s([{¿¡—–/“«„‘-]?$/u
