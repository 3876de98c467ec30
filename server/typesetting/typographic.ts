import type { Run } from '@lacre/letter/content/tree.ts'
import type { Language } from '@lacre/letter/looks/languages.ts'

/** Double and single quotation marks; German closes with what opens elsewhere. */
const usual = ['“', '”', '‘', '’'] as const
const marks: Partial<Record<Language, readonly [string, string, string, string]>> = {
  ca: ['«', '»', '‘', '’'],
  fr: ['«\u202f', '\u202f»', '‘', '’'],
  de: ['„', '“', '‚', '‘'],
}

const straight =
  /(?<=(?<before>[\s\S]?))(?:(?<double>")|(?<single>')|(?<dash>(?<=\s|^)--(?=\s|$)|(?<=\p{L})--(?=\p{L}))|(?<dots>(?<!\.)\.{3}(?!\.)))(?=(?<after>[\s\S]?))/gu
const opensAfter = /^[\s([{¿¡—–/“«„‘-]?$/u

/**
 * Quotation marks, dashes and ellipses that were typed straight, as the letter's language prints them. Beside a figure
 * they are inches and minutes, and inside an address on the net they stay.
 */
export function typographic(runs: Run[], language: Language): Run[] {
  const [open, close, openInner, closeInner] = marks[language] ?? usual
  let last = ''
  let isOpen = false
  return runs.map((run, at) => {
    if (!('text' in run)) {
      last = ''
      return run
    }
    const next = runs[at + 1]
    const follows = next && 'text' in next ? next.text.slice(0, 1) : ''
    const text = run.text.replaceAll(straight, (...found) => {
      const [whole] = found as [string]
      const groups = found.at(-1) as Record<string, string | undefined>
      const { double, single, dash } = groups
      const before = groups['before'] || last
      const after = groups['after'] || follows
      const isMeasure = /\d/.test(before) && !isOpen
      if (dash) return '—'
      if (double && !isMeasure) {
        const opens = (opensAfter.test(before) || (before === "'" && !isOpen)) && /\S/.test(after)
        isOpen = opens
        return opens ? open : close
      }
      if (single && !/\d/.test(before)) {
        const isElided = /\p{L}/u.test(before) || !/[\p{L}"]/u.test(after)
        return isElided ? (language === 'de' ? closeInner : '’') : openInner
      }
      return (double ?? single) ? whole : '…'
    })
    last = run.text.at(-1) ?? last
    return text === run.text ? run : { ...run, text }
  })
}
