import { days, minutes, type Ms } from '@lacre/letter/duration.ts'

/** 1, 2, 4 … minutes, at most an hour. `tries` counts from 1. */
export const backOff = (tries: number): Ms => minutes(Math.min(2 ** (tries - 1), 60))

/** When somebody looks again at a letter whose events may be lost: until it is posted, then for its return. */
export const followUp = { unposted: minutes(30), posted: days(1), never: days(10_000) }
