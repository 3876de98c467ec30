import { seconds } from '@lacre/letter/days.ts'
import type { PartialLooks } from '@lacre/letter/looks/looks.ts'

/** The words of a letter alone. A quoted attribute may hold a `>`. */
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
/** Whether a person would see no difference. */
export const looksLike = (one: Shown, other: Shown): boolean =>
  one.html === other.html &&
  (!one.looks || !other.looks || JSON.stringify(one.looks) === JSON.stringify(other.looks))

const pauseMs = seconds(20)
const longMs = seconds(3 * 60)
const bigChange = 40

/** Nothing a person would miss: no letter, and no picture either. */
export const isBlank = (html: string): boolean => /^(?:<(?!img |hr)[^>]*>|&nbsp;|\s)*$/.test(html)

/** The words without their markup; entities stay as they are. */
const plainOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').replaceAll('&nbsp;', ' ')

/**
 * Whether the text that is about to be replaced is worth keeping: after a pause, before most of it goes, and every
 * three minutes of steady writing. `settledAt`, a stored name, is when the last version was made. Times in milliseconds.
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

/** A key takes away little, and then the words of fifty pages need not be counted. */
function isBigChange(before: string, next: string): boolean {
  if (takenAway(before, next) <= bigChange) return false
  const words = plainOf(before).length
  const lost = words - plainOf(next).length
  return lost > bigChange && lost > words / 2
}

/** How much of `before` is not in `next`, where they differ in one place. */
function takenAway(before: string, next: string): number {
  const start = most(Math.min(before.length, next.length), (length) =>
    next.startsWith(before.slice(0, length)),
  )
  const left = Math.min(before.length, next.length) - start
  return before.length - start - most(left, (length) => next.endsWith(before.slice(before.length - length)))
}

/** The greatest length up to `limit` of which something is so, as it is of all shorter ones. */
function most(limit: number, isSo: (length: number) => boolean): number {
  let [from, to] = [0, limit]
  while (from < to) {
    const length = Math.ceil((from + to) / 2)
    if (isSo(length)) from = length
    else to = length - 1
  }
  return from
}
