import { days, minutes, type Ms } from '@lacre/letter/duration.ts'

/** 1, 2, 4 … minutes, at most fifteen. `tries` counts from 1, since the printer last got on with it. */
export const backOff = (tries: number): Ms => minutes(Math.min(2 ** (tries - 1), 15))

/** When somebody looks again at a letter whose events may be lost: until it is posted, then for its return. */
export const followUp = { unposted: minutes(30), posted: days(1), never: days(10_000) }
