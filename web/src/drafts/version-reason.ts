import { seconds } from '@lacre/letter/days.ts'
import type { DraftAddresses } from '@lacre/letter/draft-calls.ts'
import type { PartialLooks } from '@lacre/letter/looks/looks.ts'

/** A quoted attribute may hold a `>`. */
export const withoutPictures = (html: string): string => html.replace(/<img (?:"[^"]*"|[^">])*>/g, '')

/** Why a text became a version of its own. */
export type Reason =
  | 'pause'
  | 'big-change'
  | 'older'
  | 'other-tab'
  | 'restored'
  | 'template'
  | 'picture'
  | 'sending'
  | 'sent'
  | 'signed-out'
  | 'account'

type Shown = { html: string; looks?: PartialLooks | undefined }
type WithAddresses = Shown & { addresses?: DraftAddresses | undefined }
/** Whether both look the same to the writer; unknown looks count as equal. */
export const looksLike = (one: Shown, other: Shown): boolean =>
  one.html === other.html &&
  (!one.looks || !other.looks || JSON.stringify(one.looks) === JSON.stringify(other.looks))

const allOf = ({ html, looks, addresses }: WithAddresses) => JSON.stringify([html, looks, addresses])
/** Whether text, looks and addresses are the same. */
export const isSameText = (one: WithAddresses, other: WithAddresses): boolean => allOf(one) === allOf(other)

const pauseMs = seconds(20)
const longMs = seconds(3 * 60)
const bigChange = 40

/** No visible character, picture or rule. */
export const isBlank = (html: string): boolean => /^(?:<(?!img |hr)[^>]*>|&nbsp;|\s)*$/.test(html)

/** The text without markup; entities stay encoded. */
const stripMarkup = (html: string): string => html.replace(/<[^>]*>/g, ' ').replaceAll('&nbsp;', ' ')

/**
 * Whether the text about to be replaced becomes a version: after a pause, before a large deletion, and every three
 * minutes of steady writing. `settledAt`, a stored name, is when the last version was made. Times in milliseconds.
 */
export function reasonForVersion(
  before: { at: number; html: string; settledAt: number },
  next: { at: number; html: string },
): Reason | undefined {
  if (isBlank(before.html)) return undefined
  if (isBigChange(before.html, next.html)) return 'big-change'
  const isDue = next.at - before.at >= pauseMs || next.at - before.settledAt >= longMs
  return isDue ? 'pause' : undefined
}

/** Counts the words only when much was removed: at a key in fifty pages that would be slow. */
function isBigChange(before: string, next: string): boolean {
  if (countRemoved(before, next) <= bigChange) return false
  const words = stripMarkup(before).length
  const lost = words - stripMarkup(next).length
  return lost > bigChange && lost > words / 2
}

/** How many characters of `before` are missing in `next`, if they differ in one place. */
function countRemoved(before: string, next: string): number {
  const start = greatest(Math.min(before.length, next.length), (length) =>
    next.startsWith(before.slice(0, length)),
  )
  const left = Math.min(before.length, next.length) - start
  return (
    before.length - start - greatest(left, (length) => next.endsWith(before.slice(before.length - length)))
  )
}

/** The greatest length up to `limit` for which `isSo` holds, by bisection. */
function greatest(limit: number, isSo: (length: number) => boolean): number {
  let [from, to] = [0, limit]
  while (from < to) {
    const length = Math.ceil((from + to) / 2)
    if (isSo(length)) from = length
    else to = length - 1
  }
  return from
}
