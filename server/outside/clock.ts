/** The time is an argument: a test decides what day it is. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
