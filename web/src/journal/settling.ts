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
export const isBlank = (html: string): boolean => !/<img |<hr/.test(html) && !/\S/.test(plainOf(html))

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
  const lost = plainOf(before.html).length - plainOf(next.html).length
  if (lost > bigChange && lost > plainOf(before.html).length / 2) return 'big-change'
  const isSettled = next.at - before.at >= pauseMs || next.at - before.settledAt >= longMs
  return isSettled ? 'pause' : undefined
}
