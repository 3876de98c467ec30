const minute = 60 * 1000
export const hour = 60 * minute
export const day = 24 * hour

/** 1, 2, 4 … minutes, at most an hour. `tries` counts from 1. */
export const backOff = (tries: number): number => Math.min(minute * 2 ** Math.min(tries - 1, 10), hour)

/** When somebody looks again at a letter whose events may be lost: until it is posted, then for its return. */
export const followUp = { unposted: 30 * minute, posted: day, never: 10_000 * day }

export const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)
