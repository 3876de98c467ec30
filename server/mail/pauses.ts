import { hours, milliseconds, seconds, type Ms } from '@lacre/letter/days.ts'

/** After the first try that failed; it doubles with each. It also holds the lease, so it is longer than a carrier may take. */
export const firstPause = seconds(30)
export const longestPause = hours(4)

/** After so many tries that failed. */
export const pauseAfter = (tries: number): Ms => milliseconds(Math.min(longestPause, firstPause * 2 ** tries))

/** Some five days of trying, as mail servers do among themselves: one may be down over a long weekend. */
export const maxAttempts = 37
