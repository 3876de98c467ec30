import { seconds } from '@lacre/letter/duration.ts'

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

const pauseMs = seconds(20)
const longMs = seconds(3 * 60)
const bigChange = 40

/** Nothing a person would miss: no letter, and no picture either. */
export const isBlank = (html: string): boolean => /^(?:<(?!img |hr)[^>]*>|&nbsp;|\s)*$/.test(html)

/** The words without their markup; entities stay as they are. */
const plainOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').replaceAll('&nbsp;', ' ')

/**
 * Whether the text that is about to be replaced is worth keeping: after a pause, before most of it goes, and every
 * three minutes of steady writing. `settledAt` is when the last version was made. Times in milliseconds.
 */
export function reasonToSettle(
  before: { at: number; html: string; settledAt: number },
  next: { at: number; html: string },
): Reason | undefined {
  if (isBlank(before.html)) return undefined
  if (isBigChange(before.html, next.html)) return 'big-change'
  const isSettled = next.at - before.at >= pauseMs || next.at - before.settledAt >= longMs
  return isSettled ? 'pause' : undefined
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
  const most = Math.min(before.length, next.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === next.charCodeAt(start)) start++
  let end = 0
  while (
    end < most - start &&
    before.charCodeAt(before.length - 1 - end) === next.charCodeAt(next.length - 1 - end)
  )
    end++
  return before.length - start - end
}
