import type { Run } from '@lacre/letter/content/tree.ts'
import { type Language, opensAfter, quotationMarks } from '@lacre/letter/looks/languages.ts'

const straight =
  /(?<=(?<before>[\s\S]?))(?:(?<double>")|(?<single>')|(?<dash>(?<=\s|^)--(?=\s|$)|(?<=\p{L})--(?=\p{L}))|(?<dots>(?<!\.)\.{3}(?!\.)))(?=(?<after>[\s\S]?))/gu

/**
 * Replaces straight quotation marks, double hyphens and dots by those of the letter's language. After a figure they are
 * inches and minutes, and in URLs they stay.
 */
export function typographic(runs: Run[], language: Language): Run[] {
  const [open, close, openInner, closeInner] = quotationMarks(language)
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
